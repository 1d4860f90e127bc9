import sql, { raw } from 'sql-template-tag';
import { v7 as uuid } from 'uuid';
import type { AgedEvent, Events, NewDelivery } from '../../inspections/ports/organization.ts';
import type { Jobs } from '../../inspections/ports/store.ts';
import type { Delivery, Event, EventType, Webhook } from '../../inspections/records/organization.ts';
import type { Database } from '../database.ts';
import { readPage } from '../page-query.ts';

/** Processes that show progress listen here; the payload is the inspection's id. */
export const EVENT_CHANNEL = 'walkaround_events';

const DELIVERY_COLUMNS =
  raw(`d.id, d.kind, d.webhook_id, d.inspection_id, d.organization_id, d.event_type, d.url,
  d.headers, d.payload, d.status, d.attempts, d.created_at, d.delivered_at`);

/** As `tenantOf` has it; an inspection may be gone by now. */
const TENANT = raw(
  `coalesce(d.organization_id, (select i.owner_id from inspections i where i.id = d.inspection_id), d.id::text)`,
);

/** A new inspection has not changed yet, and progress is no change; either would only write the row once more. */
const NO_CHANGE: readonly EventType[] = ['inspection.created', 'task.progress'];

type Stored = Omit<Event, 'id'> & { listening: Pick<Webhook, 'id' | 'url'>[] };

export const eventsOn = (database: Database, jobs: Jobs): Events => {
  const insertDelivery = async (d: NewDelivery) => {
    const { tenant, ...delivery } = (await database.row<Delivery & { tenant: string }>(sql`
      insert into deliveries as d (id, kind, webhook_id, inspection_id, organization_id, event_type, url, headers, payload)
      values (${uuid()}, ${d.kind}, ${d.webhook_id}, ${d.inspection_id}, ${d.organization_id}, ${d.event_type}, ${d.url},
        ${JSON.stringify(d.headers)}, ${JSON.stringify(d.payload)})
      returning ${DELIVERY_COLUMNS}, ${TENANT} as tenant`))!;
    await jobs.send({ name: 'deliver', data: { delivery_id: delivery.id }, tenant });
    return delivery;
  };

  const tellWebhooks = async (event: Stored) => {
    for (const webhook of event.listening) {
      await insertDelivery({
        kind: 'webhook',
        webhook_id: webhook.id,
        inspection_id: event.inspection_id,
        organization_id: event.organization_id,
        event_type: event.type,
        url: webhook.url,
        headers: {},
        payload: {
          type: event.type,
          timestamp: event.created_at,
          data: { inspection_id: event.inspection_id, ...event.data },
        },
      });
    }
  };

  return {
    record: async (event) => {
      const stored = (await database.row<Stored>(
        sql`
        with changed as (
          update inspections set updated_at = clock_timestamp()
          where ${!NO_CHANGE.includes(event.type)}
            -- Whoever holds it meanwhile is changing it too: nobody waits only to say so once more.
            and id = (select id from inspections where id = ${event.inspection_id} for no key update skip locked))
        insert into events as e (inspection_id, organization_id, type, data)
        values (${event.inspection_id}, ${event.organization_id}, ${event.type}, ${JSON.stringify(event.data)})
        returning e.inspection_id, e.organization_id, e.type, e.data, e.created_at,
          pg_notify(${EVENT_CHANNEL}, e.inspection_id::text),
          coalesce((select json_agg(json_build_object('id', w.id, 'url', w.url)) from webhooks w
            where w.organization_id = e.organization_id and w.active
              and (w.event_types = '{}' or e.type = any (w.event_types))), '[]') as listening`,
        'record-event',
      ))!;
      await tellWebhooks(stored);
    },

    since: (inspectionId, afterId, limit) =>
      database.rows<AgedEvent>(sql`
        select id::text, inspection_id, organization_id, type, data, created_at,
          extract(epoch from clock_timestamp() - created_at)::float8 * 1000 as age_ms from events
        where inspection_id = ${inspectionId} and id > ${afterId}::bigint order by events.id limit ${limit}`),

    insertDelivery,

    findDelivery: (id) =>
      database.row<Delivery>(sql`select ${DELIVERY_COLUMNS} from deliveries d where d.id = ${id}`),

    listDeliveries: (filter, page) =>
      readPage<Delivery>(
        database,
        'webhook_id' in filter
          ? sql`select ${DELIVERY_COLUMNS} from deliveries d where d.webhook_id = ${filter.webhook_id}`
          : sql`select ${DELIVERY_COLUMNS} from deliveries d
              where d.inspection_id = ${filter.inspection_id} and d.kind = 'callback'`,
        raw('d'),
        page,
      ),

    noteAttempt: async (id, attempt, status) => {
      await database.run(sql`
        update deliveries set attempts = attempts || ${JSON.stringify([attempt])}::jsonb, status = ${status},
          delivered_at = case when ${status} = 'delivered' then clock_timestamp() else delivered_at end
        where id = ${id}`);
    },

    reopenDelivery: async (id) => {
      const { tenant, ...delivery } = (await database.row<Delivery & { tenant: string }>(sql`
        update deliveries as d set status = 'pending' where d.id = ${id}
        returning ${DELIVERY_COLUMNS}, ${TENANT} as tenant`))!;
      await jobs.send({ name: 'deliver', data: { delivery_id: id }, tenant });
      return delivery;
    },
  };
};
