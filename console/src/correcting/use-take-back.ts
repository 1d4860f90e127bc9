import type { Correction, DamageType, PartType, View } from '@walkaround/sdk';
import type { Findings } from '../inspection/findings.ts';
import { isReading, type SaidReading } from './reading-words.ts';
import type { Change } from './undo-stack.tsx';
import {
  placeOf,
  type Rating,
  type Reading,
  type ReadingOf,
  useCorrections,
  type VehicleWords,
} from './use-corrections.ts';

type DamageWords = {
  damageType: DamageType;
  partType: PartType;
  isConfirmed?: boolean;
  sizeCm?: number | null;
};
type ViewWords = { view: Pick<View, 'imageId' | 'damageId' | 'boundingBox' | 'polygons'> };

const camel = (field: string) => field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const detailsIn = ({ values }: SaidReading): VehicleWords =>
  Object.fromEntries(values.map(({ field, value }) => [camel(field), value]));
type SuspicionWords = { state: 'open' | 'dismissed' };

const has = (words: object | null, name: string): boolean => words !== null && name in words;

/** The part or the damage that a severity is about; nobody knows it of one that is gone. */
const ratedBy = ({ inspection, damages }: Findings, { itemId, partType }: Correction) => {
  if (inspection.severityResults.some(({ id }) => id === itemId)) return { label: partType! };
  const rated = damages.find(({ severity }) => severity?.id === itemId)?.damage;
  return rated ? { label: rated.partType, damageId: rated.id } : null;
};

type StatedItem = { id: string; subject: string; stated: Map<string, unknown> };

/** Each document and each wheel, with what people said of it. */
const statedItems = ({ inspection, wheels }: Findings): StatedItem[] => [
  ...inspection.documents.map(({ id, type, fields }) => ({
    id,
    subject: type,
    stated: new Map(
      fields.filter(({ correctedBy }) => correctedBy !== null).map(({ name, value }) => [name, value]),
    ),
  })),
  ...wheels.map((wheel) => ({
    id: wheel.id,
    subject: 'wheel',
    stated: new Map(
      wheel.correctedFields.map((field) => {
        const said = wheel[camel(field) as 'wheelName' | 'tyre'];
        return [field, typeof said === 'object' ? said?.prediction : said];
      }),
    ),
  })),
];

/** One of the four wheels by its name; else that very document or wheel, or the one that has its word since a new run. */
const readingOf = (
  findings: Findings,
  { reading, values }: SaidReading,
  itemId: string,
): ReadingOf | null => {
  const subject = reading as Reading['subject'];
  if (subject.startsWith('wheel_')) return { subject };
  const items = statedItems(findings);
  const hasWord = (item: StatedItem) =>
    item.subject === subject && values.every(({ field, value }) => item.stated.get(field) === value);
  const item = items.find(({ id }) => id === itemId) ?? items.find(hasWord);
  return item ? { subject, itemId: item.id } : null;
};

/** How what a person changed is taken back, also by another person and after days. Null: it cannot be. */
export const useTakeBack = (findings: Findings) => {
  const corrections = useCorrections(findings);
  const wayBack = (correction: Correction): Change | null => {
    const { itemId, action, before, after, partType } = correction;
    const words = after ?? before;
    if (isReading(before) && isReading(after)) {
      if (before.reading === 'vehicle') return corrections.changeVehicle(detailsIn(after), detailsIn(before));
      const now = after.values.map(({ field, value }) => ({ field, value: value as string | number | null }));
      const back = before.values.map(({ field, stated = null }) => ({ field, value: stated }));
      const of = readingOf(findings, after, itemId);
      return of && corrections.correctReading(of, now, back);
    }
    if (has(words, 'view')) {
      const { damageId, ...seen } = (words as ViewWords).view;
      const there = findings.views.find(({ id }) => id === itemId);
      if (action === 'created') return there ? corrections.removeView(damageId!, there) : null;
      return corrections.addView(damageId!, placeOf(seen));
    }
    if (has(words, 'state')) {
      const [from, to] = [after as SuspicionWords, before as SuspicionWords];
      return corrections.decideSuspicion(itemId, from.state, to.state);
    }
    if (has(words, 'damageType')) {
      if (action === 'deleted') return corrections.restoreDamage(itemId);
      if (action === 'changed')
        return corrections.changeBack(itemId, after as DamageWords, before as DamageWords);
      const { suspicionId } = after as { suspicionId?: string };
      return suspicionId
        ? corrections.decideSuspicion(suspicionId, 'confirmed', 'open')
        : corrections.removeDamage(itemId);
    }
    if (has(words, 'level')) {
      const item = ratedBy(findings, correction);
      return item && corrections.rate(item, action === 'created' ? null : (before as Rating));
    }
    if (!has(words, 'pricing')) return null;
    return corrections.setPrice(
      partType,
      action === 'created' ? null : (before as { pricing: number }).pricing,
    );
  };
  return { make: corrections.make, wayBack };
};
