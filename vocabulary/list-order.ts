/** The order in which damaged parts are listed and numbered, in the console, in the report, on the shared page and on the command line. */

type Listed = { part: string; family: string | null; level: number };

/** Names of what is not known to lie on a part. */
export const NO_PART = ['ignore', 'background'] as const;

const isOpen = ({ part }: Listed) => NO_PART.some((name) => name === part);

/** What is not known to lie on a part comes last, however bad it is. */
export const worstFirst = (a: Listed, b: Listed) =>
  Number(isOpen(a)) - Number(isOpen(b)) ||
  b.level - a.level ||
  `${a.part} ${a.family}`.localeCompare(`${b.part} ${b.family}`, 'en');
