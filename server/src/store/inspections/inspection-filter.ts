/** Which inspections `i` a list has, and in which order. */
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { InspectionFilter } from '../../inspections/ports/store.ts';
import { type InspectionOrder, VEHICLE_FILTERS, type VehicleFilter } from '../../inspections/vocabulary.ts';

const inScope = (filter: InspectionFilter): Sql => {
  if (filter.scope === 'all_resources') return sql`true`;
  if (filter.scope === 'organization_resources') return sql`i.organization_id = ${filter.organization_id}`;
  return sql`i.owner_id = ${filter.user_id}`;
};

/** All that a list of this scope may show. */
export const allInScope = (filter: InspectionFilter) =>
  sql`(select * from inspections i where ${inScope(filter)})`;

/** A detail of a vehicle `c`. */
const detail = (name: VehicleFilter) => raw(`c.details->>'${name}'`);

/** As it was typed, without what people write between the characters. */
const typed = (text: string) => sql`translate(upper(${text}), ' -.·%_\\', '')`;

/** The columns that have an index, made of these details: a plate is the same one with dashes and without. */
const KEYS: Partial<Record<VehicleFilter, Sql>> = { plate: raw('c.plate_key'), vin: raw('c.vin_key') };

const ofVehicle = (name: VehicleFilter, value: string) => {
  const key = KEYS[name];
  const same = key
    ? sql`${key} = translate(upper(${value}), ' -.·', '')`
    : sql`lower(${detail(name)}) = lower(${value})`;
  return sql`i.id in (select c.inspection_id from vehicles c where ${same})`;
};

const found = (text: string) => sql`i.id in (select c.inspection_id from vehicles c
  where c.plate_key ^@ ${typed(text)} or c.vin_key ^@ ${typed(text)} or c.vin_key_reversed ^@ reverse(${typed(text)}))`;

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

/** Those without a value come first when the order is ascending. A status or an id is always there, and has its indexes as it is. */
const keyOf = (order: Exclude<InspectionOrder, 'created_at'>) => (alias: Sql) => {
  if (order === 'status' || order === 'id') return sql`${alias}.${raw(order)}`;
  if (order === 'updated_at') return sql`coalesce(${alias}.updated_at, ${alias}.created_at)`;
  if (order === 'inspection_type') return sql`coalesce(${alias}.inspection_type, '')`;
  return sql`coalesce((select ${detail(order)} from vehicles c where c.inspection_id = ${alias}.id), '')`;
};

/** By time is how every page is sorted; anything else comes before that. */
export const sortedBy = (order: InspectionOrder) => (order === 'created_at' ? {} : { by: keyOf(order) });
