/** Corrections of damages by people: confirmed, another type or part, deleted, restored. The author is stored. */
import { v7 as uuid } from 'uuid';
import type { Actor } from '../../inspections/access.ts';
import type { PartType } from '../../inspections/parts/parts.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { Correction } from '../../inspections/records/findings/correction.ts';
import type { Damage } from '../../inspections/records/findings/damage.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';
import { TELL_DAMAGES } from '../../inspections/tasks/validation.ts';
import type { DamageType } from '../../inspections/vocabulary.ts';
import { recordEvent } from '../events/record-event.ts';
import { askToNoteLesson } from '../inspections/note-lesson.ts';
import { assertId, inspectionToChange } from '../reach-inspection.ts';
import { reassess } from '../tasks/assess-damages.ts';
import { assertRoomFor } from './assert-room.ts';
import { withdrawValidations } from './withdraw-validation.ts';

type Said = Pick<Correction, 'action'> & { before?: Damage; after?: Damage; from?: Json };

/** Who said what. `from`: what the person's word rests on. */
const record = (tx: Store, head: InspectionHead, actor: Actor, { action, before, after, from }: Said) => {
  const isDecided = before && after && before.confirmed_by !== after.confirmed_by;
  const isMeasured = (before?.stated_size_cm ?? null) !== (after?.stated_size_cm ?? null);
  const wordsOf = ({ damage_type, part_type, confirmed_by, stated_size_cm }: Damage) => ({
    damage_type,
    part_type,
    ...(isMeasured && { size_cm: stated_size_cm }),
    ...(isDecided && { is_confirmed: confirmed_by !== null }),
  });
  const { id, part_type } = (after ?? before)!;
  return tx.corrections.record({
    inspection_id: head.id,
    item_id: id,
    part_type,
    action,
    before: before ? wordsOf(before) : null,
    after: after ? { ...wordsOf(after), ...from } : null,
    made_by: actor.user_id,
    made_by_name: actor.name ?? null,
  });
};

/** Who said what, and what follows from it. */
export const recorded = async (tx: Store, head: InspectionHead, actor: Actor, said: Said) => {
  await record(tx, head, actor, said);
  await withdrawValidations(tx, head, actor, TELL_DAMAGES, 'damages');
  await reassess(tx, head.id);
};

type NewDamage = { damage_type: DamageType; part_type: PartType; size_cm?: number | null };

/** In the name of a person. What it rests on is to be `recorded`. */
export const insertDamage = async (
  tx: Store,
  head: InspectionHead,
  actor: Actor,
  { damage_type, part_type, size_cm = null }: NewDamage,
  { damagesPerInspection }: Ports['limits'],
): Promise<Damage> => {
  await assertRoomFor('damages', head.id, tx, damagesPerInspection);
  const damage = await tx.findings.insertDamage({
    id: uuid(),
    inspection_id: head.id,
    damage_type,
    part_type,
    stated_size_cm: size_cm,
    created_by: actor.user_id,
  });
  // Clients of generation 5 delete the price of a part that has no damage: that was said of the former ones.
  await tx.prices.countAgain(head.id, damage.id);
  await recordEvent(tx, head, 'damage.created', { damage_id: damage.id, damage_type, part_type });
  return damage;
};

export const createDamage = (
  actor: Actor,
  input: { inspection_id: string } & NewDamage,
  { store, limits }: Ports,
): Promise<Damage> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const after = await insertDamage(tx, head, actor, input, limits);
    await recorded(tx, head, actor, { action: 'created', after });
    // Measured and graded anew.
    return (await tx.findings.findDamage(head.id, after.id))!;
  });

type OneDamage = { inspection_id: string; damage_id: string };

/** Whoever said so first stays named. */
const confirmedBy = ({ confirmed_by }: Damage, is_confirmed: boolean | undefined, { user_id }: Actor) => {
  if (is_confirmed === undefined) return confirmed_by;
  return is_confirmed ? (confirmed_by ?? user_id) : null;
};

export const changeDamage = (
  actor: Actor,
  input: OneDamage & { change: Partial<NewDamage> & { is_confirmed?: boolean } },
  { store }: Ports,
): Promise<Damage> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.damage_id, 'damage');
    const before = await tx.findings.findDamage(head.id, input.damage_id);
    if (before === null) throw notFound('damage');
    const { damage_type = before.damage_type, part_type = before.part_type, is_confirmed } = input.change;
    const { size_cm: stated_size_cm = before.stated_size_cm } = input.change;
    const confirmed_by = confirmedBy(before, is_confirmed, actor);
    const isSame =
      damage_type === before.damage_type &&
      part_type === before.part_type &&
      stated_size_cm === before.stated_size_cm;
    if (isSame && confirmed_by === before.confirmed_by) return before;
    const moved = part_type === before.part_type ? {} : { part_type };
    const change = { damage_type, ...moved, confirmed_by, stated_size_cm };
    const after = await tx.findings.changeDamage(head.id, before.id, change, actor.user_id);
    await recordEvent(tx, head, 'inspection.updated', { changed: 'damages', damage_id: after.id });
    // Who only confirms it changes nothing that a validation vouches for.
    await (isSame ? record : recorded)(tx, head, actor, { action: 'changed', before, after });
    // Nor any number of the inspection but this one.
    if (isSame) await askToNoteLesson(tx, head, await tx.tasks.briefs(head.id));
    return (await tx.findings.findDamage(head.id, after.id))!;
  });

/** Its views and severities go with it: they are about nothing any more. False if it is not there. */
export const removeDamage = async (
  tx: Store,
  head: InspectionHead,
  actor: Actor,
  damageId: string,
): Promise<boolean> => {
  const before = await tx.findings.deleteDamage(head.id, damageId, actor.user_id);
  if (before === null) return false;
  await recordEvent(tx, head, 'damage.deleted', { damage_id: before.id });
  await recorded(tx, head, actor, { action: 'deleted', before });
  return true;
};

export const deleteDamage = (
  actor: Actor,
  input: OneDamage,
  { store }: Ports,
): Promise<{ id: string; deleted: true; parts: [] }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.damage_id, 'damage');
    if (!(await removeDamage(tx, head, actor, input.damage_id))) throw notFound('damage');
    return { id: input.damage_id, deleted: true, parts: [] };
  });

/** As it was, with what went with it. One that is not deleted stays as it is: the request may have come twice. */
export const restoreDamage = (actor: Actor, input: OneDamage, { store }: Ports): Promise<Damage> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.damage_id, 'damage');
    const there = await tx.findings.findDamage(head.id, input.damage_id);
    if (there !== null) return there;
    const after = await tx.findings.restoreDamage(head.id, input.damage_id);
    if (after === null) throw notFound('damage');
    await recordEvent(tx, head, 'inspection.updated', { changed: 'damages', damage_id: after.id });
    await recorded(tx, head, actor, { action: 'restored', after });
    return after;
  });
