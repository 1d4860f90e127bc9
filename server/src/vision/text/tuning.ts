/**
 * Numbers of the reading of text that were tuned, each with where it comes from. docs/texts.md has the error
 * rates at these. "By eye" and "by judgment" mean that no experiment is recorded.
 */

/** Below this mean score the lines are read the other way round, too. By eye; reading.service.test.ts. */
export const DOUBTFUL = 0.8;
/**
 * Lines stand on their head if they are read so much better that way: the digits of a display are read as well either
 * way, and few photos are taken so. Three displays of `odometer2`, train; reading.service.test.ts.
 */
export const ON_HEAD = 1.2;
/** Below this score a line is no text. By eye; reading.service.test.ts. */
export const LEAST_LINE_SCORE = 0.4;
/** Room at each end of a number that is read twice, in heights of the line. By eye; reading.service.test.ts. */
export const ROOM_FOR_NUMBERS = 0.5;
/** The same for codes such as a VIN, which stand alone and may have lost more. By eye; reading.service.test.ts. */
export const ROOM_FOR_CODES = 1.5;
/**
 * Around the area, as a share of its longer side: boxes are often a little small, and text needs room. By
 * eye.
 */
export const AREA_MARGIN = 0.3;
/**
 * Detection and recognition do best on text of the size it has then; measured on number plates.
 * docs/texts.md.
 */
export const AREA_WIDTH = 640;
/**
 * Boxes lower than this, in pixels of the first pass, are easily cut short or run together. By eye;
 * reading.service.test.ts.
 */
export const SMALL = 14;
/** A picture only a little larger than in the first pass shows no more. By eye; reading.service.test.ts. */
export const WORTHWHILE = 1.3;
/**
 * A block of rows that ran together is at most so high, in pixels of the first pass. By eye;
 * reading.service.test.ts.
 */
export const BLOCK = 48;
/** Such a block was read no better than this. By eye; reading.service.test.ts. */
export const UNREADABLE = 0.6;
/**
 * A block has a second pass where the picture is at least so much larger than in the first pass. By eye;
 * reading.service.test.ts.
 */
export const WORTHWHILE_FOR_BLOCKS = 1.6;
/**
 * This share of the text must run up or down: a label on its side is no reason to turn the photo. By eye;
 * reading.service.test.ts.
 */
export const MOST_OF_TEXT = 0.6;
/**
 * From this probability on a cell of the detection's map is text. The default of PaddleOCR, whose network it
 * is.
 */
export const LEAST_PROBABILITY = 0.3;
/** The mean probability of a region that is text. The default of PaddleOCR. */
export const LEAST_REGION_SCORE = 0.6;
/**
 * The network marks the core of each line: the box must grow by this share of its area over its outline.
 * PaddleOCR has 1.5; by eye.
 */
export const GROWTH = 1.6;
/** A box so much higher than wide holds a line that runs down or up. The default of PaddleOCR. */
export const TALL = 1.5;
/**
 * All of a batch are as wide as its widest, and empty space beside a line makes its letters less sure.
 * Chosen on 114 plates: docs/models/text.md.
 */
export const MOST_SPACE = 1.25;
/** A letter that is less likely than this is no alternative. By judgment. */
export const LEAST_ALTERNATIVE = 0.005;
/** Blanks between words are narrow on photos: what is hardly one of them is one. By eye; reading.service.test.ts. */
export const LEAST_SPACE = 0.1;
/** A line that was read this well has lost nothing. By eye; mrz.test.ts. */
export const WELL_READ = 0.95;
/** The cell of a character, as a share of the distance to the next one. By eye. */
export const CELL = 0.9;
/** The rows of a line that the ground of its characters is measured on: above and below these is the frame. By eye. */
export const ROWS = { from: 0.2, to: 0.8 };
/** The darkest and the lightest pixels are taken without these outermost shares, which are dust and glare. By eye. */
export const OUTERMOST = 0.05;
