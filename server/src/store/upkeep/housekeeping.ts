import sql from 'sql-template-tag';
import type { Housekeeping } from '../../inspections/ports/store.ts';
import type { Database } from '../database.ts';

export const housekeepingOn = (database: Database): Housekeeping => ({
  removeOld: async () => ({
    idempotency_keys: await database.run(
      sql`delete from idempotency_keys where created_at < clock_timestamp() - interval '24 hours'`,
    ),
    events: await database.run(
      // Those of a chain stay as long as their inspection.
      sql`delete from events where number is null and created_at < clock_timestamp() - interval '30 days'`,
    ),
    deliveries: await database.run(sql`
      delete from deliveries where status <> 'pending' and created_at < clock_timestamp() - interval '30 days'`),
    // Nobody is asked to work who has not been here for a year, and no name is kept for longer without a use.
    members: await database.run(
      sql`delete from members where seen_at < clock_timestamp() - interval '365 days'`,
    ),
    // Whose last inspections went at the same moment, each while the other one was still there.
    known_vehicles: (await database.row<{ count: number }>(sql`
      with unused as materialized (
        select k.id from known_vehicles k where not exists (select from vehicles v where v.known_vehicle_id = k.id))
      select count(*) filter (where forget_unused(id))::int from unused`))!.count,
  }),
});
