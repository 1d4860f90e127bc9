/** The environment variable with the folder of this run's answers. */
export const REMEMBERED = 'REMEMBERED_ANSWERS';

/** What makes a program remember, where the run of tests has such a folder. */
export const remembering = (): Record<string, string> => {
  const folder = process.env[REMEMBERED];
  if (!folder) return {};
  return { [REMEMBERED]: folder, NODE_OPTIONS: `--import=${new URL('./remember.ts', import.meta.url).href}` };
};
