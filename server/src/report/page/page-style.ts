/** Sizes and colors. What an organization may change is its brand; the rest is the same for all. */
import type { ReportPaper } from '../../inspections/vocabulary.ts';
import type { Weight } from './fonts.ts';

export type Brand = {
  /** Stands beside the logo and in the head of every page. */
  name: string | null;
  color: string;
  /** PNG or JPEG, small. */
  logo: Buffer | null;
};

export const OWN_BRAND: Brand = { name: null, color: '#1f4e79', logo: null };

export const PAPERS: Record<ReportPaper, [number, number]> = { a4: [595.28, 841.89], letter: [612, 792] };

export const MARGIN = 42;
export const HEAD_HEIGHT = 30;
export const FOOT_HEIGHT = 30;

export const INK = '#1c2329';
export const SOFT = '#5b6670';
export const FAINT = '#d5dbe0';
export const WASH = '#f4f6f8';

/** By level of severity; 0 stands for a damage whose severity nobody knows. */
export const LEVEL_COLORS = ['#7a8fa3', '#f2c230', '#ee8a1d', '#d43a2f'] as const;
/** Dark enough to be read on white. */
export const LEVEL_INKS = ['#4a5f73', '#7a5c00', '#a04f00', '#a8241b'] as const;
export const GOOD = '#2b7a4b';
export const BAD = '#a8241b';

/** Of a letter, as a share of its size: the baseline lies so far below the top of a line. */
export const ASCENT = 0.95;

export type TextStyle = { size: number; weight: Weight; color: string; leading: number };

const style = (size: number, weight: Weight = 'regular', color: string = INK): TextStyle => ({
  size,
  weight,
  color,
  leading: size * 1.36,
});

export const TITLE = style(20, 'bold');
export const HEADING = style(13, 'bold');
export const SUBHEADING = style(10, 'bold');
export const BODY = style(9);
export const STRONG = style(9, 'bold');
export const SMALL = style(7.5, 'regular', SOFT);
/** Of what no reader may miss. */
export const DRAFT = style(13, 'bold', BAD);
export const LABEL = style(7, 'regular', SOFT);

/** Black or white, whichever can be read on the color. */
export const inkOn = (color: string): string => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.36 ? INK : '#ffffff';
};
