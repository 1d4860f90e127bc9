import sql, { raw } from 'sql-template-tag';
import { NO_PART } from '../../inspections/parts/parts.ts';
import type { Suspicions } from '../../inspections/ports/findings.ts';
import type { Suspicion } from '../../inspections/records/findings/suspicion.ts';
import type { Database } from '../database.ts';

/** A suspicion `s` as a record, with what shows it on photos that are still there. */
const FIELDS = raw(`
  'id', s.id, 'inspection_id', s.inspection_id, 'damage_type', s.damage_type, 'part_type', s.part_type,
  'score', s.score, 'model', s.model, 'state', s.state, 'damage_id', s.damage_id, 'created_at', s.created_at,
  'decided_at', s.decided_at, 'decided_by', s.decided_by, 'views', v.views`);

const VIEWS = raw(`(select json_agg(json_build_object('image_id', v.image_id, 'bounding_box', v.bounding_box,
    'polygons', v.polygons, 'score', v.score) order by v.score desc, v.id) as views
  from suspicion_views v join images m on m.id = v.image_id and m.deleted_at is null where v.suspicion_id = s.id)`);

/** Of an inspection `i`: those that are open, on photos that are still there. */
const OPEN = `suspicions s cross join lateral (select json_agg(distinct v.image_id) as image_ids from suspicion_views v
      join images m on m.id = v.image_id and m.deleted_at is null where v.suspicion_id = s.id) p
    where s.inspection_id = i.id and s.state = 'open' and p.image_ids is not null`;

export const OPEN_SUSPICIONS = raw(
  `coalesce((select json_agg(p.image_ids) from ${OPEN}), '[]') as open_suspicions`,
);

export const COUNT_OF_OPEN_SUSPICIONS = raw(`(select count(*)::integer from ${OPEN}) as open_suspicions`);

export const suspicionsOn = (database: Database): Suspicions => {
  const list = async (inspectionId: string, id: string | null) =>
    (
      await database.rows<{ suspicion: Suspicion }>(sql`
        select json_build_object(${FIELDS}) as suspicion from suspicions s cross join lateral ${VIEWS} v
        where s.inspection_id = ${inspectionId} and (${id}::uuid is null or s.id = ${id}) and v.views is not null
        order by s.score desc, s.id`)
    ).map(({ suspicion }) => suspicion);

  const find = async (inspectionId: string, id: string) => (await list(inspectionId, id))[0] ?? null;

  return {
    list: (inspectionId) => list(inspectionId, null),

    find,

    replaceOpen: async (inspectionId, task, { damages, views }) => {
      await database.run(sql`
        delete from suspicions
        where inspection_id = ${inspectionId} and task = ${task} and state = 'open' and damage_id is null`);
      const rows = damages.map((found) => ({
        ...found,
        part_type: NO_PART.includes(found.part_type) ? null : found.part_type,
      }));
      await database.run(sql`
        insert into suspicions (id, inspection_id, task, damage_type, part_type, score, model)
        select s.id, ${inspectionId}, ${task}, s.damage_type, s.part_type, s.score, s.model
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as s (id uuid, damage_type text, part_type text, score double precision, model jsonb)`);
      await database.run(sql`
        insert into suspicion_views (id, suspicion_id, image_id, bounding_box, polygons, score)
        select v.id, v.damage_id, v.image_id, v.bounding_box, v.polygons, v.score
        from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as v (id uuid, damage_id uuid, image_id uuid,
          bounding_box jsonb, polygons jsonb, score double precision)`);
    },

    decide: async (inspectionId, id, { state, damage_id = null, by }) => {
      await database.run(sql`
        update suspicions set state = ${state}, damage_id = coalesce(${damage_id}, damage_id),
          decided_at = case when ${state} = 'open' then null else clock_timestamp() end,
          decided_by = case when ${state} = 'open' then null else ${by} end
        where inspection_id = ${inspectionId} and id = ${id}`);
      return (await find(inspectionId, id))!;
    },
  };
};
