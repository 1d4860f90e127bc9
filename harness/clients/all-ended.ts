/** Like Promise.all, but a failure is thrown only after all others have ended, so that everything they started can be stopped. */
export const allEnded = async <T>(works: Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(works);
  return Promise.all(works);
};
