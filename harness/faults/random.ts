/** Numbers from 0 to 1, the same ones for the same seed: a test that fails tells its seed, and can be repeated. */
export const randomFrom = (seed: number) => {
  let last = seed + 1;
  return () => {
    last = (last * 16807) % 2147483647;
    return last / 2147483647;
  };
};

/** Set it to the one that a failure tells. */
export const SEED = Number(process.env.SEED ?? Date.now() % 100_000);
