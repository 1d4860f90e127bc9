/** A check answers what it found, or a doubt; what keeps the service from working is thrown. */
export type Doubt = { doubt: string };
export type Check = { name: string; run(): Promise<string | Doubt> };

export type Finding = { name: string; status: 'ok' | 'warning' | 'failed'; message: string };

/** The first cause, which says most: what is around it is for those who use the service. */
export const reasonOf = (error: unknown): string => {
  const { cause, message, code } = error as NodeJS.ErrnoException;
  // Where a name stands for several addresses, the error about all of them has no message.
  return cause ? reasonOf(cause) : message || String(code);
};

export const findingOf = async ({ name, run }: Check): Promise<Finding> => {
  try {
    const found = await run();
    return typeof found === 'string'
      ? { name, status: 'ok', message: found }
      : { name, status: 'warning', message: found.doubt };
  } catch (error) {
    return { name, status: 'failed', message: (error as Error).message };
  }
};
