import type { Store } from '../../inspections/ports/store.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';
import type { EventType } from '../../inspections/records/organization.ts';
import { reviewOf } from '../../inspections/tasks/validation.ts';

type Head = Pick<InspectionHead, 'id' | 'organization_id'> &
  Partial<Pick<InspectionHead, 'approval_required'>>;

/** Where a person has to approve, whoever is told of something is told whether one did. */
export const reviewTold = async (tx: Store, { id, approval_required = false }: Head): Promise<Json> =>
  approval_required ? { review: reviewOf({ approval_required, tasks: await tx.tasks.briefs(id) }) } : {};

/** In the transaction of what happened, so that nothing is told that did not happen, and nothing missed. */
export const recordEvent = async (tx: Store, head: Head, type: EventType, data: Json = {}): Promise<void> => {
  const told = { ...data, ...(await reviewTold(tx, head)) };
  await tx.events.record({ inspection_id: head.id, organization_id: head.organization_id, type, data: told });
};
