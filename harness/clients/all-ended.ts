/** As Promise.all, but where one fails the others are waited for first: whatever they start can then be stopped. */
export const allEnded = async <T>(works: Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(works);
  return Promise.all(works);
};
