/** Whoever contested a finding takes that back through the same link, as long as nobody has decided about it. */
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound, shareLinkOver } from '../../inspections/problems/access.ts';
import { contestIsDecided } from '../../inspections/problems/contests.ts';
import type { Contest } from '../../inspections/records/contest.ts';
import type { ShareLink } from '../../inspections/records/report.ts';
import { recordEvent } from '../events/record-event.ts';
import { assertId } from '../reach-inspection.ts';
import { hashOf } from '../sharing/share-inspection.ts';

/** The secret stands in for the actor. The time to contest does not matter: what was said in time can be taken back later. */
export const withdrawContest = async (
  input: { secret: string; contest_id: string },
  { store }: Ports,
): Promise<{ link: ShareLink; contest: Contest }> => {
  const link = await store.shareLinks.open(hashOf(input.secret));
  if (link === null) throw shareLinkOver();
  assertId(input.contest_id, 'contest');
  return store.transaction(async (tx) => {
    const head = await tx.inspections.lock(link.inspection_id);
    if (head === null || !(await tx.shareLinks.living(link.id))) throw shareLinkOver();
    const contest = await tx.contests.find(head.id, input.contest_id);
    if (contest === null || contest.share_link_id !== link.id) throw notFound('contest');
    // The request may have come twice.
    if (contest.state === 'withdrawn') return { link, contest };
    if (contest.state !== 'open') throw contestIsDecided(contest.state);
    const withdrawn = await tx.contests.withdraw(contest.id);
    const { id: contest_id, damage_id } = withdrawn;
    await recordEvent(tx, head, 'contest.withdrawn', { contest_id, damage_id, share_link_id: link.id });
    return { link, contest: withdrawn };
  });
};
