import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { TELL_DAMAGES } from '../../inspections/tasks/validation.ts';
import { assertId, inspectionToChange } from '../reach-inspection.ts';
import { reassess } from '../tasks/assess-damages.ts';
import { recordView } from './record-view.ts';
import { withdrawValidations } from './withdraw-validation.ts';

export const deleteView = (
  actor: Actor,
  input: { inspection_id: string; view_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.view_id, 'view');
    const view = await tx.findings.deleteView(head.id, input.view_id, actor.user_id);
    if (view === null) throw notFound('view');
    const damage = view.damage_id && (await tx.findings.findDamage(head.id, view.damage_id));
    if (damage) await recordView(tx, head, actor, { action: 'deleted', view, damage });
    await withdrawValidations(tx, head, actor, TELL_DAMAGES, 'views');
    await reassess(tx, head.id);
    return { id: input.view_id, deleted: true };
  });
