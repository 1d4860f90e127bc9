/**
 * Numbers of the judgment of the whole vehicle that were tuned, each with where it comes from. docs/severity.md tells
 * the rules in words, docs/models/state.md has the error rates at these.
 */

/** From this probability on a photo alone says that the vehicle is severely damaged. docs/models/state.md. */
export const SURE_HEAVY = 0.4;
/** From this one on it does so together with another photo. docs/models/state.md. */
export const LIKELY_HEAVY = 0.33;
/**
 * From this one on it does so together with its listed damages: one of level 3, and others of level 2 at least on another
 * part. Chosen on one half of training/labels/damaged-parts.json: 5 of 14 severe vehicles more, and 1 of 90 moderate ones. The
 * next moderate one has 0.10.
 */
export const MAYBE_HEAVY = 0.12;
/**
 * From this one on nobody says that it is not severe: state and condition are left to a person. Chosen on one half of
 * training/labels/damaged-parts.json: 8 of 27 severe photos lie between this and SURE_HEAVY, 16 of 102 moderate ones, 1 of 49 light
 * ones and no intact one. docs/accuracy.md.
 */
export const UNDECIDED_HEAVY = 0.2;
/**
 * So many photos of the same damaged parts that do not look so outvote one that is only undecided. Chosen on one half of
 * training/labels/claims.json: of 11 claims that were undecided four are outvoted, and none of these is severe.
 */
export const OUTVOTING = 2;
/** A state that is less likely than this is not told. By judgment: more likely than all others together. */
export const LEAST_STATE = 0.5;
/** Fainter finds tell nothing about where the deformation is. By judgment, as FAINT of photos/tuning.ts. */
export const FAINT = 0.2;
/** A part is deformed if so much of its box lies in a find. By judgment; deformation.test.ts. */
export const DEFORMED_SHARE = 0.3;
/** A part that looks damaged by itself with less than this is not deformed. A definition: more likely intact than not. */
export const LOOKS_DAMAGED = 0.5;
/**
 * The most that the condition can be. A crushed end reads as poor; a wreck is worth its
 * parts. By judgment.
 */
export const MOST_CONDITION = { severe: 40, wreck: 15 } as const;
/**
 * The most that the condition can be with a damage of this level: never green (from 85 on) with a severe one. By
 * judgment.
 */
export const MOST_CONDITION_AT_LEVEL: Partial<Record<number, number>> = { 3: 79 };
/** The same where a photo looks worse than all that is listed: just not green. By judgment. */
export const MOST_CONDITION_LOOKS_WORSE = 84;
/** The same with a flat tire, which is no damage of the list: what marked paint takes. By judgment. */
export const MOST_CONDITION_FLAT_TIRE = 95;
/** Deformed on so many sides, a vehicle is a wreck. By judgment: both ends, or an end and both flanks. */
export const SIDES_OF_WRECK = 3;
/**
 * A find of this score lies on a damage more often than not (docs/models/damage.md), so its photo is not called intact. A
 * definition. Finds on intact cars score up to 0.49.
 */
export const LIKELY_DAMAGE = 0.5;
/**
 * So many suspicions a photo are outweighed where every photo is called intact, and a single one always. Intact cars have 12 on
 * 59 photos. Chosen with LIKELY_DAMAGE on one half of training/labels/damaged-parts.json and of the intact cars, after the
 * other half had shown that without both 11 of 177 damaged vehicles read as intact.
 */
export const OUTWEIGHED_SUSPICIONS = 0.25;
