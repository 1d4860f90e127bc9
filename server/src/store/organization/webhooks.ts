import sql, { raw } from 'sql-template-tag';
import type { Webhooks } from '../../inspections/ports/organization.ts';
import type { Webhook } from '../../inspections/records/organization.ts';
import type { Database } from '../database.ts';

const COLUMNS = raw(`id, organization_id, url, secret, event_types, description, active, created_at,
  case when previous_secret_until > clock_timestamp() then previous_secret end as previous_secret`);

export const webhooksOn = (database: Database): Webhooks => ({
  insert: async (w) =>
    (await database.row<Webhook>(sql`
      insert into webhooks (id, organization_id, url, secret, event_types, description, active)
      values (${w.id}, ${w.organization_id}, ${w.url}, ${w.secret}, ${w.event_types}, ${w.description}, ${w.active})
      returning ${COLUMNS}`))!,

  list: (organizationId) =>
    database.rows<Webhook>(
      sql`select ${COLUMNS} from webhooks where organization_id = ${organizationId} order by created_at, id`,
    ),

  find: (organizationId, id) =>
    database.row<Webhook>(
      sql`select ${COLUMNS} from webhooks where organization_id = ${organizationId} and id = ${id}`,
    ),

  secretOf: async (id) =>
    (await database.row<{ secret: string }>(sql`select secret from webhooks where id = ${id}`))?.secret ??
    null,

  change: async (id, change) =>
    (await database.row<Webhook>(sql`
      update webhooks set
        url = coalesce(${change.url ?? null}, url),
        event_types = coalesce(${change.event_types ?? null}::text[], event_types),
        description = case when ${change.description !== undefined} then ${change.description ?? null} else description end,
        active = coalesce(${change.active ?? null}::boolean, active)
      where id = ${id} returning ${COLUMNS}`))!,

  replaceSecret: async (id, secret) =>
    (await database.row<Webhook>(sql`
      update webhooks set previous_secret = secret, secret = ${secret},
        previous_secret_until = clock_timestamp() + interval '24 hours'
      where id = ${id} returning ${COLUMNS}`))!,

  delete: async (id) => {
    await database.run(sql`delete from webhooks where id = ${id}`);
  },
});
