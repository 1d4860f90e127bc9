/** The corrections that a person can make. Each change shows a notice and can be undone. */
import { useQueryClient } from '@tanstack/react-query';
import type {
  Box,
  Damage,
  DamageType,
  PartType,
  PriceDetail,
  SeverityResult,
  Suspicion,
} from '@walkaround/sdk';
import { useClient } from '../client.ts';
import type { Findings } from '../inspection/findings.ts';
import { useWords } from '../language.tsx';
import { useNotices } from '../shell/notices.tsx';
import type { Level } from '../shell/severity-badge.tsx';

export type Place = { imageId: string } & ({ boundingBox: Box } | { polygons: [number, number][][] });
export type Rating = { level?: Level | null; repairOperation?: 'repair' | 'replace' | null };
/** The part, or a damage on it. */
type Rated = { label: PartType; damageId?: string };

/** A change that was made, and how it is taken back. */
type Undo = () => Promise<unknown>;
export type Change = () => Promise<Undo>;

export type Corrections = ReturnType<typeof useCorrections>;

const ratingOf = ({ value: { customSeverity }, operation }: SeverityResult): Rating => ({
  level: customSeverity.level as Level | null,
  repairOperation: operation,
});

/** Without a part: the whole repair. */
const priced = (partType: PartType | null) =>
  partType ? { relatedItemType: 'part' as const, partType } : { relatedItemType: 'vehicle' as const };

export const useCorrections = ({ inspection: { id } }: Findings) => {
  const client = useClient();
  const queries = useQueryClient();
  const { tell, tellError } = useNotices();
  const { correcting: say } = useWords();
  const read = () => queries.invalidateQueries({ queryKey: ['inspection', id] });

  const takeBack = async (undos: Undo[]) => {
    for (const undo of undos.toReversed()) await undo();
  };
  const undoing = async (undos: Undo[]) => {
    try {
      await takeBack(undos);
      tell({ text: say.undone });
    } catch (error) {
      tellError(error);
    }
    await read();
  };

  /** Makes the changes one after the other, all of them or none; answers whether they could be made. */
  const make = async (text: string, changes: Change[]): Promise<boolean> => {
    const undos: Undo[] = [];
    try {
      for (const change of changes) undos.push(await change());
      tell({ text, undo: () => undoing(undos) });
      return true;
    } catch (error) {
      tellError(error);
      await takeBack(undos).catch(tellError);
      return false;
    } finally {
      await read();
    }
  };

  return {
    make,

    addDamage:
      (
        damage: { damageType: DamageType; partType: PartType },
        place: Place | null,
        onMade: (id: string) => void,
      ): Change =>
      async () => {
        const { result: damageId } = await client.damages.createOne(id, damage);
        const remove = () => client.damages.deleteOne(id, damageId);
        if (place)
          await client.views.createOne(id, { ...place, damageId }).catch(async (error) => {
            await remove();
            throw error;
          });
        onMade(damageId);
        return remove;
      },

    changeDamage:
      (
        { id: damageId, damageType, partType }: Damage,
        change: { damageType: DamageType; partType: PartType },
      ): Change =>
      async () => {
        await client.damages.updateOne(id, damageId, change);
        return () => client.damages.updateOne(id, damageId, { damageType, partType });
      },

    removeDamage:
      (damageId: string): Change =>
      async () => {
        await client.damages.deleteOne(id, damageId);
        return () => client.damages.restoreOne(id, damageId);
      },

    /** Undone it is what it was before. */
    decideSuspicion:
      ({ id: suspicionId, state }: Suspicion, way: 'confirm' | 'dismiss' | 'reopen'): Change =>
      async () => {
        await client.suspicions[`${way}One`](id, suspicionId);
        return () => client.suspicions[state === 'dismissed' ? 'dismissOne' : 'reopenOne'](id, suspicionId);
      },

    /** Over what the service says, which is said again once the person's word is taken back. */
    rate:
      (item: Rated, before: SeverityResult | null, rating: Rating): Change =>
      async () => {
        if (before?.isUserModified) {
          await client.severity.updateOne(id, before.id, rating);
          return () => client.severity.updateOne(id, before.id, ratingOf(before));
        }
        const { result } = await client.severity.createOne(id, { ...item, ...rating });
        return () => client.severity.deleteOne(id, result);
      },

    withdrawRating:
      (item: Rated, before: SeverityResult): Change =>
      async () => {
        await client.severity.deleteOne(id, before.id);
        return () => client.severity.createOne(id, { ...item, ...ratingOf(before) });
      },

    setPrice:
      (partType: PartType | null, before: PriceDetail | null, pricing: number): Change =>
      async () => {
        const { result } = await client.pricing.createOne(id, { ...priced(partType), pricing });
        return () =>
          before?.isUserModified
            ? client.pricing.createOne(id, { ...priced(partType), pricing: before.pricing })
            : client.pricing.deleteOne(id, result);
      },

    withdrawPrice:
      (partType: PartType | null, before: PriceDetail): Change =>
      async () => {
        await client.pricing.deleteOne(id, before.id);
        return () => client.pricing.createOne(id, { ...priced(partType), pricing: before.pricing });
      },
  };
};
