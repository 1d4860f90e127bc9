import sql, { raw } from 'sql-template-tag';
import { v7 as uuid } from 'uuid';
import type { AuditLog } from '../../inspections/ports/operations.ts';
import type { AuditEntry } from '../../inspections/records/organization.ts';
import type { Database } from '../database.ts';
import { readPage } from '../page-query.ts';

const COLUMNS = raw('a.id, a.action, a.actor_id, a.inspection_id, a.details, a.created_at, a.completed_at');

export const auditLogOn = (database: Database): AuditLog => ({
  record: async (entry) =>
    (await database.run(sql`
      insert into audit_log (id, organization_id, action, actor_id, inspection_id, details, completed_at)
      values (${uuid()}, ${entry.organization_id}, ${entry.action}, ${entry.actor_id}, ${entry.inspection_id},
        ${JSON.stringify(entry.details)}, case when ${entry.completed} then clock_timestamp() end)
      on conflict do nothing`)) > 0,

  list: (organizationId, page) =>
    readPage<AuditEntry>(
      database,
      sql`select ${COLUMNS} from audit_log a where a.organization_id = ${organizationId}`,
      raw('a'),
      page,
    ),
});
