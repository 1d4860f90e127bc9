/**
 * On a close-up no direction of view confirms what the parts model says: it takes a front bumper for a rear one, and the
 * left side for the right one. There a part is named only when other parts in sight speak for its end and its side.
 */
import type { DetectedPart } from '../photos/detections.ts';
import type { PartCandidate } from '../records/findings/damage.ts';
import { endOf, factsOf, type PartFacts } from './part-facts.ts';
import { onOtherEnd, onOtherSide, sideOf, withoutSide } from './part-sides.ts';
import { isPart, type PartType } from './parts.ts';
import {
  LEAST_CANDIDATE,
  MOST_CANDIDATES,
  RIGHT_FAMILY,
  SURE_BEHIND_GLASS,
  SURE_ON_CLOSE_UP,
  SURE_WINDSHIELD,
} from './tuning.ts';

type Named = Pick<DetectedPart, 'part_type' | 'score'>;

const TELL_SIDE: ReadonlySet<PartFacts['place']> = new Set(['flank', 'fender']);

const tellsSide = (part: string) => TELL_SIDE.has(factsOf(part).place) || factsOf(part).kind === 'mirror';

/** Wheels have their names from the parts around them, so they confirm nothing. */
const besides = (part: PartType, seen: readonly Named[]) =>
  seen.filter(({ part_type }) => part_type !== part && factsOf(part_type).kind !== 'wheel');

const isEndEvident = (part: PartType, others: readonly Named[]) => {
  const { place, half, kind } = factsOf(part);
  if (place !== 'end') return true;
  const ends = others.filter(({ part_type }) => endOf(part_type) !== null);
  // Through the windshield the rear window is seen.
  const contradicting = kind === 'glass' ? SURE_BEHIND_GLASS : 0;
  if (ends.some(({ part_type, score }) => endOf(part_type) !== half && score >= contradicting)) return false;
  // The model takes a front end for a rear one, hardly ever the other way round.
  return (
    half === 'front' ||
    kind === 'glass' ||
    ends.some(({ part_type, score }) => endOf(part_type) === half && score >= SURE_ON_CLOSE_UP)
  );
};

const isSideEvident = (part: PartType, others: readonly Named[]) => {
  const side = sideOf(part);
  if (side === null || withoutSide(part) !== null) return true;
  const ofSide = others.filter(({ part_type }) => sideOf(part_type) === side && tellsSide(part_type));
  return ofSide.filter(({ score }) => score >= SURE_ON_CLOSE_UP).length >= 2;
};

export const isEvident = (part: PartType, seen: readonly Named[]): boolean => {
  const { place, kind } = factsOf(part);
  const sure = place === 'end' && kind === 'glass' ? SURE_WINDSHIELD : SURE_ON_CLOSE_UP;
  if (!seen.some(({ part_type, score }) => part_type === part && score >= sure)) return false;
  const others = besides(part, seen);
  return isEndEvident(part, others) && isSideEvident(part, others);
};

/** The part itself, on the other side, and at the other end: whatever was not told apart. */
export const readingsOfPart = (part: PartType): PartType[] => {
  const sides = sideOf(part) === null ? [part] : [part, onOtherSide(part)];
  const ends = factsOf(part).place === 'flank' ? sides : sides.flatMap((one) => [one, onOtherEnd(one)]);
  return [...new Set(ends)].filter(isPart);
};

/** What may be meant by parts that are not evident: all readings of a part are as likely. */
export const partCandidates = (
  parts: readonly { part_type: string; confidence: number }[],
): PartCandidate[] => {
  const total = parts.reduce((sum, { confidence }) => sum + confidence, 0);
  const chances = new Map<PartType, number>();
  for (const { part_type, confidence } of parts) {
    if (!isPart(part_type)) continue;
    const names = readingsOfPart(part_type);
    for (const name of names)
      chances.set(name, (chances.get(name) ?? 0) + (RIGHT_FAMILY * confidence) / total / names.length);
  }
  return asCandidates([...chances].map(([part_type, probability]) => ({ part_type, probability })));
};

/** The likeliest first, as many as help a person to choose. */
export const asCandidates = (chances: readonly PartCandidate[]): PartCandidate[] =>
  chances
    .map(({ part_type, probability }) => ({ part_type, probability: Math.round(100 * probability) / 100 }))
    .filter(({ probability }) => probability >= LEAST_CANDIDATE)
    .toSorted((a, b) => b.probability - a.probability)
    .slice(0, MOST_CANDIDATES);
