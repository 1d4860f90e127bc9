/**
 * How sharp a picture is, whatever it shows. Each tile is compared with a smoothed copy of itself:
 * smoothing takes much of the gradient energy of a sharp tile and little of a blurred one, so the
 * ratio of the two tells how wide the edges are, whatever their contrast.
 * Two ratios count: the one that the sharpest tiles reach (a photo out of focus has no sharp tile
 * at all) and the one in the softest direction (a shaken photo is soft in one direction only).
 */
import { gradientTiles, type Tile } from './gradient-tiles.ts';
import type { Pixels } from './pixels.ts';
import {
  ANISOTROPY,
  EDGE,
  FINE_COUNTS,
  FOCUS,
  LOUDEST_VOTE,
  NOISE_ENERGY,
  PLAIN,
  QUIET_SHARE,
  SCORE_OF_PLAIN,
  SHAKE,
  SHARP_SHARE,
  STARK_EDGE,
} from './tuning.ts';

const DIRECTIONS = 12;

type Edges = { weight: number; fine: number; coarse: number };

/** Black and burnt-out tiles are left out: they have no noise, whatever the rest has. */
function noiseOf(tiles: Tile[]) {
  const lit = tiles.filter((tile) => tile.mean > 8 && tile.mean < 245);
  const noises = lit.map(({ fine, coarse }) => (fine.xx + fine.yy - coarse.xx - coarse.yy) / 2);
  noises.sort((a, b) => a - b);
  return Math.max(0, noises[Math.floor(noises.length * QUIET_SHARE)] ?? 0);
}

/** The tiles that show edges along a direction (cos², 2·cos·sin, sin²), freed of the energy of noise. */
function edgesAlong(tiles: Tile[], noise: number, xx: number, xy: number, yy: number): Edges[] {
  const minFine = EDGE.fine + EDGE.finePerNoise * noise;
  const minCoarse = EDGE.coarse + EDGE.coarsePerNoise * noise;
  const noisy = (xx + yy) * noise;
  const edges: Edges[] = [];
  for (const { weight, fine: f, coarse: c } of tiles) {
    const fine = xx * f.xx + xy * f.xy + yy * f.yy - NOISE_ENERGY.fine * noisy;
    const coarse = xx * c.xx + xy * c.xy + yy * c.yy - NOISE_ENERGY.coarse * noisy;
    // A hair-thin scratch has next to no coarse energy, and yet nothing proves sharpness better.
    if (fine < minFine && coarse < minCoarse) continue;
    edges.push({ weight, coarse: Math.max(0, coarse), fine: Math.max(fine, coarse) });
  }
  return edges;
}

const weightOf = (list: { weight: number }[]) => list.reduce((sum, { weight }) => sum + weight, 0);

/** The ratio that the sharpest tiles reach. */
function focusRatio(edges: Edges[]) {
  const votes = edges.map(({ weight, fine, coarse }) => ({
    ratio: coarse / fine,
    weight: weight * Math.min(LOUDEST_VOTE, Math.sqrt(Math.max(coarse, FINE_COUNTS * fine))),
  }));
  votes.sort((a, b) => a.ratio - b.ratio);
  let left = SHARP_SHARE * weightOf(votes);
  for (const vote of votes) {
    left -= vote.weight;
    if (left <= 0) return vote.ratio;
  }
  return 0;
}

/** The ratio of the whole picture in its softest direction, raised by how much that one stands out. */
function shakeRatio(tiles: Tile[], noise: number) {
  const enough = PLAIN.fades * weightOf(tiles);
  let softest = 0;
  let sharpest = 1;
  for (let i = 0; i < DIRECTIONS; i++) {
    const cos = Math.cos((i * Math.PI) / DIRECTIONS);
    const sin = Math.sin((i * Math.PI) / DIRECTIONS);
    const edges = edgesAlong(tiles, noise, cos * cos, 2 * cos * sin, sin * sin);
    if (edges.length === 0 || weightOf(edges) < enough) continue;
    let fine = 0;
    let coarse = 0;
    for (const edge of edges) {
      const say = edge.weight / Math.max(edge.coarse, STARK_EDGE);
      fine += edge.fine * say;
      coarse += edge.coarse * say;
    }
    softest = Math.max(softest, coarse / fine);
    sharpest = Math.min(sharpest, coarse / fine);
  }
  return softest * ((softest + 0.01) / (sharpest + 0.01)) ** ANISOTROPY;
}

const scoreOf = (ratio: number, { half, steepness }: { half: number; steepness: number }) =>
  1 / (1 + (ratio / half) ** steepness);

/** From 0, blurred, to 1, sharp. A picture too plain to be judged passes. */
export function measureSharpness(pixels: Pixels): number {
  const tiles = gradientTiles(pixels);
  const noise = noiseOf(tiles);
  const edges = edgesAlong(tiles, noise, 1, 0, 1);
  if (edges.length === 0) return SCORE_OF_PLAIN;
  const score = Math.min(scoreOf(focusRatio(edges), FOCUS), scoreOf(shakeRatio(tiles, noise), SHAKE));
  const evidence = weightOf(edges) / weightOf(tiles);
  const certainty = Math.min(1, Math.max(0, (evidence - PLAIN.none) / (PLAIN.fades - PLAIN.none)));
  return score * certainty + SCORE_OF_PLAIN * (1 - certainty);
}
