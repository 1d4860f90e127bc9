/** The state of a decoder process: whether it may do heavy work, and whether it must end. Other processes may do everything. */

/** Up to this size a picture takes a second or less. Larger ones are decoded one at a time, so that others do not wait. */
const LIGHT_BYTES = 100e6;

class TooHeavy extends Error {}
export const isTooHeavy = (error: unknown) => error instanceof TooHeavy;

let [allowsHeavy, isSpent] = [true, false];

export const allowHeavyWork = ({ heavy }: { heavy: boolean }) => {
  allowsHeavy = heavy;
};

/** Called before work on so many decoded bytes. Throws where heavy work is not allowed; the pool then queues it for a process that may do it. */
export const refuseIfTooHeavy = (bytes: number) => {
  if (bytes > LIGHT_BYTES && !allowsHeavy) throw new TooHeavy();
};

/** A codec has failed in a way after which it is better not used again. */
export const retire = () => {
  isSpent = true;
};
export const isRetired = () => isSpent;
