/** Which inspections `i` a list has, and in which order. */
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { InspectionFilter } from '../inspections/store-ports.ts';
import { type InspectionOrder, VEHICLE_FILTERS, type VehicleFilter } from '../inspections/vocabulary.ts';

const inScope = (filter: InspectionFilter): Sql => {
  if (filter.scope === 'all_resources') return sql`true`;
  if (filter.scope === 'organization_resources') return sql`i.organization_id = ${filter.organization_id}`;
  return sql`i.owner_id = ${filter.user_id}`;
};

/** A detail of a vehicle `c`. */
const detail = (name: VehicleFilter) => raw(`c.details->>'${name}'`);

const ofVehicle = (name: VehicleFilter, value: string) =>
  sql`i.id in (select c.inspection_id from vehicles c where lower(${detail(name)}) = lower(${value}))`;

/** As it was typed, without what people write between the characters; and without what `like` takes for something else. */
const typed = (text: string) => sql`translate(upper(${text}), ' -.·%_\\', '')`;
const PLATE = raw(`translate(upper(c.details->>'plate'), ' -.·', '')`);
const VIN = raw(`translate(upper(c.details->>'vin'), ' -.·', '')`);

/** Each in the words of its index (migration 0012). */
const found = (text: string) => sql`i.id in (select c.inspection_id from vehicles c
  where ${PLATE} like ${typed(text)} || '%' or ${VIN} like ${typed(text)} || '%'
    or reverse(${VIN}) like reverse(${typed(text)}) || '%')`;

const withTask = ({ name, status }: InspectionFilter['task']): Sql[] => {
  const wanted = [
    ...(name === null ? [] : [sql`t.name = ${name}`]),
    ...(status === null ? [] : [sql`t.status = ${status}`]),
  ];
  if (wanted.length === 0) return [];
  return [sql`i.id in (select t.inspection_id from tasks t where ${join(wanted, ' and ')})`];
};

export const chosen = (filter: InspectionFilter): Sql =>
  join(
    [
      inScope(filter),
      ...(filter.show_deleted ? [] : [sql`i.deleted_at is null`]),
      ...(filter.inspection_type === null ? [] : [sql`i.inspection_type = ${filter.inspection_type}`]),
      ...withTask(filter.task),
      ...(filter.search === null ? [] : [found(filter.search)]),
      ...VEHICLE_FILTERS.flatMap((name) => {
        const value = filter.vehicle[name];
        return value === undefined ? [] : [ofVehicle(name, value)];
      }),
    ],
    ' and ',
  );

/** Those without a value come first when the order is ascending. */
const keyOf = (order: Exclude<InspectionOrder, 'created_at'>) => (alias: Sql) =>
  order === 'status' || order === 'inspection_type'
    ? sql`coalesce(${alias}.${raw(order)}, '')`
    : sql`coalesce((select ${detail(order)} from vehicles c where c.inspection_id = ${alias}.id), '')`;

/** By time is how every page is sorted; anything else comes before that. */
export const sortedBy = (order: InspectionOrder) =>
  order === 'created_at' ? {} : { by: { key: keyOf(order), table: raw('inspections') } };
