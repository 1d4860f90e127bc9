import { v7 as uuid } from 'uuid';
import type { Actor } from '../inspections/access.ts';
import type { PartType } from '../inspections/parts.ts';
import type { Ports } from '../inspections/ports.ts';
import { notFound } from '../inspections/problem.ts';
import type { Damage } from '../inspections/records.ts';
import type { DamageType } from '../inspections/vocabulary.ts';
import { reassess } from './assess-damages.ts';
import { assertId, inspectionToChange } from './reach-inspection.ts';
import { recordEvent } from './record-event.ts';

export const createDamage = (
  actor: Actor,
  input: { inspection_id: string; damage_type: DamageType; part_type: PartType },
  { store }: Ports,
): Promise<Damage> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const damage = await tx.findings.insertDamage({
      id: uuid(),
      inspection_id: head.id,
      damage_type: input.damage_type,
      part_type: input.part_type,
      created_by: actor.user_id,
    });
    await recordEvent(tx, head, 'damage.created', {
      damage_id: damage.id,
      damage_type: damage.damage_type,
      part_type: damage.part_type,
    });
    await reassess(tx, head.id);
    return damage;
  });

/** Its views and severities go with it: they are about nothing any more. */
export const deleteDamage = (
  actor: Actor,
  input: { inspection_id: string; damage_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true; parts: [] }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.damage_id, 'damage');
    if (!(await tx.findings.deleteDamage(head.id, input.damage_id, actor.user_id))) throw notFound('damage');
    await recordEvent(tx, head, 'damage.deleted', { damage_id: input.damage_id });
    await reassess(tx, head.id);
    return { id: input.damage_id, deleted: true, parts: [] };
  });

export const deleteView = (
  actor: Actor,
  input: { inspection_id: string; view_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.view_id, 'view');
    if (!(await tx.findings.deleteView(head.id, input.view_id, actor.user_id))) throw notFound('view');
    await reassess(tx, head.id);
    return { id: input.view_id, deleted: true };
  });
