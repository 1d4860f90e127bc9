/** Several photos of one VIN: the likeliest reading of each is a vote on each of its characters. */
import type { VinDetection } from './text-detections.ts';
import { CLEAR_VOTE, LEAST_VIN_CONFIDENCE, MOST_SURE, MOST_VIN_DIFFERENCES } from './tuning.ts';

type Reading = Pick<VinDetection, 'vin' | 'confidence' | 'sure' | 'candidates'>;

type VinVote = { vin: string; confidence: number };

/** Whether both may be readings of one VIN. */
export const isAlike = (a: string, b: string) =>
  [...a].filter((letter, i) => letter !== b[i]).length <= MOST_VIN_DIFFERENCES;

/** Null where the photos contradict one another: two vehicles, or a character that half of them read otherwise. */
export function voteOnVin(all: readonly Reading[]): VinVote | null {
  const readings = all.filter(({ confidence }) => confidence >= LEAST_VIN_CONFIDENCE);
  const [first] = readings;
  if (!first) return null;
  if (readings.length === 1) {
    const { vin, confidence, sure } = first;
    return sure ? { vin, confidence } : null;
  }
  const groups = readings.map((one) => readings.filter(({ vin }) => isAlike(one.vin, vin)));
  const group = groups.reduce((a, b) => (b.length > a.length ? b : a));
  if (group.length * 2 <= readings.length) return null;
  const letters = first.candidates.map((_, place) =>
    clearest(group.map(({ candidates }) => candidates[place]!)),
  );
  if (letters.some(({ share }) => share < CLEAR_VOTE)) return null;
  return {
    vin: letters.map(({ letter }) => letter).join(''),
    confidence: letters.reduce((sum, { share }) => sum + share, 0) / letters.length,
  };
}

function clearest(votes: Record<string, number>[]) {
  const sums: Record<string, number> = {};
  for (const vote of votes)
    for (const [letter, score] of Object.entries(vote))
      sums[letter] = (sums[letter] ?? 0) + Math.min(MOST_SURE, score) / votes.length;
  const [letter, most] = Object.entries(sums).reduce((a, b) => (b[1] > a[1] ? b : a));
  const all = Object.values(sums).reduce((sum, score) => sum + score, 0);
  return { letter, share: most / Math.max(all, 1) };
}
