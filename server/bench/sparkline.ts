const BARS = [...'▁▂▃▄▅▆▇█'];

/** A curve in one line of text, from nothing to its highest value. */
export const sparkline = (values: number[]) => {
  const highest = Math.max(...values);
  return values.map((value) => BARS[Math.min(7, Math.floor((8 * value) / highest))] ?? ' ').join('');
};
