/** Numbers as people write them: 1–4, 7. For the photos of an inspection, in the report and in the console. */
export const numberRanges = (numbers: readonly number[]): string => {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
};
