/** For the start of a listener: a port that is taken is named, with the setting that chose it. */
export const explainTakenPort =
  (setting: string, port: number) =>
  (error: NodeJS.ErrnoException): never => {
    throw error.code === 'EADDRINUSE'
      ? new Error(
          `Port ${port} is taken by another program. Stop that one, or set ${setting} to a free port.`,
        )
      : error;
  };
