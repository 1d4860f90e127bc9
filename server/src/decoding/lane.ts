/** What a decoder's process, which does one thing at a time, knows of itself. Elsewhere all of it may be done at once. */

/** A second of work or less. What takes more goes one at a time, so that the others are not held up. */
const LIGHT_BYTES = 100e6;

class TooHeavy extends Error {}
export const isTooHeavy = (error: unknown) => error instanceof TooHeavy;

let [allowsHeavy, isSpent] = [true, false];

export const setLane = ({ heavy }: { heavy: boolean }) => {
  allowsHeavy = heavy;
};

/** Before work of so many decoded bytes: sends it to where heavy work waits for its turn, if it is not there. */
export const takeLane = (bytes: number) => {
  if (bytes > LIGHT_BYTES && !allowsHeavy) throw new TooHeavy();
};

/** A codec has failed in a way after which it is better not used again. */
export const retire = () => {
  isSpent = true;
};
export const isRetired = () => isSpent;
