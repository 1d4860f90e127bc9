/** What an inspection is about, and who works on it: said with its creation or at any later time. */
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import type { ClaimDetails, InspectionHead } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';
import { recordEvent } from '../events/record-event.ts';
import { inspectionToChange } from '../reach-inspection.ts';
import { recordDetails } from './record-details.ts';
import { changed, mergeData } from './update-inspection.ts';

type Details = Partial<ClaimDetails & Pick<InspectionHead, 'assigned_to'>>;

const DETAILS = ['inspection_type', 'reference', 'customer', 'date_of_loss', 'assigned_to'] as const;

/** Whoever works on it must be able to open it. */
export const assertMayBeAssigned = async (
  actor: Actor,
  { organization_id }: Pick<InspectionHead, 'organization_id'>,
  assigned_to: string | null | undefined,
  { members }: Store,
) => {
  if (assigned_to === null || assigned_to === undefined) return;
  if (organization_id === null)
    throw invalidField(
      'assigned_to',
      'This inspection belongs to no organization, so there is nobody to assign it to.',
    );
  const isSelf = assigned_to === actor.user_id && organization_id === actor.organization_id;
  if (!isSelf && (await members.find(organization_id, assigned_to)) === null)
    throw invalidField(
      'assigned_to',
      'Nobody in the organization has this id. GET /organization/members lists whom an inspection can be assigned to.',
    );
};

/** Those that are really other than before. */
const otherThan = (head: InspectionHead, details: Details): Details =>
  Object.fromEntries(
    DETAILS.flatMap((name) => {
      const value = details[name];
      return value === undefined || value === head[name] ? [] : [[name, value]];
    }),
  );

const setDetails = async (tx: Store, head: InspectionHead, actor: Actor, details: Details) => {
  await assertMayBeAssigned(actor, head, details.assigned_to, tx);
  const after = otherThan(head, details);
  const names = Object.keys(after) as (keyof Details)[];
  if (names.length === 0) return;
  await tx.inspections.changeDetails(head.id, after);
  const before = Object.fromEntries(names.map((name) => [name, head[name]]));
  await recordDetails(tx, head, actor, { action: 'changed', before, after });
  if (names.some((name) => name !== 'assigned_to')) await changed(tx, head, 'details');
  if (after.assigned_to !== undefined)
    await recordEvent(tx, head, 'inspection.assigned', { assigned_to: after.assigned_to });
};

export const changeInspection = (
  actor: Actor,
  input: { inspection_id: string; additional_data?: Json } & Details,
  { store }: Ports,
): Promise<InspectionHead> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    await setDetails(tx, head, actor, input);
    if (input.additional_data) await mergeData(tx, head, input.additional_data, 'additional_data');
    return (await tx.inspections.head(head.id))!;
  });
