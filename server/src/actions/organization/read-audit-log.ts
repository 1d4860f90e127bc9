import { type Actor, assertManagesOrganization } from '../../inspections/access.ts';
import { type Page, pageRequest } from '../../inspections/paging.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { AuditEntry } from '../../inspections/records/organization.ts';
import type { PaginationOrder } from '../../inspections/vocabulary.ts';

type Paging = { limit: number; pagination_order: PaginationOrder; before?: string; after?: string };

export const listAuditLog = async (
  actor: Actor,
  input: Paging,
  { store }: Ports,
): Promise<{ list: string; page: Page<AuditEntry> }> => {
  const organization = assertManagesOrganization(actor);
  const list = `audit log of ${organization}`;
  return { list, page: await store.auditLog.list(organization, pageRequest(list, input)) };
};
