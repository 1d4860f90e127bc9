/** Whether the clocks of the cameras agree with the dates of the inspection and of the loss, and with each other. */
import type { Check, CheckReason } from '../records/findings/check.ts';
import type { Image } from '../records/image.ts';
import type { Inspection } from '../records/inspection.ts';
import { MOST_DAYS_AFTER, MOST_DAYS_APART, MOST_DAYS_BEFORE, MOST_DAYS_BEFORE_LOSS } from './tuning.ts';

const DAY_MS = 86_400_000;

type Dated = { id: string; taken: number; day: string };

/** A clock without a time zone counts as UTC: the marks below are wider than that can be off. */
const datedOf = ({ id, taken_at }: Pick<Image, 'id' | 'taken_at'>): Dated[] =>
  taken_at === null
    ? []
    : [
        {
          id,
          taken: Date.parse(/T.*[+-]/.test(taken_at) ? taken_at : `${taken_at}Z`),
          day: taken_at.slice(0, 10),
        },
      ];

type DateCode = Extract<CheckReason, { days: number }>['code'];

const checkOn = (photos: readonly Dated[], code: DateCode, days: number): Check[] => {
  if (photos.length === 0) return [];
  const sorted = photos.toSorted((a, b) => a.taken - b.taken);
  const reason = { code, first_day: sorted[0]!.day, last_day: sorted.at(-1)!.day, days: Math.floor(days) };
  return [{ kind: 'photo_date', image_ids: photos.map(({ id }) => id), reason, groups: [] }];
};

export const photoDateChecks = (
  images: readonly Pick<Image, 'id' | 'taken_at'>[],
  { created_at, date_of_loss }: Pick<Inspection, 'created_at' | 'date_of_loss'>,
): Check[] => {
  const dated = images.flatMap(datedOf);
  const inspected = Date.parse(created_at);
  const daysBefore = ({ taken }: Dated) => (inspected - taken) / DAY_MS;
  const loss = date_of_loss === null ? Number.NEGATIVE_INFINITY : Date.parse(date_of_loss);
  const daysBeforeLoss = ({ taken }: Dated) => (loss - taken) / DAY_MS;
  const beforeLoss = dated.filter((photo) => daysBeforeLoss(photo) > MOST_DAYS_BEFORE_LOSS);
  // Each photo is named once, with what weighs most.
  const photos = dated.filter((photo) => !beforeLoss.includes(photo));
  const before = photos.filter((photo) => daysBefore(photo) > MOST_DAYS_BEFORE);
  const after = photos.filter((photo) => daysBefore(photo) < -MOST_DAYS_AFTER);
  const rest = photos.filter((photo) => !before.includes(photo) && !after.includes(photo));
  const taken = rest.map((photo) => photo.taken);
  const apart = rest.length > 0 ? (Math.max(...taken) - Math.min(...taken)) / DAY_MS : 0;
  return [
    ...checkOn(beforeLoss, 'taken_before_loss', Math.max(...beforeLoss.map(daysBeforeLoss))),
    ...checkOn(before, 'taken_before', Math.max(...before.map(daysBefore))),
    ...checkOn(after, 'taken_after', Math.max(...after.map((photo) => -daysBefore(photo)))),
    ...(apart > MOST_DAYS_APART ? checkOn(rest, 'taken_apart', apart) : []),
  ];
};
