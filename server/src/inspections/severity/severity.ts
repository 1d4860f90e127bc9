/**
 * How bad a damage is: 1 low, 2 moderate, 3 high. Its type says from which share of the part, or from which length,
 * a level is reached. Where neither is known the size is unknown: the usual level of its type is assumed, one more where it
 * fills a close-up; it may be off by one. The photos as a whole decide whether a dent or a missing piece destroys its part. Where a model
 * judged the part by itself, its look and the level so far decide together.
 */

import { damageEntry, type Scale } from '../damages/damage-registry.ts';
import type { PartType } from '../parts/parts.ts';
import type { Extent, Level, Mark, Reason } from '../records/severity.ts';
import type { DamageType } from '../vocabulary.ts';
import { type Probabilities, rangeByLook } from './look-of-part.ts';
import { FILLS_PHOTO, HEAVY_PHOTO } from './tuning.ts';

/** `least` and `most`: as far as the level may be off because the size is not known well. */
export type LevelRange = { level: Level; least: Level; most: Level };
export type Grade = LevelRange & { reason: Reason };

/** That many damages on one part are a level worse than the worst of them. */
export const MANY = 3;

const reaches = (mark: Mark | undefined, share: number | null, cm: number | null) =>
  mark !== undefined && ((share !== null && share >= mark.share) || (cm !== null && cm >= mark.cm));

/** The worst level that damages of a type have. */
const worstOn = (scale: Scale): Level => (scale.three ? 3 : 2);

/** What made it this level: the mark that was reached, or the next one, which was not. */
const markOf = (scale: Scale, level: Level): { code: 'from_mark' | 'below_mark'; mark: Mark } => {
  const reached = level === 3 ? scale.three : scale.two;
  return level > scale.least
    ? { code: 'from_mark', mark: reached! }
    : { code: 'below_mark', mark: (level === 1 ? scale.two : scale.three)! };
};

const clamped = (level: number, least: Level) => Math.min(3, Math.max(least, level)) as Level;

/**
 * What its photos say besides. `photoShare`: of the close-up that it covers most of, where no size is known. `heavy`: how likely the photo
 * of it that looks worst is severe; null where no model judged. `howBad`: how likely it is moderate and severe by the look of its part; null as above.
 */
type Look = { photoShare?: number | null; heavy?: number | null; howBad?: Probabilities | null };

export const gradeDamage = (
  damage_type: DamageType,
  part_type: PartType,
  extent: Extent | null,
  { photoShare = null, heavy = null, howBad = null }: Look = {},
): Grade => {
  const scale: Scale = damageEntry(damage_type)?.scale ?? { least: 1, usual: 1 };
  const bySize = gradeBySize(scale, { damage_type, part_type }, extent, photoShare);
  const grade = scale.by_look && heavy !== null ? gradeByLook(bySize, heavy) : bySize;
  return howBad !== null && grade.reason.code !== 'always' ? gradeByPart(grade, scale, howBad) : grade;
};

const gradeByPart = (grade: Grade, scale: Scale, howBad: Probabilities): Grade => {
  const { damage_type, part_type } = grade.reason;
  const range = rangeByLook(grade.level, { least: scale.least, most: worstOn(scale) }, howBad);
  const rounded = (probability: number) => Math.round(100 * probability) / 100;
  return {
    ...range,
    reason: {
      ...{ damage_type, part_type, level: range.level, code: 'by_look_of_part' },
      moderate_probability: rounded(howBad.moderate),
      severe_probability: rounded(howBad.severe),
      ...('extent' in grade.reason && { extent: grade.reason.extent }),
    },
  };
};

const gradeByLook = (grade: Grade, heavy: number): Grade => {
  const { code, damage_type, part_type } = grade.reason;
  const told = (level: Level, because: 'heavy_photo' | 'no_heavy_photo'): Grade => ({
    level,
    least: Math.min(grade.least, level) as Level,
    most: 3,
    reason: {
      ...{ damage_type, part_type, level, code: because, heavy_probability: heavy },
      ...('extent' in grade.reason && { extent: grade.reason.extent }),
    },
  });
  if (grade.level === 3) return heavy < HEAVY_PHOTO.least ? told(2, 'no_heavy_photo') : grade;
  const isSizeUnknown = code === 'unseen' || code === 'vague';
  return isSizeUnknown && heavy >= HEAVY_PHOTO.alone ? told(3, 'heavy_photo') : grade;
};

const gradeBySize = (
  scale: Scale,
  what: { damage_type: DamageType; part_type: PartType },
  extent: Extent | null,
  photoShare: number | null,
): Grade => {
  const { least, usual } = scale;
  if (!scale.two && !scale.three)
    return { level: usual, least: usual, most: usual, reason: { ...what, level: usual, code: 'always' } };
  if (extent === null) {
    const isLarge = photoShare !== null && photoShare >= FILLS_PHOTO && usual < worstOn(scale);
    const level = isLarge ? clamped(usual + 1, least) : usual;
    return {
      level,
      least: clamped(usual - 1, least),
      most: clamped(level + 1, least),
      reason: { ...what, level, code: 'unseen', ...(isLarge && { photo_share: photoShare }) },
    };
  }
  const { size_cm, at_most } = extent;
  // What is only a bound says nothing once the length is known.
  const share = at_most && size_cm ? null : extent.share;
  const levelAt = (cm: number | null) =>
    clamped(reaches(scale.three, share, cm) ? 3 : reaches(scale.two, share, cm) ? 2 : 1, least);
  const level = levelAt(size_cm?.value ?? null);
  if (at_most && !size_cm && level > usual)
    return { level: usual, least, most: level, reason: { ...what, level: usual, code: 'vague', extent } };
  return {
    level,
    least: at_most && !size_cm ? least : levelAt(size_cm?.min ?? null),
    most: levelAt(size_cm?.max ?? null),
    reason: { ...what, level, ...markOf(scale, level), extent },
  };
};

/** Of all the damages on it; there is at least one. */
export const gradePart = (
  grades: readonly Pick<Grade, 'level' | 'reason'>[],
): Pick<Grade, 'level' | 'reason'> => {
  const [worst] = grades.toSorted((a, b) => b.level - a.level);
  const { level, reason } = worst!;
  if (grades.length === 1) return { level, reason };
  // However many they are, they do not destroy it.
  const raised = grades.length >= MANY && level === 1;
  return {
    level: (level + Number(raised)) as Level,
    reason: { ...reason, worst_of: grades.length, raised },
  };
};
