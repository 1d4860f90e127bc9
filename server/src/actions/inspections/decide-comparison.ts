/** A person says of a damage whether it is new, was there before or is gone, where the photos do not tell. */
import type { Actor } from '../../inspections/access.ts';
import type { DecidedChange } from '../../inspections/comparison/comparison.ts';
import {
  choicesFor,
  type DecisionWords,
  damageIn,
  placesOf,
} from '../../inspections/comparison/decisions.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { conflict, invalidField } from '../../inspections/problems/requests.ts';
import { recordEvent } from '../events/record-event.ts';
import { inspectionToChange } from '../reach-inspection.ts';
import { type Compared, compareWithRelated, type ToCompare } from './compare-inspections.ts';

type ToDecide = ToCompare & { damage_id: string; status: DecidedChange | null };

export const decideComparison = (actor: Actor, input: ToDecide, ports: Ports): Promise<Compared> =>
  ports.store.transaction(async (tx) => {
    await inspectionToChange(actor, input.inspection_id, tx);
    const scoped = { ...ports, store: tx };
    const comparison = await compareWithRelated(actor, input, scoped);
    const compared = comparison.damages.find((one) => damageIn(one).id === input.damage_id);
    if (!compared) throw invalidField('damage_id', 'This comparison has no such damage.');
    if (compared.status !== 'unknown' && !compared.decision)
      throw conflict('The photos of both inspections decide this damage, so nobody has to.');
    const choices = choicesFor(compared);
    if (input.status !== null && !choices.includes(input.status))
      throw invalidField('status', `Of this damage say ${choices.join(' or ')}.`);
    if (input.status === (compared.decision?.status ?? null)) return comparison;
    // It stands with the later inspection, whichever of the two was asked about.
    const head = await inspectionToChange(actor, comparison.after.id, tx);
    const { id, damage_type, part_type } = damageIn(compared);
    const words = (change: DecidedChange | null): DecisionWords => ({
      compared_damage_id: id,
      compared_damage_type: damage_type,
      compared_places: placesOf(compared),
      change,
    });
    await tx.corrections.record({
      inspection_id: head.id,
      item_id: comparison.before.id,
      part_type,
      action: 'changed',
      before: words(compared.decision?.status ?? null),
      after: words(input.status),
      made_by: actor.user_id,
      made_by_name: actor.name ?? null,
    });
    await recordEvent(tx, head, 'inspection.updated', { changed: 'comparison', damage_id: id });
    return compareWithRelated(actor, input, scoped);
  });
