/** The corrections that a person can make. Each of them answers how it is taken back. */
import { useQueryClient } from '@tanstack/react-query';
import type {
  Box,
  CorrectReading,
  Damage,
  DamageType,
  PartType,
  SeverityResult,
  UpdateVehicle,
  View,
} from '@walkaround/sdk';
import { useMemo } from 'react';
import { useClient } from '../client.ts';
import { type Answer, type Findings, findingsOf } from '../inspection/findings.ts';
import type { Level } from '../shell/severity-badge.tsx';
import { type Change, useUndoStack } from './undo-stack.tsx';

export type Place = { imageId: string } & ({ boundingBox: Box } | { polygons: [number, number][][] });
export const placeOf = ({
  imageId,
  boundingBox,
  polygons,
}: Pick<View, 'imageId' | 'boundingBox' | 'polygons'>): Place =>
  polygons.length > 0 ? { imageId, polygons: polygons as [number, number][][] } : { imageId, boundingBox };

export type Rating = {
  level?: Level | null;
  repairOperation?: 'repair' | 'replace' | null;
  comment?: string | null;
};
/** The part, or a damage on it. */
type Rated = { label: PartType; damageId?: string };
type DamageWords = {
  damageType?: DamageType;
  partType?: PartType;
  isConfirmed?: boolean;
  sizeCm?: number | null;
};
export type Reading = CorrectReading;
/** `itemId`: one of several, or one wheel on one photo. */
export type ReadingOf = Pick<Reading, 'subject' | 'itemId'>;
export type VehicleWords = Partial<UpdateVehicle>;

export type Corrections = ReturnType<typeof useCorrections>;

const DECIDING = { open: 'reopenOne', confirmed: 'confirmOne', dismissed: 'dismissOne' } as const;

const ratingOf = ({ value: { customSeverity }, operation }: SeverityResult): Rating => ({
  level: customSeverity.level as Level | null,
  repairOperation: operation,
  comment: customSeverity.comment,
});

/** Without a part: the whole repair. */
const priced = (partType: PartType | null) =>
  partType ? { relatedItemType: 'part' as const, partType } : { relatedItemType: 'vehicle' as const };

/** What a person said how bad it is, and no longer counts once it is withdrawn. */
const ratingIn = ({ damages, parts }: Findings, { label, damageId }: Rated): SeverityResult | null => {
  const { severity = null } =
    (damageId
      ? damages.find(({ damage }) => damage.id === damageId)
      : parts.find(({ type }) => type === label)) ?? {};
  return severity?.isUserModified ? severity : null;
};

const priceIn = ({ parts, pricing }: Findings, partType: PartType | null) => {
  const price = partType
    ? parts.find(({ type }) => type === partType)?.price
    : (pricing?.details.vehicle ?? null);
  return price?.isUserModified ? price : null;
};

export const useCorrections = ({ inspection: { id } }: Findings) => {
  const client = useClient();
  const queries = useQueryClient();
  const { make } = useUndoStack();
  return useMemo(() => {
    /** As it is when the change is made: others before it may have changed what is there. */
    const now = () => findingsOf(queries.getQueryData<Answer>(['inspection', id, 'whole'])!);

    const removeDamage =
      (damageId: string): Change =>
      async () => {
        await client.damages.deleteOne(id, damageId);
        return restoreDamage(damageId);
      };
    const restoreDamage =
      (damageId: string): Change =>
      async () => {
        await client.damages.restoreOne(id, damageId);
        return removeDamage(damageId);
      };
    const changeDamage =
      (damageId: string, before: DamageWords, after: DamageWords): Change =>
      async () => {
        await client.damages.updateOne(id, damageId, after);
        return changeDamage(damageId, after, before);
      };
    /** Over what was read or seen, which counts again with `null`. */
    const correctReading =
      (of: ReadingOf, before: Reading['values'], after: Reading['values']): Change =>
      async () => {
        await client.readings.correctOne(id, { ...of, values: after });
        return correctReading(of, after, before);
      };
    const changeVehicle =
      (before: VehicleWords, after: VehicleWords): Change =>
      async () => {
        await client.vehicles.updateOne(id, after as UpdateVehicle);
        return changeVehicle(after, before);
      };
    const decideSuspicion =
      (suspicionId: string, before: keyof typeof DECIDING, after: keyof typeof DECIDING): Change =>
      async () => {
        await client.suspicions[DECIDING[after]](id, suspicionId);
        return decideSuspicion(suspicionId, after, before);
      };
    /** Over what the service says, which is said again with `null`. */
    const rate =
      (item: Rated, rating: Rating | null): Change =>
      async () => {
        const before = ratingIn(now(), item);
        if (rating === null) await client.severity.deleteOne(id, before!.id);
        else if (before) await client.severity.updateOne(id, before.id, rating);
        else await client.severity.createOne(id, { ...item, ...rating });
        return rate(item, before && ratingOf(before));
      };
    /** Over the estimate, which counts again with `null`. */
    const setPrice =
      (partType: PartType | null, pricing: number | null): Change =>
      async () => {
        const before = priceIn(now(), partType);
        if (pricing === null) await client.pricing.deleteOne(id, before!.id);
        else await client.pricing.createOne(id, { ...priced(partType), pricing });
        return setPrice(partType, before?.pricing ?? null);
      };

    const addView =
      (damageId: string, place: Place): Change =>
      async () => {
        const { result, entities } = await client.views.createOne(id, { ...place, damageId });
        return removeView(damageId, entities.views[result]!);
      };
    const removeView =
      (damageId: string, view: View): Change =>
      async () => {
        const place = placeOf(view);
        const seen = now().damages.find(({ damage }) => damage.id === damageId)?.views ?? [];
        // Taken away and drawn again in between, it has another id at the same place.
        const there = seen.find((one) => JSON.stringify(placeOf(one)) === JSON.stringify(place));
        await client.views.deleteOne(id, (there ?? view).id);
        return addView(damageId, place);
      };
    /** With its place and what was said of it, which go and come back with it. */
    const addDamage =
      (
        damage: { damageType: DamageType; partType: PartType; sizeCm?: number | null },
        place: Place | null,
        rating: Rating = {},
        onMade: (id: string) => void = () => {},
      ): Change =>
      async () => {
        const { result: damageId } = await client.damages.createOne(id, damage);
        try {
          if (place) await client.views.createOne(id, { ...place, damageId });
          if (rating.level || rating.comment)
            await client.severity.createOne(id, { label: damage.partType, damageId, ...rating });
        } catch (error) {
          await client.damages.deleteOne(id, damageId);
          throw error;
        }
        onMade(damageId);
        return removeDamage(damageId);
      };

    return {
      make,
      addDamage,
      addView,
      removeView,
      correctReading,
      changeVehicle,
      /** Another outline at the place of the former one. */
      replaceView: (view: View, place: Place): Change[] => [
        addView(view.damageId!, place),
        removeView(view.damageId!, view),
      ],
      /** What was seen of the other one is seen of this one, and the other one goes. */
      mergeDamages: (damageId: string, other: { damage: Damage; views: View[] }): Change[] => [
        ...other.views.map((view) => addView(damageId, placeOf(view))),
        removeDamage(other.damage.id),
      ],
      /** What is seen there is a damage of its own. */
      splitDamage: ({ damageType, partType, id: damageId }: Damage, view: View): Change[] => [
        addDamage({ damageType, partType }, placeOf(view)),
        removeView(damageId, view),
      ],
      removeDamage,
      restoreDamage,
      decideSuspicion,
      rate,
      setPrice,
      /** Back to what was said before, of which the correction tells. */
      changeBack: changeDamage,

      /** Who says what it is has seen that it is there. */
      changeDamage: (
        { id: damageId, damageType, partType, confirmedBy, statedSizeCm }: Damage,
        change: { damageType: DamageType; partType: PartType; sizeCm: number | null },
      ): Change =>
        changeDamage(
          damageId,
          { damageType, partType, sizeCm: statedSizeCm, isConfirmed: confirmedBy !== null },
          { ...change, isConfirmed: true },
        ),

      confirmDamage: (damageId: string): Change =>
        changeDamage(damageId, { isConfirmed: false }, { isConfirmed: true }),
    };
  }, [client, queries, make, id]);
};
