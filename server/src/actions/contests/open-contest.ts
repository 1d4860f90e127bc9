/** Somebody with a share link, and without an account, says that a finding is wrong. */
import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { tenantOf } from '../../inspections/access.ts';
import { blursAnything } from '../../inspections/photos/privacy.ts';
import type { Ports, ReceivedPhoto } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound, shareLinkOver } from '../../inspections/problems/access.ts';
import { contestingNotAllowed, contestingOver, contestOpen } from '../../inspections/problems/contests.ts';
import { limitReached } from '../../inspections/problems/requests.ts';
import type { Contest, ContestPhoto } from '../../inspections/records/contest.ts';
import type { InspectionHead, Privacy } from '../../inspections/records/inspection.ts';
import type { ShareLink } from '../../inspections/records/report.ts';
import type { ContestReason } from '../../inspections/vocabulary.ts';
import { recordEvent } from '../events/record-event.ts';
import { isLeftToSweep } from '../left-to-sweep.ts';
import { settingsOf } from '../organization/manage-organization.ts';
import { assertId } from '../reach-inspection.ts';
import { hashOf } from '../sharing/share-inspection.ts';

type NewContest = { damage_id: string; reason: ContestReason; text: string };

/** Strangers send these: all of them are bounded. */
export const MOST_PHOTOS = 5;
const MOST_OF_LINK = 20;
const MOST_PHOTOS_OF_LINK = 30;
const MOST_OF_INSPECTION = 100;

const assertInTime = async (link: ShareLink, { shareLinks }: Store) => {
  if (link.contest_until === null) throw contestingNotAllowed();
  if (Date.parse(link.contest_until) <= Date.parse(await shareLinks.now()))
    throw contestingOver(link.contest_until);
};

/** The secret stands in for the actor. Asked before anything of the request is read. */
export const linkToContest = async (input: { secret: string }, { store }: Ports): Promise<ShareLink> => {
  const link = await store.shareLinks.open(hashOf(input.secret));
  if (link === null) throw shareLinkOver();
  await assertInTime(link, store);
  return link;
};

const fingerprintOf = ({ damage_id, reason, text }: NewContest, photos: readonly ReceivedPhoto[]) =>
  createHash('sha256')
    .update(JSON.stringify([damage_id, reason, text, photos.map(({ sha256 }) => sha256)]))
    .digest('base64url');

/** The name of the file tells that it is no image of the inspection. */
const photoOf = (inspectionId: string, privacy: Privacy, photo: ReceivedPhoto): ContestPhoto => {
  const id = uuid();
  const folder = `inspections/${inspectionId}`;
  const file_key = `${folder}/contest-${id}.${photo.extension}`;
  return {
    id,
    file_key,
    shown_key: blursAnything(privacy) ? `${folder}/contest-${id}.blurred.jpg` : file_key,
    mimetype: photo.mimetype,
    width: photo.width,
    height: photo.height,
    received_sha256: photo.sha256,
    taken_at: photo.takenAt,
  };
};

const assertRoom = async (tx: Store, link: ShareLink, { damage_id }: NewContest, photos: number) => {
  const before = await tx.contests.ofLink(link.id);
  if (before.some((one) => one.state === 'open' && one.damage_id === damage_id)) throw contestOpen();
  if (before.length >= MOST_OF_LINK)
    throw limitReached(`Through one link at most ${MOST_OF_LINK} findings can be contested. Ask the sender.`);
  if (before.reduce((sum, one) => sum + one.photos.length, photos) > MOST_PHOTOS_OF_LINK)
    throw limitReached(
      `Through one link at most ${MOST_PHOTOS_OF_LINK} photos can be sent. Leave out ${photos} or ask the sender.`,
    );
  if ((await tx.contests.list(link.inspection_id)).length >= MOST_OF_INSPECTION)
    throw limitReached(`An inspection can be contested at most ${MOST_OF_INSPECTION} times. Ask the sender.`);
};

const insert = async (
  tx: Store,
  head: InspectionHead,
  link: ShareLink,
  said: NewContest & { fingerprint: string; photos: ContestPhoto[] },
): Promise<Contest> => {
  const ids = { id: uuid(), inspection_id: head.id, share_link_id: link.id };
  const { contest_decision_days: decision_days } = await settingsOf(head.organization_id, tx);
  const contest = await tx.contests.insert({ ...ids, ...said, decision_days });
  const { id: contest_id, damage_id, reason } = contest;
  await recordEvent(tx, head, 'contest.opened', {
    contest_id,
    damage_id,
    share_link_id: link.id,
    reason,
    photos: said.photos.length,
    received_sha256: said.photos.map(({ received_sha256 }) => received_sha256),
  });
  if (said.photos.some(({ file_key, shown_key }) => file_key !== shown_key))
    await tx.jobs.send({
      name: 'blur-contest',
      data: { inspection_id: head.id, contest_id },
      tenant: tenantOf(head),
    });
  return contest;
};

/** As with images: files first, rows second, and no file stays without its row. The caller discards what was received. */
export const openContest = async (
  link: ShareLink,
  { contest, received }: { contest: NewContest; received: readonly ReceivedPhoto[] },
  { store, photos }: Ports,
): Promise<Contest> => {
  const there = await store.inspections.head(link.inspection_id);
  if (there === null) throw shareLinkOver();
  const kept = received.map((photo) => photoOf(there.id, there.privacy, photo));
  const fingerprint = fingerprintOf(contest, received);
  let used = false;
  try {
    for (const [index, photo] of received.entries()) await photos.keep(photo, kept[index]!.file_key);
    return await store.transaction(async (tx) => {
      const head = await tx.inspections.lock(link.inspection_id);
      // It may have been taken back while the photos came in.
      if (head === null || !(await tx.shareLinks.living(link.id))) throw shareLinkOver();
      const same = await tx.contests.findSame(link.id, fingerprint);
      if (same !== null) return same;
      await assertInTime(link, tx);
      assertId(contest.damage_id, 'damage');
      if ((await tx.findings.findDamage(head.id, contest.damage_id)) === null) throw notFound('damage');
      await assertRoom(tx, link, contest, kept.length);
      const made = await insert(tx, head, link, { ...contest, fingerprint, photos: kept });
      used = true;
      return made;
    });
  } catch (error) {
    used = isLeftToSweep(error);
    throw error;
  } finally {
    if (!used) await photos.remove(kept.map(({ file_key }) => file_key));
  }
};
