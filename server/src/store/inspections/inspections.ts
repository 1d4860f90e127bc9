import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { v7 as uuid } from 'uuid';
import type { Inspections } from '../../inspections/ports/store.ts';
import { type Inspection, type InspectionHead, nothingFound } from '../../inspections/records/inspection.ts';
import type { Task } from '../../inspections/records/task.ts';
import type { Vehicle } from '../../inspections/records/vehicle.ts';
import { withStated } from '../../inspections/stated-readings.ts';
import type { Database } from '../database.ts';
import { APPROVAL_REQUIRED } from '../organization/organizations.ts';
import { readPage } from '../page-query.ts';
import { ESTIMATE_FIELDS } from './assessments.ts';
import { DOCUMENT_FIELDS } from './documents.ts';
import {
  DAMAGE_FIELDS,
  SEVERITY_COLUMNS,
  SEVERITY_ORDER,
  VIEW_COLUMNS,
  VIEW_WITHOUT_OUTLINE,
} from './findings.ts';
import { IMAGE_FIELDS } from './images.ts';
import { countInspections } from './lists/count-inspections.ts';
import { allInScope, chosen, listedBy, sortedBy } from './lists/inspection-filter.ts';
import { readSummaries } from './lists/inspection-summaries.ts';
import { PRICE_COLUMNS } from './prices.ts';
import { STATED } from './stated.ts';
import { OPEN_SUSPICIONS } from './suspicions.ts';
import { insertTasks, TASK_FIELDS } from './tasks.ts';

const HEAD = raw(`i.id, i.owner_id, i.creator_id, i.organization_id, i.created_at, i.deleted_at, i.status,
  i.inspection_type, i.reference, i.customer, i.date_of_loss::text as date_of_loss, i.assigned_to, i.accident_nature, i.related_inspection_id, i.usage_duration, i.damage_severity, i.privacy, i.additional_data,
  ${APPROVAL_REQUIRED} as approval_required`);

const VEHICLE = raw(
  `(select json_build_object('id', c.id, 'inspection_id', c.inspection_id, 'created_at', c.created_at, 'details', c.details,
    'read_from', c.read_from, 'known_vehicle_id', c.known_vehicle_id)
    from vehicles c where c.inspection_id = i.id) as vehicle`,
);

const VEHICLE_COLUMNS = raw(
  'c.id, c.inspection_id, c.created_at, c.details, c.read_from, c.known_vehicle_id',
);

type Whole = { deletedObjects?: boolean; outlines?: boolean; more?: Sql };

/** About how many bytes an inspection `i` has in a list: what people added is weighed, the rest counted. */
const WEIGHT = raw(`2000 + octet_length(i.additional_data::text)
  + (select coalesce(sum(2200 + octet_length(m.additional_data::text)), 0)
    from images m where m.inspection_id = i.id and m.deleted_at is null)
  + (select 500 * count(*) from views v where v.inspection_id = i.id and v.deleted_at is null)
  + (select 1000 * count(*) from damages d where d.inspection_id = i.id and d.deleted_at is null)`);

/** Everything of these inspections, as `i`; deleted members and outlines only when they are asked for. */
const wholeInspections = (
  inspections: Sql,
  { deletedObjects = false, outlines = true, more = empty }: Whole = {},
) => {
  const alive = (alias: string) => raw(deletedObjects ? 'true' : `${alias}.deleted_at is null`);
  return sql`select ${HEAD}, ${VEHICLE}, ${more} i.checks, ${OPEN_SUSPICIONS}, ${STATED},
    coalesce((select json_agg(json_build_object(${TASK_FIELDS}) order by t.created_at, t.id)
      from tasks t where t.inspection_id = i.id), '[]') as tasks,
    coalesce((select json_agg(json_build_object(${IMAGE_FIELDS}) order by m.created_at, m.id)
      from images m where m.inspection_id = i.id and ${alive('m')}), '[]') as images,
    coalesce((select json_agg(x order by x.created_at, x.id) from (select ${outlines ? VIEW_COLUMNS : VIEW_WITHOUT_OUTLINE}
      from views v where v.inspection_id = i.id and ${alive('v')}) x), '[]') as views,
    coalesce((select json_agg(json_build_object(${DAMAGE_FIELDS}) order by d.created_at, d.id)
      from damages d where d.inspection_id = i.id and ${alive('d')}), '[]') as damages,
    coalesce((select json_agg(p order by p.created_at, p.id)
      from parts p where p.inspection_id = i.id), '[]') as parts,
    coalesce((select json_agg(x order by ${SEVERITY_ORDER}) from (select ${SEVERITY_COLUMNS}
      from severities s where s.inspection_id = i.id and ${alive('s')}) x), '[]') as severities,
    coalesce((select json_agg(json_build_object(${ESTIMATE_FIELDS}) order by e.methodology desc)
      from estimates e where e.inspection_id = i.id), '[]') as estimates,
    coalesce((select json_agg(x order by x.created_at, x.id) from (select ${PRICE_COLUMNS}
      from prices r where r.inspection_id = i.id and r.deleted_at is null) x), '[]') as prices,
    coalesce((select json_agg(json_build_object('id', a.id, 'relevant_elements', a.relevant_elements) order by a.id)
      from damage_areas a where a.inspection_id = i.id), '[]') as damage_areas,
    coalesce((select json_agg(json_build_object(${DOCUMENT_FIELDS}) order by o.created_at, o.id)
      from documents o where o.inspection_id = i.id), '[]') as documents,
    (select row_to_json(r) from reports r where r.inspection_id = i.id) as report
  from ${inspections} i`;
};

const WHOLE = wholeInspections(raw('inspections'));
const WHOLE_WITH_DELETED = wholeInspections(raw('inspections'), { deletedObjects: true });
const WITHOUT_OUTLINES = wholeInspections(raw('inspections'), { outlines: false });

export const inspectionsOn = (database: Database): Inspections => ({
  insert: async (inspection, tasks, vehicle) => {
    // Sent together, but one after the other: what belongs to an inspection is let in only where that one is reached.
    const [head, own, declared] = await Promise.all([
      database.row<InspectionHead>(
        sql`
        insert into inspections as i (id, owner_id, creator_id, organization_id, status, inspection_type,
          reference, customer, date_of_loss, assigned_to, accident_nature, related_inspection_id, usage_duration, damage_severity, privacy, additional_data)
        values (${inspection.id}, ${inspection.owner_id}, ${inspection.creator_id}, ${inspection.organization_id},
          ${inspection.status}, ${inspection.inspection_type}, ${inspection.reference}, ${inspection.customer},
          ${inspection.date_of_loss}, ${inspection.assigned_to}, ${inspection.accident_nature},
          ${inspection.related_inspection_id}, ${inspection.usage_duration},
          ${inspection.damage_severity && JSON.stringify(inspection.damage_severity)},
          ${JSON.stringify(inspection.privacy)},
          ${JSON.stringify(inspection.additional_data)})
        returning ${HEAD}`,
        'insert-inspection',
      ),
      database.row<Vehicle>(
        sql`insert into vehicles as c (id, inspection_id, details)
          values (${uuid()}, ${inspection.id}, ${JSON.stringify(vehicle)}) returning ${VEHICLE_COLUMNS}`,
        'insert-vehicle',
      ),
      database.rows<{ task: Task }>(insertTasks(tasks), 'insert-tasks'),
    ]);
    return { ...head!, vehicle: own, tasks: declared.map(({ task }) => task), ...nothingFound() };
  },

  lock: (id) =>
    database.row<InspectionHead>(
      sql`select ${HEAD} from inspections i where i.id = ${id} for no key update`,
      'lock-inspection',
    ),

  head: (id) =>
    database.row<InspectionHead>(
      sql`select ${HEAD} from inspections i where i.id = ${id}`,
      'inspection-head',
    ),

  shows: async ({ inspection_id, image_id, deleted }) =>
    (await database.run(
      sql`select from inspections i where i.id = ${inspection_id} and (${deleted} or (i.deleted_at is null
        and not exists (select from images m where m.id = ${image_id}::uuid and m.deleted_at is not null)))`,
      'inspection-shows',
    )) > 0,

  read: async (id, { deletedObjects, outlines = true }) => {
    const [whole, name] = deletedObjects
      ? [WHOLE_WITH_DELETED, 'inspection-with-deleted']
      : outlines
        ? [WHOLE, 'inspection']
        : [WITHOUT_OUTLINES, 'inspection-without-outlines'];
    const found = await database.row<Inspection>(sql`${whole} where i.id = ${id}`, name);
    return found && withStated(found);
  },

  list: async (filter, by, page) => {
    const found = await readPage<Inspection>(
      database,
      sql`select * from ${listedBy(by, filter)} i where ${chosen(filter, { order: by })}`,
      raw('i'),
      page,
      {
        table: allInScope(filter, by),
        // The page first, by itself: else the cost of the rest hides from the planner which index is best.
        complete: (rows, order) =>
          sql`${wholeInspections(sql`(${rows})`, { outlines: false, more: sql`i.page_rows,` })} ${order}`,
        weight: WEIGHT,
        ...sortedBy(by, filter),
      },
    );
    return { ...found, rows: found.rows.map(withStated) };
  },

  summaries: (filter, by, page) => readSummaries(database, filter, by, page),

  count: (filter) => countInspections(database, filter),

  mergeAdditionalData: async (id, data) => {
    await database.run(sql`
      update inspections set additional_data = additional_data || ${JSON.stringify(data)}::jsonb where id = ${id}`);
  },

  changeDetails: async (id, change) => {
    const given = (name: keyof typeof change) => change[name] !== undefined;
    await database.run(sql`
      update inspections set
        inspection_type = case when ${given('inspection_type')} then ${change.inspection_type ?? null} else inspection_type end,
        reference = case when ${given('reference')} then ${change.reference ?? null} else reference end,
        customer = case when ${given('customer')} then ${change.customer ?? null} else customer end,
        date_of_loss = case when ${given('date_of_loss')} then ${change.date_of_loss ?? null}::date else date_of_loss end,
        assigned_to = case when ${given('assigned_to')} then ${change.assigned_to ?? null} else assigned_to end
      where id = ${id}`);
  },

  setStanding: async (id, standing) => {
    const { condition_score, worst_severity, worst_severity_raised, cost_cents, cost_currency } = standing;
    await database.run(
      sql`update inspections set condition_score = coalesce(${condition_score}::smallint, -1),
        worst_severity = coalesce(${worst_severity}::smallint, -1), worst_severity_raised = ${worst_severity_raised},
        cost_cents = coalesce(${cost_cents}::bigint, -1),
        cost_currency = ${cost_currency}, standing_noted = true
      where id = ${id}`,
      'set-standing',
    );
  },

  withoutStanding: async (limit) =>
    (
      await database.rows<{ id: string }>(
        sql`select id from inspections where not standing_noted order by id limit ${limit}`,
      )
    ).map(({ id }) => id),

  setChecks: async (id, checks) => {
    await database.run(
      sql`update inspections set checks = ${JSON.stringify(checks)} where id = ${id}`,
      'set-checks',
    );
  },

  setStatus: async (id, status) => {
    await database.run(
      sql`update inspections set status = ${status} where id = ${id} and status <> ${status}`,
    );
  },

  markDeleted: async (id) => {
    await database.run(sql`
      with gone as (update inspections set deleted_at = clock_timestamp() where id = ${id} returning id)
      delete from sightings s using images m, gone where s.image_id = m.id and m.inspection_id = gone.id`);
  },

  restore: async (id) =>
    (await database.run(sql`
      update inspections i set deleted_at = null where i.id = ${id}
        and not exists (select from audit_log a where a.inspection_id = i.id and a.action = 'inspection.erased')`)) >
    0,

  putVehicle: async (inspectionId, details) =>
    (await database.row<Vehicle>(
      sql`
      insert into vehicles as c (id, inspection_id, details)
      values (${uuid()}, ${inspectionId}, ${JSON.stringify(details)})
      on conflict (inspection_id) do update set details = c.details || excluded.details,
        read_from = c.read_from || coalesce((select jsonb_object_agg(name, null)
          from jsonb_object_keys(excluded.details) name where c.read_from ? name), '{}')
      returning ${VEHICLE_COLUMNS}`,
      'put-vehicle',
    ))!,

  putDamageAreas: async (inspectionId, areas) => {
    if (areas.length === 0) return;
    const rows = areas.map((a) => sql`(${inspectionId}::uuid, ${a.id}, ${a.relevant_elements}::text[])`);
    await database.run(sql`
      insert into damage_areas (inspection_id, id, relevant_elements) values ${join(rows)}
      on conflict (inspection_id, id) do update set relevant_elements = excluded.relevant_elements`);
  },

  hasDamageArea: async (inspectionId, id) =>
    (await database.row(
      sql`select 1 from damage_areas where inspection_id = ${inspectionId} and id = ${id}`,
    )) !== null,
});
