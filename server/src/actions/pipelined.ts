/**
 * Statements of one transaction that do not need each other's answers: they go out together and are
 * carried out in this order. A failure is thrown only after all have ended, because none may
 * use the transaction after its end.
 */
export const pipelined = async <T extends unknown[]>(
  ...statements: { [K in keyof T]: Promise<T[K]> }
): Promise<T> => {
  const outcomes = await Promise.allSettled(statements);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as T;
};
