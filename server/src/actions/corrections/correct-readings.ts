/** Corrections of what was seen of wheels and read on photos. They stay when the task runs again. */
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import type { Stated, StatedSubject } from '../../inspections/records/stated.ts';
import { assertSayable, shownReading } from '../../inspections/stated-readings.ts';
import { TELL_VEHICLE } from '../../inspections/tasks/validation.ts';
import { WHEEL_NAMES } from '../../inspections/vocabulary.ts';
import { recordEvent } from '../events/record-event.ts';
import { inspectionToChange } from '../reach-inspection.ts';
import { withdrawValidations } from './withdraw-validation.ts';

/** `value` null: what the service said counts again. */
type Said = { field: string; value: string | number | null };
export type StatedReading = {
  inspection_id: string;
  subject: StatedSubject;
  values: Omit<Stated, 'subject'>[];
};

const read = async (tx: Store, id: string) =>
  (await tx.inspections.read(id, { deletedObjects: false, outlines: false }))!;

export const stateReading = (
  actor: Actor,
  input: { inspection_id: string; subject: StatedSubject; values: Said[] },
  { store }: Ports,
): Promise<StatedReading> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const { subject } = input;
    const before = await read(tx, head.id);
    const statedOf = ({ stated }: typeof before) => stated.filter((one) => one.subject === subject);
    const result = (whole: typeof before): StatedReading => ({
      inspection_id: head.id,
      subject,
      values: statedOf(whole).map(({ subject: _, ...said }) => said),
    });
    const former = new Map(statedOf(before).map(({ field, value }) => [field, value]));
    const changes = input.values.filter(({ field, value }) => (former.get(field) ?? null) !== value);
    if (changes.length === 0) return result(before);
    const shown = shownReading(before, subject);
    if (!shown) throw invalidField('subject', 'Nothing of this kind was seen or read in this inspection.');
    for (const { field, value } of changes) {
      assertSayable(subject, shown, field, value);
      await tx.stated.put(head.id, { subject, field, value, made_by: actor.user_id });
    }
    const after = await read(tx, head.id);
    const now = shownReading(after, subject)!;
    await tx.corrections.record({
      inspection_id: head.id,
      item_id: shown.id,
      part_type: null,
      action: 'changed',
      before: {
        reading: subject,
        values: changes.map(({ field }) => ({
          field,
          value: shown.values.get(field) ?? null,
          // What taking it back says again.
          stated: former.get(field) ?? null,
        })),
      },
      after: {
        reading: subject,
        values: changes.map(({ field }) => ({ field, value: now.values.get(field) ?? null })),
      },
      made_by: actor.user_id,
      made_by_name: actor.name ?? null,
    });
    const isWheel = (WHEEL_NAMES as readonly string[]).includes(subject);
    await recordEvent(tx, head, 'inspection.updated', { changed: isWheel ? 'wheels' : 'documents' });
    const touched = isWheel ? (['wheel_analysis'] as const) : TELL_VEHICLE;
    await withdrawValidations(tx, head, actor, touched, isWheel ? 'wheels' : 'vehicle');
    return result(after);
  });
