import sql, { raw } from 'sql-template-tag';
import { v7 as uuid } from 'uuid';
import { NO_PART, type PartType } from '../../inspections/parts/parts.ts';
import type { Findings } from '../../inspections/ports/findings.ts';
import type { Damage } from '../../inspections/records/findings/damage.ts';
import type { Part } from '../../inspections/records/findings/part.ts';
import type { View } from '../../inspections/records/findings/view.ts';
import type { Severity } from '../../inspections/records/severity.ts';
import type { Database } from '../database.ts';
import { foundOn } from './found.ts';

/** A damage `d` as a record, with the parts it lies on. */
export const DAMAGE_FIELDS = raw(`
  'id', d.id, 'inspection_id', d.inspection_id, 'damage_type', d.damage_type, 'part_type', d.part_type,
  'score', d.score, 'model', d.model, 'evidence', d.evidence, 'size_cm', d.size_cm,
  'stated_size_cm', d.stated_size_cm, 'confirmed_by', d.confirmed_by,
  'created_at', d.created_at, 'created_by', d.created_by, 'deleted_at', d.deleted_at, 'deleted_by', d.deleted_by,
  'part_ids', coalesce((select json_agg(dp.part_id) from damage_parts dp where dp.damage_id = d.id), '[]')`);

/** A picture `r` made from a photo. */
export const RENDERED = `json_build_object('id', r.id, 'description', r.description, 'file_key', r.file_key,
    'created_at', r.created_at) order by r.created_at, r.id`;

export const VIEW_COLUMNS = raw(`v.id, v.inspection_id, v.image_id, v.damage_id, v.part_id, v.bounding_box,
  v.polygons, v.score, v.model, v.created_at, v.created_by, v.deleted_at, v.deleted_by,
  coalesce((select json_agg(${RENDERED}) from rendered_outputs r where r.view_id = v.id), '[]') as rendered_outputs`);

/** Where something is seen, but not its outline: most of the bytes, which few answers show. */
export const VIEW_WITHOUT_OUTLINE =
  raw(`v.id, v.inspection_id, v.image_id, v.damage_id, v.part_id, v.bounding_box,
  '[]'::jsonb as polygons, v.score, v.model, v.created_at, v.created_by, v.deleted_at, v.deleted_by,
  '[]'::jsonb as rendered_outputs`);

export const SEVERITY_COLUMNS =
  raw(`s.id, s.inspection_id, s.label, s.level, s.pricing, s.repair_operation, s.comment,
  s.related_item_type, s.related_item_id, s.is_user_modified, s.reason, s.created_at, s.created_by, s.deleted_at,
  s.deleted_by, s.estimated_operation, s.estimated_with,
  case when exists (select from prices r
      where r.inspection_id = s.inspection_id and r.part_id = s.related_item_id and r.deleted_at is null)
    then (select r.pricing from prices r
      where r.inspection_id = s.inspection_id and r.part_id = s.related_item_id and r.deleted_at is null)
    else coalesce(s.pricing, s.estimated_price) end as part_price`);

/** Those of parts first: older clients take the first with the label of a part. */
export const SEVERITY_ORDER = raw(`related_item_type = 'damage', created_at, id`);

export const findingsOn = (database: Database): Findings => {
  const findDamage = async (inspectionId: string, damageId: string) =>
    (
      await database.row<{ damage: Damage }>(sql`
        select json_build_object(${DAMAGE_FIELDS}) as damage from damages d
        where d.inspection_id = ${inspectionId} and d.id = ${damageId} and d.deleted_at is null`)
    )?.damage ?? null;

  const part = async (inspectionId: string, type: string, by: string) =>
    (await database.row<Part>(sql`
      insert into parts (id, inspection_id, part_type, created_by)
      values (${uuid()}, ${inspectionId}, ${type}, ${by})
      on conflict (inspection_id, part_type) do update set part_type = excluded.part_type
      returning id, inspection_id, part_type, created_at, created_by`))!;

  const putOnPart = async (inspectionId: string, damageId: string, type: PartType, by: string) => {
    if (NO_PART.includes(type)) return;
    const { id } = await part(inspectionId, type, by);
    await database.run(sql`insert into damage_parts (damage_id, part_id) values (${damageId}, ${id})`);
  };

  const findSeverity = (inspectionId: string, id: string) =>
    database.row<Severity>(sql`
      select ${SEVERITY_COLUMNS} from severities s
      where s.inspection_id = ${inspectionId} and s.id = ${id} and s.deleted_at is null`);

  return {
    countAdded: async (what, inspectionId) =>
      (await database.row<{ count: number }>(
        sql`select count(*) from ${raw(what)} where inspection_id = ${inspectionId}
          and ${raw(what === 'severities' ? 'is_user_modified' : 'task is null')}`,
      ))!.count,

    insertView: async (view) =>
      (await database.row<View>(sql`
        insert into views as v (id, inspection_id, image_id, damage_id, bounding_box, polygons, created_by)
        values (${view.id}, ${view.inspection_id}, ${view.image_id}, ${view.damage_id},
          ${JSON.stringify(view.bounding_box)}, ${JSON.stringify(view.polygons)}, ${view.created_by})
        returning ${VIEW_COLUMNS}`))!,

    viewsOn: (inspectionId, imageIds, { deleted }) =>
      database.rows<View>(sql`
        select ${VIEW_COLUMNS} from views v
        where v.inspection_id = ${inspectionId} and v.image_id = any(${imageIds}::uuid[])
          and (${deleted} or v.deleted_at is null)
        order by v.created_at, v.id`),

    viewsOf: (inspectionId, damageId) =>
      database.rows<View>(sql`
        select ${VIEW_COLUMNS} from views v
        where v.inspection_id = ${inspectionId} and v.damage_id = ${damageId} and v.deleted_at is null`),

    deleteView: (inspectionId, viewId, by) =>
      database.row<View>(sql`
        update views v set deleted_at = clock_timestamp(), deleted_by = ${by}
        where v.inspection_id = ${inspectionId} and v.id = ${viewId} and v.deleted_at is null
        returning ${VIEW_COLUMNS}`),

    insertDamage: async (damage) => {
      await database.run(sql`
        insert into damages (id, inspection_id, damage_type, part_type, stated_size_cm, created_by)
        values (${damage.id}, ${damage.inspection_id}, ${damage.damage_type}, ${damage.part_type}, ${damage.stated_size_cm},
          ${damage.created_by})`);
      await putOnPart(damage.inspection_id, damage.id, damage.part_type, damage.created_by);
      return (await findDamage(damage.inspection_id, damage.id))!;
    },

    findDamage,

    changeDamage: async (
      inspectionId,
      damageId,
      { damage_type, part_type, confirmed_by, stated_size_cm },
      by,
    ) => {
      await database.run(sql`
        update damages set damage_type = coalesce(${damage_type ?? null}, damage_type),
          part_type = coalesce(${part_type ?? null}, part_type), confirmed_by = ${confirmed_by},
          stated_size_cm = ${stated_size_cm}
        where inspection_id = ${inspectionId} and id = ${damageId}`);
      if (part_type !== undefined) {
        await database.run(sql`delete from damage_parts where damage_id = ${damageId}`);
        await putOnPart(inspectionId, damageId, part_type, by);
        await database.run(sql`
          update severities set label = ${part_type}
          where inspection_id = ${inspectionId} and related_item_id = ${damageId} and deleted_at is null`);
      }
      return (await findDamage(inspectionId, damageId))!;
    },

    // At one moment, by which what went with it is told from what had gone before.
    deleteDamage: async (inspectionId, damageId, by) => {
      const damage = await findDamage(inspectionId, damageId);
      await database.run(sql`
        with gone as (
          update damages set deleted_at = clock_timestamp(), deleted_by = ${by}
          where inspection_id = ${inspectionId} and id = ${damageId} and deleted_at is null
          returning id, deleted_at),
        unseen as (
          update views v set deleted_at = gone.deleted_at, deleted_by = ${by}
          from gone where v.damage_id = gone.id and v.deleted_at is null)
        update severities s set deleted_at = gone.deleted_at, deleted_by = ${by}
        from gone where s.inspection_id = ${inspectionId} and s.related_item_id = gone.id and s.deleted_at is null`);
      return damage;
    },

    restoreDamage: async (inspectionId, damageId) => {
      await database.run(sql`
        with gone as (
          select id, deleted_at from damages
          where inspection_id = ${inspectionId} and id = ${damageId} and deleted_at is not null),
        back as (
          update damages d set deleted_at = null, deleted_by = null from gone where d.id = gone.id),
        seen as (
          update views v set deleted_at = null, deleted_by = null
          from gone where v.damage_id = gone.id and v.deleted_at = gone.deleted_at)
        update severities s set deleted_at = null, deleted_by = null
        from gone where s.inspection_id = ${inspectionId} and s.related_item_id = gone.id
          and s.deleted_at = gone.deleted_at`);
      return findDamage(inspectionId, damageId);
    },

    part,

    ...foundOn(database),

    insertSeverity: async (severity) =>
      (await database.row<Severity>(sql`
        insert into severities as s (id, inspection_id, label, level, pricing, repair_operation, comment,
          related_item_type, related_item_id, is_user_modified, created_by)
        values (${severity.id}, ${severity.inspection_id}, ${severity.label}, ${severity.level}, ${severity.pricing},
          ${severity.repair_operation}, ${severity.comment}, ${severity.related_item_type},
          ${severity.related_item_id}, ${severity.is_user_modified}, ${severity.created_by})
        returning ${SEVERITY_COLUMNS}`))!,

    findSeverity,

    listSeverities: (inspectionId) =>
      database.rows<Severity>(sql`
        select ${SEVERITY_COLUMNS} from severities s
        where s.inspection_id = ${inspectionId} and s.deleted_at is null order by ${SEVERITY_ORDER}`),

    removePricesOf: async (inspectionId, partId) =>
      (await database.run(sql`
        update severities set pricing = null
        where inspection_id = ${inspectionId} and related_item_type = 'part' and related_item_id = ${partId}
          and pricing is not null and deleted_at is null`)) > 0,

    changeSeverity: async (inspectionId, id, change) => {
      const given = (name: string) => Object.hasOwn(change, name);
      return (await database.row<Severity>(sql`
        update severities as s set
          level = case when ${given('level')} then ${change.level ?? null}::smallint else level end,
          pricing = case when ${given('pricing')} then ${change.pricing ?? null}::numeric else pricing end,
          repair_operation = case when ${given('repair_operation')} then ${change.repair_operation ?? null} else repair_operation end,
          comment = case when ${given('comment')} then ${change.comment ?? null} else comment end,
          is_user_modified = true,
          reason = case when ${given('level')} then null else reason end
        where s.inspection_id = ${inspectionId} and s.id = ${id}
        returning ${SEVERITY_COLUMNS}`))!;
    },

    deleteSeverity: (inspectionId, id, by) =>
      database.row<Severity>(sql`
        update severities s set deleted_at = clock_timestamp(), deleted_by = ${by}
        where s.inspection_id = ${inspectionId} and s.id = ${id} and s.deleted_at is null
        returning ${SEVERITY_COLUMNS}`),
  };
};
