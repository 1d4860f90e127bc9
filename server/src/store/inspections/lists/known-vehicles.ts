import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { KnownVehicles, VehicleScope } from '../../../inspections/ports/vehicles.ts';
import type { KnownVehicle, VehicleChange } from '../../../inspections/records/vehicle.ts';
import type { Database } from '../../database.ts';
import { readPage } from '../../page-query.ts';
import { inScope, typed } from './inspection-filter.ts';

/** The inspections `i` of a vehicle `k` that a caller sees. */
const seen = (scope: VehicleScope, columns: Sql) => sql`
  select ${columns} from vehicles c join inspections i on i.id = c.inspection_id
  where c.known_vehicle_id = k.id and i.deleted_at is null and ${inScope(scope)}`;

const vehicles = (scope: VehicleScope, rows: Sql) => sql`
  select k.id, k.created_at, n.inspections_count, n.first_inspection_at, n.last_inspection_at,
    (${seen(scope, raw('c.details'))} order by i.created_at desc, i.id desc limit 1) as details
  from (${rows}) k, lateral (${seen(
    scope,
    raw(`count(*)::int as inspections_count, min(i.created_at) as first_inspection_at,
      max(i.created_at) as last_inspection_at`),
  )}) n`;

/** Through the indexes of its inspections' vehicles, and by nothing that stands on one that the caller does not see. */
const beginning = (scope: VehicleScope, text: string) => sql`
  and k.id in (
    select c.known_vehicle_id from vehicles c join inspections i on i.id = c.inspection_id
    where (c.plate_key ^@ ${typed(text)} or c.vin_key ^@ ${typed(text)} or c.vin_key_reversed ^@ reverse(${typed(text)}))
      and i.deleted_at is null and ${inScope(scope)})`;

/** The index of the list has it. */
const tenantOf = ({ scope, organization_id }: VehicleScope) =>
  scope === 'organization_and_own'
    ? { within: { column: raw('k.tenant'), value: `organization ${organization_id}` } }
    : {};

export const knownVehiclesOn = (database: Database): KnownVehicles => {
  const ids = async (query: Sql) => (await database.rows<{ id: string }>(query)).map(({ id }) => id);
  return {
    list: (scope, search, page) =>
      readPage<KnownVehicle>(
        database,
        sql`select k.* from known_vehicles k where exists (${seen(scope, raw('1'))}) ${search === null ? empty : beginning(scope, search)}`,
        raw('k'),
        page,
        { complete: (rows, order) => sql`${vehicles(scope, rows)} ${order}`, ...tenantOf(scope) },
      ),

    find: (scope, id) =>
      database.row<KnownVehicle>(
        sql`select * from (${vehicles(scope, sql`select * from known_vehicles where id = ${id}`)}) k
        where k.inspections_count > 0`,
      ),

    newest: (scope, id, { limit, before }) =>
      ids(sql`
      select i.id from vehicles c join inspections i on i.id = c.inspection_id
      where c.known_vehicle_id = ${id} and i.deleted_at is null and ${inScope(scope)}
        ${before === null ? empty : sql`and i.created_at < ${before}::timestamptz`}
      order by i.created_at desc, i.id desc limit ${limit}`),

    everyInspection: (id) => ids(sql`select o.id from inspections_of_vehicle(${id}) o (id)`),

    beginMerge: async (id) => {
      await database.run(sql`
        select pg_advisory_xact_lock(hashtext('merge vehicles of ' || k.tenant)) from known_vehicles k where k.id = ${id}`);
    },

    takeKeys: async (id, otherId) => {
      await database.run(sql`select take_keys(${id}, ${otherId})`);
    },

    // The trigger does it. Ids begin with their time.
    recognizeOlder: async (after, limit) =>
      (await database.row<{ count: number; last: string | null }>(sql`
        with older as (
          select v.id from vehicles v where v.known_vehicle_id is null and (v.plate_key <> '' or v.vin_key <> '')
            and coalesce(vehicle_key(v.details->>'vin'), vehicle_key(v.details->>'plate')) is not null
            ${after === null ? empty : sql`and v.id > ${after}`}
          order by v.id limit ${limit} for update skip locked),
        known as (
          update vehicles v set details = v.details from (select id from older order by id) o where v.id = o.id
          returning v.id)
        select count(*)::int, (select id from known order by id desc limit 1) as last from known`))!,

    link: async (inspectionId, id) => {
      const linked = await database.row<{ id: string }>(sql`
      with own as (
        insert into known_vehicles (tenant)
        select tenant_of(i) from inspections i where i.id = ${inspectionId} and ${id}::uuid is null returning id),
      named as (
        select k.id from known_vehicles k where k.id = ${id}::uuid
          and k.tenant = (select tenant_of(i) from inspections i where i.id = ${inspectionId}) for key share)
      update vehicles set known_vehicle_id = said.id, known_by_person = true
      from (select id from own union all select id from named) said
      where inspection_id = ${inspectionId} returning known_vehicle_id as id`);
      return linked?.id ?? null;
    },

    recognize: (inspectionId) =>
      database.row<{ id: string; was_said: boolean }>(sql`
        select * from (
          select recognize_again(v.inspection_id) as id, v.known_by_person as was_said
          from vehicles v where v.inspection_id = ${inspectionId} offset 0) v
        where v.id is not null`),

    changes: (scope, id, limit) =>
      database.rows<VehicleChange>(sql`
        select i.id as inspection_id, i.created_at as inspection_created_at, i.reference as inspection_reference,
          k.after->'details'->>'known_vehicle_id' as vehicle_id,
          k.before->'details'->>'known_vehicle_id' as former_vehicle_id,
          coalesce((k.after->'details'->>'is_recognized')::boolean, false) as is_recognized,
          k.made_at, k.made_by, k.made_by_name
        from vehicles c join inspections i on i.id = c.inspection_id
          join corrections k on k.inspection_id = i.id and k.item_id = i.id
        where c.known_vehicle_id = ${id} and i.deleted_at is null and ${inScope(scope)}
          and k.after->'details'->>'known_vehicle_id' is not null
        order by k.id desc limit ${limit}`),
  };
};
