/**
 * Numbers of the reading of text that were tuned, each with where it comes from. docs/texts.md has the error
 * rates at these. "By eye" and "by judgment" mean that no experiment is recorded.
 */

/** Below this mean score the lines are read the other way round, too. By eye; reading.service.test.ts. */
export const DOUBTFUL = 0.8;
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
 * Boxes lower than this, in pixels that the first look saw, are easily cut short or run together. By eye;
 * reading.service.test.ts.
 */
export const SMALL = 14;
/** A picture only a little larger than what was seen shows no more. By eye; reading.service.test.ts. */
export const WORTHWHILE = 1.3;
/**
 * A block of rows that ran together is at most so high, in pixels that the first look saw. By eye;
 * reading.service.test.ts.
 */
export const BLOCK = 48;
/** Such a block was read no better than this. By eye; reading.service.test.ts. */
export const UNREADABLE = 0.6;
/**
 * A block is looked at again where the picture is at least so much larger than what was seen. By eye;
 * reading.service.test.ts.
 */
export const WORTHWHILE_FOR_BLOCKS = 1.6;
/** The box of a plate is often a little small: it is enlarged by this share of its sides. By eye. */
export const PLATE_ROOM = 0.1;
/** A plate so much smaller than the largest is that of another vehicle, further away. By eye. */
export const NEARLY_AS_LARGE = 0.6;
/**
 * A line so near to the edge of the photo, as a share of its side, may go on beyond it. By eye;
 * texts-seen.test.ts.
 */
export const TEXT_AT_EDGE = 0.01;
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
/** The mean score of an odometer's digits that is told. docs/texts.md. */
export const LEAST_ODOMETER_SCORE = 0.8;
/**
 * The score of any of its digits: one that is less sure is a mark beside the number, or misread.
 * docs/texts.md.
 */
export const LEAST_OF_ANY_DIGIT = 0.6;
/**
 * In heights of the number: what stands behind it belongs to it only when close by, such as its unit. By
 * eye; odometer.test.ts.
 */
export const BEHIND = 1.5;
/** How far before the number that may be, in its heights. By eye; odometer.test.ts. */
export const AHEAD = 3;
/** Of two readings that differ, one is believed when it is so much surer. By eye; odometer.test.ts. */
export const SURER = 0.05;
/**
 * The mean score of a VIN that is told. Measured on drawn plates that can hardly be read: below these, most
 * readings are wrong somewhere. docs/texts.md.
 */
export const LEAST_VIN_SCORE = 0.9;
/** The least score of each of its characters. As LEAST_VIN_SCORE. */
export const LEAST_OF_ANY_VIN_LETTER = 0.6;
/** The lines of a VIN on several lines are of one height, up to this ratio. By eye; vin.test.ts. */
export const ALIKE_HEIGHTS = 1.35;
/**
 * The mean score of a plate that is told. Measured on photos of 114 plates: below these, every second
 * reading is wrong. docs/texts.md.
 */
export const LEAST_PLATE_SCORE = 0.85;
/** The least score of each of its characters. As LEAST_PLATE_SCORE. */
export const LEAST_OF_ANY_PLATE_LETTER = 0.5;
/** Each letter that was taken for a digit, or the other way round, costs trust. By eye. */
export const PER_SWAP = 0.97;
/** What a plate keeps of its score whose form no country is known for. By eye. */
export const ODD_FORM = 0.95;
/** The score of a field of a French registration that is told. By eye; registration-fr.test.ts. */
export const LEAST_FIELD_SCORE = 0.6;
/** The score of a row of a machine-readable zone. By eye; mrz.test.ts. */
export const LEAST_MRZ_SCORE = 0.7;
/** A line that was read this well has lost nothing. By eye; mrz.test.ts. */
export const WELL_READ = 0.95;
/**
 * A line that starts so far before the end of another, in heights, still follows it. By eye; vin.test.ts.
 */
export const MOST_OVERLAP = 0.5;
/**
 * How far the middle of a line may be below that of another on the same row, in heights: of a line that
 * follows, of what stands near a number, and of the other piece of a number. By eye; odometer.test.ts,
 * vin.test.ts.
 */
export const SAME_ROW = { after: 0.6, near: 0.7, piece: 0.3 };
/**
 * The next row of a plate, or of what belongs to a number, is at most so many heights below. By eye;
 * plate.test.ts.
 */
export const NEXT_ROW = 1.6;
/**
 * The next line of a VIN, or the value below its code on a registration, is at most so many heights below.
 * By eye; registration-fr.test.ts.
 */
export const NEXT_LINE = 2.5;
/**
 * What a number with a fraction loses, and one with the digits of a total gains, when they compete. By eye;
 * odometer.test.ts.
 */
export const POINTS = { fraction: 1.5, whole: 2.5 };
/** What a number keeps of its score that only one of two readings saw. By eye; odometer.test.ts. */
export const READ_ONCE = 0.9;
/** What it keeps where the two readings differ and neither is surer. By eye; odometer.test.ts. */
export const CONTRADICTED = 0.8;
