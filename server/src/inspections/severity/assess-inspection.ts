/** How bad everything that was found on a vehicle is, by what the photos show and by what people said over it. */

import type { DamagedPart, OpenPart, PartDamage } from '../costs/part-work.ts';
import { isDamage } from '../damages/damage-kinds.ts';
import { damageEntry } from '../damages/damage-registry.ts';
import { howBadOn, partFamilyOf } from '../damages/found-besides.ts';
import { NO_PART, type PartType } from '../parts/parts.ts';
import type { Damage, SizeCm } from '../records/findings/damage.ts';
import type { Part } from '../records/findings/part.ts';
import type { Inspection } from '../records/inspection.ts';
import type { Extent, Level, Reason, Severity } from '../records/severity.ts';
import type { DamageType } from '../vocabulary.ts';
import { extentOn, shareOfCloseUp } from './damage-extent.ts';
import { type Grade, gradeDamage, gradePart, type LevelRange } from './severity.ts';

export type GradedItem = {
  related_item_type: 'part' | 'damage';
  related_item_id: string;
  label: PartType;
  level: Level;
  reason: Reason;
};

export type Assessment = {
  sizes: { damage_id: string; size_cm: SizeCm | null }[];
  severities: GradedItem[];
  /** What there is to repair. */
  parts: DamagedPart[];
  /** Damages of which only the family of their part is known. */
  open: OpenPart[];
  /** Damages on no known part: nobody can say what they cost, only how much at most. */
  unplaced: PartDamage[];
};

/** The author of a severity that the service computed. */
export const SERVICE = 'algo';

type UserOverride = {
  level: Level | null;
  wish: 'repair' | 'replace' | null;
  /** Said by a person from the start, so that it counts without a damage. */
  stands_alone: boolean;
};

/** The last override by a person. */
const overrideOn = (severities: readonly Severity[], itemId: string): UserOverride => {
  const words = severities.filter((s) => s.is_user_modified && s.related_item_id === itemId);
  const last = <T>(value: (severity: Severity) => T | null) =>
    words.reduce<T | null>((latest, severity) => value(severity) ?? latest, null);
  return {
    level: last((severity) => severity.level as Level | null),
    wish: last((severity) => severity.repair_operation as UserOverride['wish']),
    stands_alone: words.some((severity) => severity.created_by !== SERVICE),
  };
};

/** A part that a person gave a level, but no damage, is priced as if it had this one. */
const UNKNOWN_DAMAGE: DamageType = 'dent';

const exactly = (level: Level): LevelRange => ({ level, least: level, most: level });

const toRepair = ({ level, least, most, reason: { damage_type } }: Grade): PartDamage => ({
  damage_type,
  level,
  least,
  most,
});

/** People's level of a part is that of its worst damage. */
const withLevel = (damages: DamagedPart['damages'], level: Level): DamagedPart['damages'] => {
  if (damages.length === 0) return [{ damage_type: UNKNOWN_DAMAGE, ...exactly(level) }];
  const worst = Math.max(...damages.map((damage) => damage.level));
  return damages.map((damage) => ({
    ...damage,
    ...exactly(damage.level === worst ? level : (Math.min(damage.level, level) as Level)),
  }));
};

/** Its part was told from a close-up, which shows a piece of the part: nothing can be measured against that. */
const isOnPieceOfPart = ({ evidence }: Damage) => evidence?.part_model?.name === 'close_up_parts';

/** What the analysis of wheels finds is outlined as its wheel: that is not how large it is. */
const isOutlinedAsPart = ({ damage_type }: Damage) => damageEntry(damage_type)?.found_by === 'wheel_analysis';

export const assessInspection = (inspection: Inspection): Assessment => {
  const { views, severities } = inspection;
  const photos = new Map(inspection.images.map((image) => [image.id, image]));
  const viewsOfDamage = Map.groupBy(views, (view) => view.damage_id);
  const viewsOfPart = Map.groupBy(views, (view) => view.part_id);
  const damages = inspection.damages.filter(({ damage_type }) => isDamage(damage_type));
  const partOf = new Map(inspection.parts.map((part) => [part.id, part]));
  const mainPart = (damage: Damage) =>
    inspection.parts.find(({ part_type }) => part_type === damage.part_type) ?? null;

  /** A person's length takes the place of the measured one. */
  const extentOf = (damage: Damage, part: Part | null): Extent | null => {
    const seen =
      part && !isOnPieceOfPart(damage) && !isOutlinedAsPart(damage)
        ? extentOn(part.part_type, viewsOfDamage.get(damage.id) ?? [], viewsOfPart.get(part.id) ?? [], photos)
        : null;
    const size = damage.stated_size_cm;
    if (size === null) return seen;
    const size_cm = { value: size, min: size, max: size };
    return { ...(seen ?? { share: 1, at_most: true }), size_cm };
  };

  const graded = (damage: Damage, part: Part | null): Grade => {
    const { damage_type } = damage;
    const part_type = part?.part_type ?? 'ignore';
    const { level } = overrideOn(severities, damage.id);
    if (level === null) {
      const shown = viewsOfDamage.get(damage.id) ?? [];
      const heavy = shown.flatMap(({ image_id }) => photos.get(image_id)?.vehicle_state?.heavy ?? []);
      return gradeDamage(damage_type, part_type, extentOf(damage, part), {
        photoShare: shareOfCloseUp(shown, photos),
        heavy: heavy.length > 0 ? Math.max(...heavy) : null,
        howBad: howBadOn(damage, part_type),
      });
    }
    return { ...exactly(level), reason: { damage_type, part_type, level, code: 'set_by_person' } };
  };

  /** What a model said of a part, by a look at it: the worst, if several damages lie on it. */
  const byLook = (grades: readonly Grade[]) =>
    grades
      .flatMap(({ reason, ...range }) => (reason.code === 'by_look_of_part' ? { ...range, reason } : []))
      .toSorted((a, b) => b.level - a.level)[0];

  /** On a part that it only reaches it is no worse than either part looks, its own and that one. */
  const gradedOn = (damage: Damage, part: Part): Grade => {
    const here = graded(damage, part);
    if (damage.part_type === part.part_type) return here;
    const ofPart = damages.filter(({ part_type }) => part_type === part.part_type);
    const looks = [
      byLook([graded(damage, mainPart(damage))]),
      byLook(ofPart.map((own) => graded(own, part))),
    ];
    const [limit] = looks.flatMap((look) => look ?? []).toSorted((a, b) => a.level - b.level);
    if (!limit || limit.level >= here.level) return here;
    // The size was another one.
    const { extent: _, ...reason } = limit.reason;
    const { damage_type, part_type } = here.reason;
    return { ...limit, reason: { ...reason, damage_type, part_type } };
  };

  const onParts = [...partOf.values()].map((part) => ({
    part,
    grades: damages
      .filter((damage) => damage.part_ids.includes(part.id))
      .map((damage) => gradedOn(damage, part)),
  }));

  const unplaced = damages.filter((damage) => NO_PART.includes(damage.part_type));

  return {
    sizes: inspection.damages.map((damage) => ({
      damage_id: damage.id,
      size_cm: extentOf(damage, mainPart(damage))?.size_cm ?? null,
    })),
    severities: [
      ...onParts
        .filter(({ grades }) => grades.length > 0)
        .map(({ part, grades }) => {
          const { level, reason } = gradePart(grades);
          const label = part.part_type;
          return { related_item_type: 'part' as const, related_item_id: part.id, label, level, reason };
        }),
      ...damages.map((damage) => {
        const { level, reason } = graded(damage, mainPart(damage));
        const label = damage.part_type;
        return { related_item_type: 'damage' as const, related_item_id: damage.id, label, level, reason };
      }),
    ],
    parts: onParts.flatMap(({ part, grades }): DamagedPart[] => {
      const override = overrideOn(severities, part.id);
      if (grades.length === 0 && !override.stands_alone) return [];
      const seen = grades.map(toRepair);
      const level =
        override.level ??
        (seen.length > 0 ? gradePart(grades).level : override.wish === 'replace' ? 3 : null);
      if (level === null) return [];
      return [
        {
          part_id: part.id,
          part_type: part.part_type,
          level,
          damages: override.level === null && seen.length > 0 ? seen : withLevel(seen, level),
          wish: override.wish,
        },
      ];
    }),
    open: [...Map.groupBy(unplaced, partFamilyOf)].flatMap(([family, own]): OpenPart[] => {
      if (family === null) return [];
      const grades = own.map((damage) => graded(damage, null));
      return [{ family, level: gradePart(grades).level, damages: grades.map(toRepair) }];
    }),
    unplaced: unplaced
      .filter((damage) => partFamilyOf(damage) === null)
      .map((damage) => toRepair(graded(damage, null))),
  };
};
