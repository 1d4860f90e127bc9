/** What a person goes through: the damages as the table lists them, then the open suspicions, with one row of numbers. */
import { asReported, type Findings, type FoundPart, groupsOf } from '../findings.ts';

export type ReviewItem = {
  kind: 'damage' | 'suspicion';
  id: string;
  number: number;
  /** A person said that it is there; who added a damage said so with it. */
  isDecided: boolean;
};

type Listed = Pick<Findings, 'parts' | 'vehicles' | 'inspection'>;

const damagesOf = ({ parts, vehicles, inspection }: Listed, inOrder = (own: FoundPart[]) => own) =>
  (vehicles.length > 0 ? vehicles.map((vehicle) => vehicle.parts) : [parts])
    .flatMap((own) => groupsOf(inOrder(own), inspection))
    .flatMap((group) => group.parts.flatMap(({ damages }) => damages))
    .map(({ damage }) => damage);

/** In the order of the list, which stays while they are corrected; with the numbers of the report, which may not. */
export const reviewItems = (findings: Findings): ReviewItem[] => {
  const numbers = new Map(damagesOf(findings, asReported).map(({ id }, index) => [id, index + 1]));
  return [
    ...damagesOf(findings).map(({ id, score, confirmedBy }) => ({
      kind: 'damage' as const,
      id,
      number: numbers.get(id)!,
      isDecided: score === null || confirmedBy !== null,
    })),
    ...findings.suspicions
      .filter(({ state }) => state === 'open')
      .map(({ id }, index) => ({
        kind: 'suspicion' as const,
        id,
        number: numbers.size + index + 1,
        isDecided: false,
      })),
  ];
};

/** 4, or 4–6, or 4, 9 where those of a part do not follow one another. */
export const numbersInWords = (numbers: readonly number[]): string => {
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
  const isRow = numbers.length > 1 && last - first === numbers.length - 1;
  return isRow ? `${first}–${last}` : numbers.join(', ');
};

/** The item that is so many steps further on, around the end; from nowhere the first or the last. */
export const itemBeside = (items: ReviewItem[], id: string | null, by: 1 | -1): ReviewItem | undefined => {
  const at = items.findIndex((item) => item.id === id);
  return at === -1 ? items.at(by === 1 ? 0 : -1) : items.at((at + by) % items.length);
};

/** Where to go once it is decided: to the next one, from the last to the one before it if it goes away. */
export const itemAfter = (items: ReviewItem[], id: string, isGoing: boolean): ReviewItem | undefined => {
  const at = items.findIndex((item) => item.id === id);
  return items[at + 1] ?? (isGoing ? items[at - 1] : items[at]);
};
