/** A person decides what a model only suspected: confirmed, it is a damage of that person; dismissed, it is none. */
import { v7 as uuid } from 'uuid';
import type { Actor } from '../../inspections/access.ts';
import { isHeadlight } from '../../inspections/costs/hidden-headlight.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { suspicionConfirmed } from '../../inspections/problems/suspicions.ts';
import type { Damage } from '../../inspections/records/findings/damage.ts';
import type { Suspicion } from '../../inspections/records/findings/suspicion.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import { recordEvent } from '../events/record-event.ts';
import { noteStanding } from '../inspections/note-standing.ts';
import { assertId, inspectionToChange } from '../reach-inspection.ts';
import { reassess } from '../tasks/assess-damages.ts';
import { assertRoomFor } from './assert-room.ts';
import { insertDamage, recorded } from './correct-damages.ts';

type OneSuspicion = { inspection_id: string; suspicion_id: string };
type Held = { tx: Store; head: InspectionHead; actor: Actor; suspicion: Suspicion };

/** What is in the asked state already stays as it is: the request may have come twice. */
const deciding =
  (state: Suspicion['state'], decide: (held: Held, limits: Ports['limits']) => Promise<Suspicion>) =>
  (actor: Actor, input: OneSuspicion, { store, limits }: Ports): Promise<Suspicion> =>
    store.transaction(async (tx) => {
      const head = await inspectionToChange(actor, input.inspection_id, tx);
      assertId(input.suspicion_id, 'suspicion');
      const suspicion = await tx.suspicions.find(head.id, input.suspicion_id);
      if (suspicion === null) throw notFound('suspicion');
      if (suspicion.state === state) return suspicion;
      const after = await decide({ tx, head, actor, suspicion }, limits);
      await recordEvent(tx, head, 'inspection.updated', { changed: 'suspicions', suspicion_id: after.id });
      await noteStanding(tx, head.id);
      return after;
    });

const recordDecision = async ({ tx, head, actor, suspicion }: Held, after: Suspicion) => {
  const wordsOf = ({ damage_type, part_type, state }: Suspicion) => ({
    damage_type,
    part_type: part_type ?? 'ignore',
    state,
  });
  await tx.corrections.record({
    inspection_id: head.id,
    item_id: suspicion.id,
    part_type: suspicion.part_type ?? 'ignore',
    action: 'changed',
    before: wordsOf(suspicion),
    after: wordsOf(after),
    made_by: actor.user_id,
    made_by_name: actor.name ?? null,
  });
  // The range of the costs may count one.
  if (isHeadlight(after.part_type ?? 'ignore')) await reassess(tx, head.id);
};

const viewsOf = async (
  { tx, head, actor, suspicion }: Held,
  damage: Damage,
  { viewsPerInspection }: Ports['limits'],
) => {
  for (const { image_id, bounding_box, polygons } of suspicion.views) {
    await assertRoomFor('views', head.id, tx, viewsPerInspection);
    await tx.findings.insertView({
      id: uuid(),
      inspection_id: head.id,
      image_id,
      damage_id: damage.id,
      bounding_box,
      polygons,
      created_by: actor.user_id,
    });
  }
};

/** The damage that was made of it before comes back, with all that people said of it. */
const damageAgain = async ({ tx, head, suspicion }: Held) =>
  suspicion.damage_id &&
  ((await tx.findings.findDamage(head.id, suspicion.damage_id)) ??
    (await tx.findings.restoreDamage(head.id, suspicion.damage_id)));

export const confirmSuspicion = deciding('confirmed', async (held, limits) => {
  const { tx, head, actor, suspicion } = held;
  const { id: suspicion_id, damage_type, part_type, score, model } = suspicion;
  const again = await damageAgain(held);
  const words = { damage_type, part_type: part_type ?? ('ignore' as const) };
  const damage = again || (await insertDamage(tx, head, actor, words, limits));
  if (!again) await viewsOf(held, damage, limits);
  const decision = { state: 'confirmed', damage_id: damage.id, by: actor.user_id } as const;
  const after = await tx.suspicions.decide(head.id, suspicion_id, decision);
  const action = again ? 'restored' : 'created';
  await recorded(tx, head, actor, { action, after: damage, from: { suspicion_id, score, model } });
  return after;
});

export const dismissSuspicion = deciding('dismissed', async (held) => {
  const { tx, head, actor, suspicion } = held;
  if (suspicion.state === 'confirmed') throw suspicionConfirmed();
  const after = await tx.suspicions.decide(head.id, suspicion.id, { state: 'dismissed', by: actor.user_id });
  await recordDecision(held, after);
  return after;
});

/** Takes the decision back. The damage that was made of it is deleted. */
export const reopenSuspicion = deciding('open', async (held) => {
  const { tx, head, actor, suspicion } = held;
  const after = await tx.suspicions.decide(head.id, suspicion.id, { state: 'open', by: actor.user_id });
  if (suspicion.state === 'dismissed') await recordDecision(held, after);
  const before =
    suspicion.damage_id && (await tx.findings.deleteDamage(head.id, suspicion.damage_id, actor.user_id));
  if (before) {
    await recordEvent(tx, head, 'damage.deleted', { damage_id: before.id });
    await recorded(tx, head, actor, { action: 'deleted', before });
  }
  return after;
});
