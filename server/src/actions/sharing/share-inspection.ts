import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { type Actor, tenantOf } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { invalidField, limitReached } from '../../inspections/problems/requests.ts';
import type { ShareLink } from '../../inspections/records/report.ts';
import { USUAL_LANGUAGE } from '../../inspections/tasks/report-language.ts';
import type { ReportLanguage } from '../../inspections/vocabulary.ts';
import { recordEvent } from '../events/record-event.ts';
import { settingsOf } from '../organization/manage-organization.ts';
import { assertId, inspectionToChange, inspectionToRead } from '../reach-inspection.ts';

type NewShare = {
  inspection_id: string;
  expires_in_hours?: number;
  expires_at?: string;
  costs: boolean;
  language?: ReportLanguage;
  allow_contesting: boolean;
};

const MAX_LINKS = 50;
const HOUR_MS = 3_600_000;
const USUAL_HOURS = 7 * 24;
const LONGEST_HOURS = 366 * 24;
const USUAL_CONTEST_DAYS = 14;

/** Long enough that nobody guesses one; the hash needs no salt for that. */
const newSecret = () => randomBytes(32).toString('base64url');
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

const expiryOf = ({ expires_at, expires_in_hours }: NewShare, now: number): string => {
  if (expires_at !== undefined && expires_in_hours !== undefined)
    throw invalidField('expires_at', 'Give expires_at or expires_in_hours, not both.');
  const end =
    expires_at === undefined ? now + (expires_in_hours ?? USUAL_HOURS) * HOUR_MS : Date.parse(expires_at);
  if (end <= now) throw invalidField('expires_at', 'This time is over. Give one in the future.');
  if (end > now + LONGEST_HOURS * HOUR_MS)
    throw invalidField('expires_at', 'A link works for at most a year. Give an earlier time.');
  return new Date(end).toISOString();
};

/** For as many days as the organization gives, and never longer than the link. */
const contestUntil = (days: number | null, expires_at: string, now: number): string => {
  const end = now + (days ?? USUAL_CONTEST_DAYS) * 24 * HOUR_MS;
  return new Date(Math.min(end, Date.parse(expires_at))).toISOString();
};

const isOver = ({ revoked_at, expires_at }: ShareLink, now: number) =>
  revoked_at !== null || Date.parse(expires_at) <= now;

/** The secret is told once and kept nowhere. */
export const shareInspection = (
  actor: Actor,
  input: NewShare,
  { store }: Ports,
): Promise<{ link: ShareLink; secret: string }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const now = Date.parse(await tx.shareLinks.now());
    const expires_at = expiryOf(input, now);
    if ((await tx.shareLinks.list(head.id)).filter((link) => !isOver(link, now)).length >= MAX_LINKS)
      throw limitReached(`An inspection has at most ${MAX_LINKS} links that work. Revoke one first.`);
    const { language, contest_days } = await settingsOf(head.organization_id, tx);
    const secret = newSecret();
    const link = await tx.shareLinks.insert({
      id: uuid(),
      inspection_id: head.id,
      secret_hash: hashOf(secret),
      costs: input.costs,
      language: input.language ?? language ?? USUAL_LANGUAGE,
      created_by: actor.user_id,
      expires_at,
      contest_until: input.allow_contesting ? contestUntil(contest_days, expires_at, now) : null,
    });
    const data = { share_link_id: link.id };
    await tx.jobs.send({ name: 'make-shared-report', data, tenant: tenantOf(head) });
    const { id: share_link_id, costs, contest_until } = link;
    await recordEvent(tx, head, 'share_link.created', {
      share_link_id,
      costs,
      expires_at,
      contest_until,
      by: actor.user_id,
    });
    return { link, secret };
  });

export const listShareLinks = async (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<ShareLink[]> =>
  store.shareLinks.list((await inspectionToRead(actor, input.inspection_id, store)).id);

export const revokeShareLink = (
  actor: Actor,
  input: { inspection_id: string; share_link_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.share_link_id, 'share link');
    if (!(await tx.shareLinks.revoke(head.id, input.share_link_id))) throw notFound('share link');
    const data = { share_link_id: input.share_link_id, by: actor.user_id };
    await recordEvent(tx, head, 'share_link.revoked', data);
    return { id: input.share_link_id, deleted: true };
  });
