import sql, { raw } from 'sql-template-tag';
import type { ApprovedIn, TrainingData } from '../../inspections/ports/training.ts';
import type { TrainingInspection } from '../../inspections/records/training.ts';
import { APPROVING_TASKS, TRAINING_TASK } from '../../inspections/training/approved.ts';
import type { Database } from '../database.ts';
import { readPage } from '../page-query.ts';

const TASK = raw(`'${TRAINING_TASK}'`);
const APPROVING = raw(APPROVING_TASKS.map((name) => `'${name}'`).join(', '));

/** Whether a person approved the damages of an inspection `i`. */
export const APPROVED = sql`
  exists (select from tasks t where t.inspection_id = i.id and t.name = ${TASK} and t.status = 'VALIDATED')
  and not exists (select from tasks t where t.inspection_id = i.id and t.name in (${APPROVING})
    and t.status not in ('NOT_STARTED', 'VALIDATED'))`;

/** The approved inspections `i` of an organization that are not to be erased yet. */
const approved = ({ organization_id, retention_days }: ApprovedIn) => sql`
  i.organization_id = ${organization_id} and i.deleted_at is null
  and (${retention_days}::integer is null or i.created_at >= clock_timestamp() - make_interval(days => ${retention_days}))
  and ${APPROVED}`;

/** The photos `m` of an inspection `i` on which damages were looked for. */
const PHOTOS = raw(`images m where m.inspection_id = i.id and m.deleted_at is null and exists (
  select from image_tasks it join tasks t on t.id = it.task_id where it.image_id = m.id and t.name = '${TRAINING_TASK}')`);

/**
 * The vehicle of an inspection `i`. Where nobody knows it, that of an inspection that people tied to it, as a check-out to its
 * check-in; else the first of those is the group of all of them.
 */
const GROUP = raw(`coalesce(
  (select 'vehicle ' || c.known_vehicle_id from vehicles c where c.inspection_id = i.id and c.known_vehicle_id is not null),
  (with recursive tied (id) as (
      select i.id
      union
      select o.id from tied join lateral (
        select r.related_inspection_id as id from inspections r where r.id = tied.id and r.related_inspection_id is not null
        union all
        select r.id from inspections r where r.related_inspection_id = tied.id) o on true)
    select coalesce(min('vehicle ' || c.known_vehicle_id), 'inspection ' || min(tied.id::text))
    from tied left join vehicles c on c.inspection_id = tied.id)) as "group"`);

const MEMBERS = raw(`
  (select t.validated_at from tasks t where t.inspection_id = i.id and t.name = '${TRAINING_TASK}') as approved_at,
  (select t.validated_by from tasks t where t.inspection_id = i.id and t.name = '${TRAINING_TASK}') as approved_by,
  coalesce((select json_agg(json_build_object('id', m.id, 'file_key', m.file_key,
      'shown_key', coalesce(m.shown_key, m.file_key), 'mimetype', m.mimetype, 'width', m.width, 'height', m.height,
      'received_sha256', m.received_sha256, 'has_vehicle', m.has_vehicle) order by m.created_at, m.id)
    from ${PHOTOS.sql}), '[]') as photos,
  coalesce((select json_agg(json_build_object('id', d.id, 'damage_type', d.damage_type, 'part_type', d.part_type,
      'score', d.score, 'model', d.model, 'confirmed_by', d.confirmed_by, 'created_at', d.created_at,
      'created_by', d.created_by, 'deleted_at', d.deleted_at, 'deleted_by', d.deleted_by,
      'contested_for', (select k.reason from contests k where k.inspection_id = i.id and k.damage_id = d.id
        and k.state = 'accepted' order by k.decided_at desc limit 1)) order by d.created_at, d.id)
    from damages d where d.inspection_id = i.id), '[]') as damages,
  coalesce((select json_agg(json_build_object('id', v.id, 'image_id', v.image_id, 'damage_id', v.damage_id,
      'part_type', p.part_type, 'bounding_box', v.bounding_box,
      'polygons', case when v.damage_id is null then '[]'::jsonb else v.polygons end, 'score', v.score, 'model', v.model,
      'created_at', v.created_at, 'created_by', v.created_by, 'deleted_at', v.deleted_at, 'deleted_by', v.deleted_by)
      order by v.created_at, v.id)
    from views v left join parts p on p.id = v.part_id where v.inspection_id = i.id), '[]') as views,
  coalesce((select json_agg(json_build_object('id', s.id, 'damage_type', s.damage_type, 'part_type', s.part_type,
      'score', s.score, 'model', s.model, 'state', s.state, 'damage_id', s.damage_id, 'decided_at', s.decided_at,
      'decided_by', s.decided_by, 'views', coalesce((
        select json_agg(json_build_object('image_id', v.image_id, 'bounding_box', v.bounding_box, 'polygons', v.polygons,
          'score', v.score) order by v.id) from suspicion_views v where v.suspicion_id = s.id), '[]')) order by s.id)
    from suspicions s where s.inspection_id = i.id), '[]') as suspicions,
  coalesce((select json_agg(json_build_object('item_id', c.item_id, 'action', c.action, 'before', c.before,
      'after', c.after, 'made_at', c.made_at, 'made_by', c.made_by) order by c.id)
    from corrections c where c.inspection_id = i.id), '[]') as corrections`);

/** About how many bytes an inspection `i` makes of a page; outlines are most of it. */
const WEIGHT = raw(`1000
  + (select 1000 * count(*) from images m where m.inspection_id = i.id)
  + (select coalesce(sum(case when v.damage_id is null then 150 else 700 + octet_length(v.polygons::text) end), 0)
    from views v where v.inspection_id = i.id)
  + (select 1000 * count(*) from suspicions s where s.inspection_id = i.id)
  + (select 400 * count(*) from corrections c where c.inspection_id = i.id)`);

export const trainingDataOn = (database: Database): TrainingData => ({
  count: async (whose) =>
    (await database.row<{ inspections: number; images: number }>(sql`
      with chosen as materialized (select i.id from inspections i where ${approved(whose)})
      select (select count(*) from chosen) as inspections,
        (select count(*) from chosen i join tasks t on t.inspection_id = i.id and t.name = ${TASK}
          join image_tasks it on it.task_id = t.id
          join images m on m.id = it.image_id and m.deleted_at is null) as images`))!,

  list: (whose, page) =>
    readPage<TrainingInspection>(
      database,
      sql`select i.id, i.created_at from inspections i where ${approved(whose)}`,
      raw('i'),
      page,
      {
        // One may have left the list while it is read.
        table: sql`(select id, created_at from inspections where organization_id = ${whose.organization_id})`,
        weight: WEIGHT,
        complete: (rows, order) =>
          sql`select i.id, i.created_at, i.page_rows, ${GROUP}, ${MEMBERS} from (${rows}) i ${order}`,
      },
    ),
});
