/**
 * Numbers of the rules about texts that were tuned, each with where it comes from. docs/texts.md has the
 * error rates at these. "By eye" and "by judgment" mean that no experiment is recorded.
 */

/** A field of a paper that is less sure is shown, but nothing is taken from it. docs/texts.md. */
export const LEAST_OF_PAPER = 0.85;
/** A reading of a VIN that is less sure has no vote. By eye, cases in vin-vote.test.ts. */
export const LEAST_VIN_CONFIDENCE = 0.7;
/** Readings that differ in more characters are of different vehicles. By eye, cases in vin-vote.test.ts. */
export const MOST_VIN_DIFFERENCES = 5;
/** The share of its votes that a character must have. docs/texts.md; vin-vote.test.ts. */
export const CLEAR_VOTE = 0.6;
/** No photo is so sure that others cannot outvote it. By judgment. */
export const MOST_SURE = 0.99;
/** The box of a plate is often a little small: it is enlarged by this share of its sides. By eye. */
export const PLATE_ROOM = 0.1;
/** A plate so much smaller than the largest is that of another vehicle, further away. By eye. */
export const NEARLY_AS_LARGE = 0.6;
/**
 * A line so near to the edge of the photo, as a share of its side, may go on beyond it. By eye;
 * texts-on-photo.test.ts.
 */
export const TEXT_AT_EDGE = 0.01;
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
/** So many of its capitals may be read as small letters. By judgment; vin.test.ts. */
export const MOST_SMALL_LETTERS = 2;
/** The lines of a VIN on several lines are of one height, up to this ratio. By eye; vin.test.ts. */
export const ALIKE_HEIGHTS = 1.35;
/**
 * The mean score of a plate that is told. Measured on photos of 114 plates: below these, every second
 * reading is wrong. docs/texts.md.
 */
export const LEAST_PLATE_SCORE = 0.85;
/** The least score of each of its characters. As LEAST_PLATE_SCORE. */
export const LEAST_OF_ANY_PLATE_LETTER = 0.5;
/** The same for a reading that another one at another size confirms. Chosen on half of the plates of training/EXPERIMENTS.md, 11a. */
export const LEAST_CONFIRMED = { mean: 0.7, any: 0.3 };
/** Of two readings of a plate that differ, one counts when its least sure character is so much surer. As LEAST_CONFIRMED. */
export const SURER_PLATE = 0.15;
/** Of a plate that another reading has fewer characters of, and that no country is known for. As LEAST_CONFIRMED. */
export const LEAST_OF_LONGER = 0.9;
/** How much of a plate another photo must show to be of the same one: 5 of 7 or 8 characters. By judgment. */
export const LEAST_OF_WHOLE_PLATE = 0.6;
/** A letter is put in the place of a digit, or the other way round, where it has at least this chance. As LEAST_CONFIRMED. */
export const LEAST_DOUBT = 0.02;
/** Or where what was read is less sure than this. As LEAST_CONFIRMED. */
export const CERTAIN_SIGN = 0.9;
/** How near to the number, and how high, stacked letters are, in heights of the number. By eye, on drawn plates. */
export const STACKED = { along: 0.6, across: 0.6, height: { from: 0.25, to: 0.75 } };
/** Each letter that was taken for a digit, or the other way round, costs trust. By eye. */
export const PER_SWAP = 0.97;
/** What a plate keeps of its score whose form no country is known for. By eye. */
export const ODD_FORM = 0.95;
/** The score of a field of a French registration that is told. By eye; registration-fr.test.ts. */
export const LEAST_FIELD_SCORE = 0.6;
/** The score of a row of a machine-readable zone. By eye; mrz.test.ts. */
export const LEAST_MRZ_SCORE = 0.7;
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
/**
 * Digits that are so far apart at least, in heights of the line, are drums: 56 of 64 mechanical odometers, 2 of 140
 * displays (`odometer2`, train; training/EXPERIMENTS.md, 11a).
 */
export const DRUM_STEP = 0.6;
/** Digits that are nearer than this are those of a display. As DRUM_STEP. */
export const DISPLAY_STEP = 0.45;
/** By so much more of the drum of the tenths is light than of the others. As DRUM_STEP. */
export const LIGHT_DRUM = 0.1;
/** Than of each of the others, where it is not sure that these are drums. As DRUM_STEP. */
export const LIGHT_DIGIT = 0.15;
/** The same where the tenths would be the fifth digit, which they are not. By eye. */
export const LIGHT_FIFTH = 0.25;
/** What a number keeps of its score that only one of two readings saw. By eye; odometer.test.ts. */
export const READ_ONCE = 0.9;
/** What it keeps where the two readings differ and neither is surer. By eye; odometer.test.ts. */
export const CONTRADICTED = 0.8;
/** A vehicle whose box has less than this share of the largest one's area is farther away, or cut off. By judgment. */
export const FARTHER_VEHICLE = 0.5;
