import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { KnownVehicles, VehicleScope } from '../../inspections/ports/vehicles.ts';
import type { KnownVehicle } from '../../inspections/records/vehicle.ts';
import type { Database } from '../database.ts';
import { readPage } from '../page-query.ts';
import { inScope, typed } from './inspection-filter.ts';

/** As `mayRead` decides. */
const readable = (scope: VehicleScope): Sql =>
  scope.scope === 'own_resources'
    ? sql`(i.owner_id = ${scope.user_id} or i.creator_id = ${scope.user_id}
        or i.assigned_to = ${scope.user_id} and i.organization_id = ${scope.organization_id})`
    : inScope(scope);

/** The inspections `i` of a vehicle `k` that a caller sees. */
const seen = (scope: VehicleScope, columns: Sql) => sql`
  select ${columns} from vehicles c join inspections i on i.id = c.inspection_id
  where c.known_vehicle_id = k.id and i.deleted_at is null and ${readable(scope)}`;

const vehicles = (scope: VehicleScope, rows: Sql) => sql`
  select k.id, k.created_at, n.inspections_count, n.first_inspection_at, n.last_inspection_at,
    (${seen(scope, raw('c.details'))} order by i.created_at desc, i.id desc limit 1) as details
  from (${rows}) k, lateral (${seen(
    scope,
    raw(`count(*)::int as inspections_count, min(i.created_at) as first_inspection_at,
      max(i.created_at) as last_inspection_at`),
  )}) n`;

const beginning = (text: string) => sql`
  and (k.plate_key ^@ ${typed(text)} or k.vin_key ^@ ${typed(text)} or right(k.vin_key, length(${typed(text)})) = ${typed(text)})`;

export const knownVehiclesOn = (database: Database): KnownVehicles => {
  const ids = async (query: Sql) => (await database.rows<{ id: string }>(query)).map(({ id }) => id);
  return {
    list: (scope, search, page) =>
      readPage<KnownVehicle>(
        database,
        sql`select k.* from known_vehicles k where exists (${seen(scope, raw('1'))}) ${search === null ? empty : beginning(search)}`,
        raw('k'),
        page,
        { complete: (rows, order) => sql`${vehicles(scope, rows)} ${order}` },
      ),

    find: (scope, id) =>
      database.row<KnownVehicle>(
        sql`select * from (${vehicles(scope, sql`select * from known_vehicles where id = ${id}`)}) k
        where k.inspections_count > 0`,
      ),

    newest: (id, limit) =>
      ids(sql`
      select i.id from vehicles c join inspections i on i.id = c.inspection_id
      where c.known_vehicle_id = ${id} and i.deleted_at is null order by i.created_at desc, i.id desc limit ${limit}`),

    everyInspection: (id) =>
      ids(
        sql`select inspection_id as id from vehicles where known_vehicle_id = ${id} order by inspection_id`,
      ),

    link: async (inspectionId, id) => {
      const linked = await database.row<{ id: string }>(sql`
      with own as (
        insert into known_vehicles (tenant)
        select tenant_of(i) from inspections i where i.id = ${inspectionId} and ${id}::uuid is null returning id)
      update vehicles set known_vehicle_id = coalesce(${id}::uuid, (select id from own)), known_by_person = true
      where inspection_id = ${inspectionId} and (${id}::uuid is null or exists (
        select from known_vehicles k join inspections i on tenant_of(i) = k.tenant
        where k.id = ${id}::uuid and i.id = ${inspectionId})) returning known_vehicle_id as id`);
      return linked?.id ?? null;
    },
  };
};
