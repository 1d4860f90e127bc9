/**
 * The length of a damage as people read it, in any unit: whole from 10 on, with one decimal below. A photo tells no more,
 * and the same damage has the same length in the list, in its reason, in the report and on the command line.
 */
export const readableLength = (length: number): number =>
  length < 10 ? Math.round(length * 10) / 10 : Math.round(length);
