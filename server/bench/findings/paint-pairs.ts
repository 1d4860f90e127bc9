/** How well photos of two vehicles are told apart by their paint: pairs of photos whose color was named by eye (training/labels/paint-colors.json). */
import { readFile } from 'node:fs/promises';
import { isOtherPaint, type Paint } from '../../src/inspections/checks/paint.ts';
import type { Figure } from './score.ts';
import { HALVES, type Half } from './truth.ts';

const LABELS = new URL('../../../training/labels/paint-colors.json', import.meta.url);

/** By the name of the photo. Two colors: it may be either. */
export const namedColors = async (): Promise<Record<string, string[]>> =>
  JSON.parse(await readFile(LABELS, 'utf8')).photos;

/** A photo with paint in sight. */
export type PaintedPhoto = { half: Half; named: readonly string[]; paint: Paint };

type PaintFigures = { half: Half; photos: number; told_apart: Figure; called_different: Figure };

const asPaint = (named: readonly string[]): Paint =>
  Object.fromEntries(named.map((color) => [color, 1 / named.length]));

export const scorePaint = (all: readonly PaintedPhoto[]): PaintFigures[] =>
  HALVES.map((half) => {
    const photos = all.filter((photo) => photo.half === half);
    const figures = {
      half,
      photos: photos.length,
      told_apart: { count: 0, of: 0 },
      called_different: { count: 0, of: 0 },
    };
    for (const [index, one] of photos.entries())
      for (const other of photos.slice(index + 1)) {
        const differ = isOtherPaint(asPaint(one.named), asPaint(other.named));
        const figure = differ ? figures.told_apart : figures.called_different;
        figure.of += 1;
        if (isOtherPaint(one.paint, other.paint)) figure.count += 1;
      }
    return figures;
  });

export const paintTable = (figures: readonly PaintFigures[]): string =>
  figures
    .map(
      ({ half, photos, told_apart, called_different }) =>
        `${half} half, paint of ${photos} photos: ${told_apart.count} of ${told_apart.of} pairs of clearly different color are told apart, ` +
        `${called_different.count} of ${called_different.of} that may be of one color are called different`,
    )
    .join('\n');
