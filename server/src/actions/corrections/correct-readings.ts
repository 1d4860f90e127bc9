/** Corrections of what was seen of wheels and read on photos. They stay when the task runs again. */
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import type { Stated, StatedSubject } from '../../inspections/records/stated.ts';
import { assertSayable, isOfWheel, shownReading } from '../../inspections/stated-readings.ts';
import { TELL_VEHICLE } from '../../inspections/tasks/validation.ts';
import { recordEvent } from '../events/record-event.ts';
import { inspectionToChange } from '../reach-inspection.ts';
import { withdrawValidations } from './withdraw-validation.ts';

/** `value` null: what the service said counts again. */
type Said = { field: string; value: string | number | null };
export type StatedReading = {
  inspection_id: string;
  subject: StatedSubject;
  values: Omit<Stated, 'subject' | 'place'>[];
};

const read = async (tx: Store, id: string) =>
  (await tx.inspections.read(id, { deletedObjects: false, outlines: false }))!;

export const stateReading = (
  actor: Actor,
  input: { inspection_id: string; subject: StatedSubject; item_id?: string; values: Said[] },
  { store }: Ports,
): Promise<StatedReading> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const { subject, item_id } = input;
    const shown = shownReading(await read(tx, head.id), subject, item_id);
    const result = (stated: readonly Stated[]): StatedReading => ({
      inspection_id: head.id,
      subject,
      values: stated.map(({ subject: _, place: __, ...said }) => said),
    });
    const former = new Map(shown?.stated.map((one) => [one.field, one]));
    const changes = input.values.filter(({ field, value }) => (former.get(field)?.value ?? null) !== value);
    if (changes.length === 0) return result(shown?.stated ?? []);
    if (!shown) throw invalidField('subject', 'Nothing of this kind was seen or read in this inspection.');
    for (const { field, value } of changes) {
      assertSayable(subject, shown, field, value);
      const place = former.get(field)?.place ?? shown.place;
      await tx.stated.put(head.id, { subject, place, field, value, made_by: actor.user_id });
    }
    const now = shownReading(await read(tx, head.id), subject, item_id);
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
          stated: former.get(field)?.value ?? null,
        })),
      },
      after: {
        reading: subject,
        values: changes.map(({ field }) => ({ field, value: now?.values.get(field) ?? null })),
      },
      made_by: actor.user_id,
      made_by_name: actor.name ?? null,
    });
    const isWheel = isOfWheel(subject);
    await recordEvent(tx, head, 'inspection.updated', { changed: isWheel ? 'wheels' : 'documents' });
    const touched = isWheel ? (['wheel_analysis'] as const) : TELL_VEHICLE;
    await withdrawValidations(tx, head, actor, touched, isWheel ? 'wheels' : 'vehicle');
    return result(now?.stated ?? []);
  });
