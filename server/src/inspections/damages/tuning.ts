/**
 * Numbers of the rules about damages that were tuned, each with where it comes from. docs/damages.md tells
 * the rules in words. "By eye" and "by judgment" mean that no experiment is recorded.
 */

/**
 * What each photo that shows the place intact leaves of the odds of a damage. docs/damages.md; by eye, cases in
 * merging/doubts.test.ts.
 */
export const DOUBT_ODDS = 0.5;
/**
 * Nearer to the border of the part than this the place may be round the corner. By eye, cases in
 * merging/doubts.test.ts.
 */
export const BORDER = 0.1;
/**
 * The part looks alike on both photos when the proportions of its box do. By eye, cases in
 * merging/doubts.test.ts.
 */
export const MOST_ASPECT_RATIO = 1.5;
/**
 * So much of the damage must lie on the part for another photo of the part to speak against it. By eye,
 * cases in merging/doubts.test.ts.
 */
export const MOSTLY_ON_PART = 0.6;
/**
 * A photo speaks against a damage when it shows the part as large, but for the inaccuracy of outlines. By
 * eye, cases in merging/doubts.test.ts; the comparison of inspections uses it too.
 */
export const AS_LARGE = 0.9;
/**
 * A faint find this near, in shares of the part, is the damage itself, seen badly. By eye, cases in
 * merging/doubts.test.ts.
 */
export const NEAR_FAINT_FIND = 0.2;
/**
 * One of the eight directions to the next: from there a flat part still looks the same. A definition: 360
 * degrees over eight directions.
 */
export const MOST_DEGREES = 45;
/**
 * Two members of one damage may differ more than a pair that is joined, because they were joined through a
 * third. By eye, cases in merging/merge-damages.test.ts. On one part (merging/one-part.ts) two that differ more are two: with 1 two findings
 * more repeat another one on the claims to choose on, and none is found more.
 */
export const FARTHEST_MEMBERS = 1.5;
/**
 * A find of another kind is as likely the same damage as one of its own kind that lies so much farther, as a share of the
 * farthest that is joined. By judgment.
 */
export const OTHER_KIND = 0.5;
/**
 * Two finds on one part of a photo are one damage when so much of one outline lies in the other. Chosen on one half of
 * training/labels/damaged-parts.json, with finds from half of their thresholds on: 52 of 55 such pairs are one damage
 * there; of those that overlap less or only touch it is a third.
 */
export const ONE_SPOT = 0.3;
/**
 * Two finds of the same kind on one part are pieces of one damage up to this gap, as a share of the longer one's diagonal.
 * Chosen on the same half: 5 of 5 such pairs are one damage; the nearest that are two lie 2.6 apart. Where the same is told of
 * both parts and neither has a name, 4 of 4; where more is told of one part than of the other, 3 of 6, but where another photo shows one
 * damage there, 3 of 3 on the claims of that half. Of any types that one hit leaves, what lies farther apart on one part is two (merging/one-part.ts).
 */
export const NEAR_PIECES = 1.25;
/**
 * The same on a bumper for types that one hit leaves, where another photo shows one damage there. On the claims to choose on it joins what lies
 * beside a damage on 5 vehicles and loses none. With 0.5 the traces of two hits become one; on every part two damages of hoods are lost.
 */
export const BESIDE_ON_BUMPER = 0.25;
/** A find is a speck up to this share of the other one's diagonal. By judgment; the same half has one such pair, one damage. */
export const SPECK = 0.15;
/** The same where the parts have different names: on the same photos 7 of 7 pairs. */
export const WITHIN = 0.9;
/** The least IoU of a person's box and a find at the same place. By eye. */
export const SAME_PLACE_IOU = 0.3;
/**
 * People draw more loosely than models: a box that lies so much in the other is at the same place too. By
 * eye.
 */
export const MOSTLY_INSIDE = 0.7;
/**
 * What clients send when they have no wish of their own. The interface of the client libraries;
 * docs/damages.md.
 */
export const USUAL_THRESHOLD = 0.3;
/**
 * Doors stand open, glass lies around: the vehicle's box is enlarged by this share of its longer side. By
 * eye.
 */
export const AROUND_VEHICLE = 0.3;
/** The share of a damage's box that must lie in that enlarged box. By eye. */
export const LEAST_ON_VEHICLE = 0.3;
/**
 * Fewer parts than this may be some cells of a hood in a cup of coffee: then a damage must speak for the
 * vehicle too. By eye; damages-on-vehicle.test.ts.
 */
export const SURE_PARTS_SHARE = 0.2;
/** From this confidence on the photo model has an opinion on whether there is a vehicle. By eye. */
export const SURE_OPINION = 0.6;
/**
 * Near means this share of the damage's longer side around it, and at least one cell. By eye, cases in
 * part-of-damage.test.ts.
 */
export const NEAR_DAMAGE = 0.25;
/**
 * A smaller share than this on a part is a neighbor's edge, not the part itself. By eye, cases in
 * part-of-damage.test.ts.
 */
export const LEAST_SHARE_ON_PART = 0.1;
/**
 * For a part of the kind that the type asks for, its edge is enough. By eye, cases in
 * part-of-damage.test.ts.
 */
export const LEAST_SHARE_OF_KIND = 0.03;
/** So many scratches close together on one part are one find. By judgment; scattered-scratches.test.ts. */
export const LEAST_SCRATCHES = 4;
/**
 * None of them is longer than this share of the part's diagonal. By judgment; scattered-scratches.test.ts.
 */
export const LONGEST_SCRATCH = 1 / 4;
/**
 * Each lies within this share of the part's diagonal of another. By judgment; scattered-scratches.test.ts.
 */
export const FARTHEST_SCRATCH = 1 / 6;

/**
 * A crack or a missing piece at least this many times as long as wide is the gap between two panels, unless plastic parts together or any
 * one part has such a probability by the net for close-ups. On the half to choose on of training/labels/damaged-parts.json and
 * claims.json, with finds from 0.25 on: 20 of 22 lie along a gap, of 4.9 to 9.8 times, and so do all that reach their threshold. On one part it is a damage: bumpers have 0.55 to 1, a crack
 * along a door 0.8 to 0.9. A missing lamp at the edge of a photo has 3.9.
 */
export const PANEL_GAP = { slenderness: 4.5, least_plastic: 0.5, one_part: 0.8 };

/** A find that is no finding for some reason has a score so much below its threshold: a suspicion, which a person decides. A definition. */
export const JUST_BELOW = 0.001;
/**
 * From this probability on a part by itself says that it is damaged. Chosen on one half of training/labels/damaged-parts.json, claims.json and
 * the rendered cars for part states 1.2.0 (training/EXPERIMENTS.md, 23c): of 281 damages on photos 210 are found there and 10 findings lie on
 * none (208 and 10 from 0.9 on, 212 and 11 from 0.8 on).
 */
export const PART_IS_DAMAGED = 0.85;
/**
 * Below this probability a pane by itself says that it is whole. On the half to choose on of training/labels/damaged-parts.json 1 of 11
 * broken ones says so too, so such a photo halves the odds and does not decide. Of lamps 2 of 12 do, and a broken lamp of demo/pictures.
 */
export const PART_IS_UNBROKEN = 0.2;
/**
 * Below this probability a lamp is no second part of a damage that reaches over it. On the half to choose on of training/labels no damage is lost, and one
 * more cost of a claim lies within 30 %; at 0.2 nothing changes.
 */
export const LAMP_IS_WHOLE = 0.5;
/** A faint find at the place that such a part tells has at least this share of its threshold. training/EXPERIMENTS.md, 18a. */
export const SHARE_OF_THRESHOLD = 0.35;
/**
 * A sure find of one part covers another that says of itself that it is broken: from this share of that part on, both are damaged. On the
 * half to choose on of training/labels/damaged-parts.json 0.5 finds one damage more than 0.8 (204 and 203 of 281) and repeats as few.
 */
export const COVERED = 0.5;
/**
 * The second network is asked about finds with such a score. Its odds count with this weight, none surer than `surest`, and together
 * they must be `1 / factor` times as good as those of the first alone. training/EXPERIMENTS.md, 19a.
 */
export const SECOND_OPINION = { from: 0.25, below: 0.95, weight: 0.75, factor: 0.6, surest: 0.98 };
