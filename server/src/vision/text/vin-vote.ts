/** Several photos of one VIN: the likeliest reading of each is a vote on each of its characters. */
import { isSure, type VinReading } from './vin.ts';
import { type CheckDigit, checkDigit } from './vin-check-digit.ts';
import { bestOf } from './vin-letters.ts';

export type VinVote = {
  vin: string;
  score: number;
  check_digit: CheckDigit;
  /** How many of the readings say exactly this, and how many were asked. */
  agreeing: number;
  asked: number;
};

/** What is less sure has no say. */
const LEAST_SCORE = 0.7;
/** Readings that differ in more characters are of different vehicles. */
const MOST_DIFFERENCES = 5;
/** The share that a character must have of its votes. */
const CLEAR = 0.6;
/** No photo is so sure that others cannot outvote it. */
const MOST_SURE = 0.99;

const differences = (a: string, b: string) => [...a].filter((letter, i) => letter !== b[i]).length;

/** Null where the photos contradict one another: two vehicles, or a character that half of them read otherwise. */
export function voteOnVin(all: readonly VinReading[]): VinVote | null {
  const readings = all.filter(({ score }) => score >= LEAST_SCORE);
  const [first] = readings;
  if (!first) return null;
  if (readings.length === 1) {
    const { vin, score, check_digit } = first;
    return isSure(first) ? { vin, score, check_digit, agreeing: 1, asked: 1 } : null;
  }
  const groups = readings.map((one) =>
    readings.filter(({ vin }) => differences(one.vin, vin) <= MOST_DIFFERENCES),
  );
  const group = groups.reduce((a, b) => (b.length > a.length ? b : a));
  if (group.length * 2 <= readings.length) return null;
  const letters = first.letters.map((_, place) =>
    clearest(group.map(({ letters }) => letters[place]!.candidates)),
  );
  if (letters.some(({ score }) => score < CLEAR)) return null;
  const vin = letters.map(({ text }) => text).join('');
  return {
    vin,
    score: letters.reduce((sum, { score }) => sum + score, 0) / letters.length,
    check_digit: checkDigit(vin),
    agreeing: group.filter((reading) => reading.vin === vin).length,
    asked: readings.length,
  };
}

function clearest(votes: Record<string, number>[]) {
  const sums: Record<string, number> = {};
  for (const vote of votes)
    for (const [letter, score] of Object.entries(vote))
      sums[letter] = (sums[letter] ?? 0) + Math.min(MOST_SURE, score) / votes.length;
  const best = bestOf(sums);
  const all = Object.values(sums).reduce((sum, score) => sum + score, 0);
  return { text: best.text, score: best.score / Math.max(all, 1) };
}
