/** What people of the organization do with contests: they read them, and decide each of them once. */
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { contestDecided, contestWithdrawn } from '../../inspections/problems/contests.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import type { Contest } from '../../inspections/records/contest.ts';
import type { ContestReason, ContestState } from '../../inspections/vocabulary.ts';
import { removeDamage } from '../corrections/correct-damages.ts';
import { recordEvent } from '../events/record-event.ts';
import { assertId, inspectionToChange, inspectionToRead } from '../reach-inspection.ts';

type OneContest = { inspection_id: string; contest_id: string };

const found = async (inspectionId: string, id: string, { contests }: Store): Promise<Contest> => {
  assertId(id, 'contest');
  const contest = await contests.find(inspectionId, id);
  if (contest === null) throw notFound('contest');
  return contest;
};

export const listContests = async (
  actor: Actor,
  input: { inspection_id: string; state?: ContestState },
  { store }: Ports,
): Promise<Contest[]> =>
  store.contests.list((await inspectionToRead(actor, input.inspection_id, store)).id, input.state);

export const getContest = async (actor: Actor, input: OneContest, { store }: Ports): Promise<Contest> =>
  found((await inspectionToRead(actor, input.inspection_id, store)).id, input.contest_id, store);

/** A damage of earlier days is still a damage; what is none, or not of this vehicle, does not belong here. */
const REMOVES: Record<ContestReason, boolean> = {
  was_there_before: false,
  not_a_damage: true,
  not_my_vehicle: true,
  other: false,
};

type Decide = OneContest & { state: 'accepted' | 'rejected'; reason: string; remove_damage?: boolean };

/** In one commit with what follows for the damage: its removal is an ordinary correction. */
export const decideContest = (actor: Actor, input: Decide, { store }: Ports): Promise<Contest> =>
  store.transaction(async (tx) => {
    const { state, reason } = input;
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const contest = await found(head.id, input.contest_id, tx);
    const by = { by: actor.user_id, by_name: actor.name ?? null };
    const isToGo = state === 'accepted' && (input.remove_damage ?? REMOVES[contest.reason]);
    const isSame =
      contest.decided_by === by.by &&
      contest.state === state &&
      contest.decision_reason === reason &&
      (contest.damage_removed === isToGo || (isToGo && contest.damage.is_deleted));
    // The request may have come twice.
    if (isSame) return contest;
    if (contest.state === 'withdrawn') throw contestWithdrawn();
    if (contest.state !== 'open')
      throw contestDecided(contest.decided_by_name ?? contest.decided_by!, contest.state);
    if (state === 'rejected' && input.remove_damage)
      throw invalidField(
        'remove_damage',
        'A rejected contest leaves the damage. Accept it to remove the damage.',
      );
    const damage_removed = isToGo && (await removeDamage(tx, head, actor, contest.damage_id));
    const decided = await tx.contests.decide(contest.id, { state, reason, damage_removed, ...by });
    const { id: contest_id, damage_id } = decided;
    const told = { contest_id, damage_id, state, damage_removed, by: by.by };
    await recordEvent(tx, head, 'contest.decided', told);
    return decided;
  });
