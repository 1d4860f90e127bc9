/**
 * Numbers of the rules about photos that were tuned, each with where it comes from. docs/quality.md has the
 * error rates at these. "By eye" and "by judgment" mean that no experiment is recorded.
 */

/**
 * A part is shown when the model is on the average this sure inside its outline. docs/damages.md;
 * docs/models/parts.md.
 */
export const PART_THRESHOLD = 0.5;
/** A damage also lies on a second part when this share of it does. By eye, cases in photo-findings.test.ts. */
export const ALSO_ON = 0.3;
/**
 * From this score on the finds of the damage model are stored. Well below every threshold, so that a weak find can
 * confirm a damage on another photo. By judgment.
 */
export const LEAST_SCORE = 0.1;
/** Below this score a find is noise; from it on the photo no longer shows its place intact. docs/damages.md; by eye. */
export const FAINT = 0.2;
/**
 * The least IoU of the boxes of one thing that was found under two names. By eye, cases in
 * photo-findings.test.ts.
 */
export const TWO_NAMES_IOU = 0.75;
/** The same for a smash, which is also a name for a whole area. By eye, cases in photo-findings.test.ts. */
export const SAME_AREA_IOU = 0.5;
/**
 * A find of which so much lies on a person is none, unless a part is under it. By eye, cases in
 * photo-findings.test.ts.
 */
export const ON_PERSON = 0.8;
/** From this score on a photo shows an open airbag, more likely than not. By judgment. */
export const AIRBAG_IN_SIGHT = 0.5;
/** The share of a find that must lie on wheels to be something of the wheel. By eye. */
export const ON_WHEEL = 0.7;
/** Of a part that is not seen but said to be there. By judgment: neither sure nor not. */
export const UNSEEN_PART_CONFIDENCE = 0.5;
/**
 * From here on a viewpoint is sure enough to say what cannot be on the photo. docs/models/photo.md; by eye,
 * cases in photo-findings.test.ts.
 */
export const SURE_VIEWPOINT = 0.8;
/**
 * From here on a viewpoint confirms the names of parts, and the end that it shows. By training/labels/damaged-parts.json:
 * above it a part of the other end was wrong in 12 of 12 cases, below it the viewpoint was.
 */
export const NAMING_VIEWPOINT = 0.6;
/** How sure the side of a part is when nothing else on the photo speaks for it. A definition: two sides. */
export const UNSURE_SIDE = 0.5;
/** A model that is less sure sends nobody back to take a photo again. docs/quality.md. */
export const SURE = 0.8;
/** For a viewpoint that is far from the one asked for: there is less to mix up. docs/quality.md. */
export const SURE_OF_FAR = 0.7;
/** From so many degrees on a viewpoint is far from the one asked for. docs/quality.md. */
export const FAR_DEGREES = 80;
/** The share of the parts asked for by a sight that must be seen. docs/quality.md. */
export const LEAST_EXPECTED_PARTS = 0.5;
/** The vehicle's box must have this share of the picture. docs/quality.md. */
export const LEAST_SHARE_OF_PHOTO: Record<'whole' | 'section', number> = { whole: 0.1, section: 0.15 };
/** Neither near nor far: what no app takes the photo again for. docs/quality.md. */
export const UNKNOWN_SHARE = 0.5;
/** A part that fills the picture like this is a close-up. docs/quality.md; by eye. */
export const FILLS = 0.5;
/**
 * A box that ends nearer to the photo's edge than this share of the photo's side is cut off there: of the
 * vehicle, and of the parts that confirm it. docs/quality.md; by eye on validation photos.
 */
export const VEHICLE_AT_EDGE = 0.008;
/**
 * A smaller share of the photo taken for parts is stray cells on other things. By eye;
 * vehicle-on-photo.test.ts.
 */
export const LEAST_PARTS_SHARE = 0.02;
/**
 * The share of each side of a photo that a tile has: what one tile cuts is whole on the next. By judgment;
 * docs/privacy.md.
 */
export const TILE_SHARE = 0.6;
/**
 * Zero means 'not measured' to client libraries, so the worst score is a little more than that.
 * docs/compatibility.md; docs/quality.md.
 */
export const WORST_SCORE = 0.001;
/**
 * 480 pixels on the shorter side, the least that shows a scratch, sit at the threshold of 0.5.
 * docs/quality.md.
 */
export const SHORTER_SIDE_OF_FULL_SCORE = 960;
/** How much the greys of duplicate frames may differ on the average, of 255. By eye; frame-hash.service.test.ts. */
export const MOST_DIFFERENCE = 5;
/** How much they may differ in the tile that differs most. By eye; frame-hash.service.test.ts. */
export const MOST_IN_TILE = 14;

/**
 * Models give the strength of a fault, and the score is what is left of 1: below this it is an issue.
 * docs/quality.md.
 */
export const FAULT_THRESHOLD = 0.3;
/**
 * A measured score below this is an issue. The measures are scaled so that this is the middle:
 * docs/quality.md.
 */
export const QUALITY_THRESHOLD = 0.5;
/**
 * A vehicle's box that holds more than this share of the parts' area is the vehicle that has them. A
 * definition: most.
 */
export const MOST_OF_PARTS = 0.5;
/**
 * A photo that shows an intact vehicle at least so likely silences its parts. Chosen on one half of training/labels/damaged-parts.json
 * and of the intact cars: on one of these a bumper says that it is broken (0.95), and the photo looks intact with 0.89; no photo of which a
 * part found a true damage looks intact with more than 0.67.
 */
export const LOOKS_INTACT = 0.8;
