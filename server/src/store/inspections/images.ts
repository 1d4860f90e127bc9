import sql, { raw } from 'sql-template-tag';
import type { Images } from '../../inspections/ports/store.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { Database } from '../database.ts';
import { readPage } from '../page-query.ts';
import { RENDERED } from './findings.ts';
import { WHEELS } from './wheels.ts';

/** An image `m` as a record, without its inspection. */
export const IMAGE_FIELDS = raw(`
  'id', m.id, 'inspection_id', m.inspection_id, 'created_at', m.created_at, 'deleted_at', m.deleted_at,
  'name', m.name, 'file_key', m.file_key, 'shown_key', coalesce(m.shown_key, m.file_key),
  'blur_problem', m.blur_problem, 'mimetype', m.mimetype, 'binary_size', m.binary_size,
  'width', m.width, 'height', m.height, 'received_sha256', m.received_sha256,
  'original_format', m.original_format, 'taken_at', m.taken_at, 'rotation', m.rotation, 'image_type', m.image_type,
  'image_subtype', m.image_subtype, 'image_sibling_key', m.image_sibling_key, 'sight_id', m.sight_id,
  'detailed_viewpoint', m.detailed_viewpoint, 'additional_data', m.additional_data,
  'compliance', m.compliance, 'compliance_checks', m.compliance_checks, 'viewpoint', m.viewpoint, 'has_vehicle', m.has_vehicle,
  'vehicle_state', m.vehicle_state, 'odometer', m.odometer,
  'rendered_outputs', coalesce((select json_agg(${RENDERED}) from rendered_outputs r
    where r.image_id = m.id and r.view_id is null), '[]'),
  'wheels', ${WHEELS},
  'damage_area', (select json_build_object('id', a.id, 'relevant_elements', a.relevant_elements)
    from damage_areas a where a.inspection_id = m.inspection_id and a.id = m.damage_area_id),
  'tasks', coalesce((select json_agg(json_build_object('name', t.name, 'details', it.details) order by t.name)
    from image_tasks it join tasks t on t.id = it.task_id where it.image_id = m.id), '[]')`);

const SELECT = sql`select json_build_object(${IMAGE_FIELDS}) as image, m.created_at, m.id from images m`;

type Row = { image: Image; created_at: string; id: string };

export const imagesOn = (database: Database): Images => ({
  insert: async (image, tasks) => {
    await database.run(
      sql`
        with image as (insert into images (id, inspection_id, name, file_key, mimetype, binary_size, width, height, rotation,
          fingerprint, image_type, image_subtype, image_sibling_key, sight_id, detailed_viewpoint,
          damage_area_id, additional_data, compliance_checks, shown_key, taken_at, received_sha256,
          original_format)
        values (${image.id}, ${image.inspection_id}, ${image.name}, ${image.file_key}, ${image.mimetype},
          ${image.binary_size}, ${image.width}, ${image.height}, ${image.rotation}, ${image.fingerprint},
          ${image.image_type}, ${image.image_subtype}, ${image.image_sibling_key}, ${image.sight_id},
          ${image.detailed_viewpoint && JSON.stringify(image.detailed_viewpoint)}, ${image.damage_area_id},
          ${JSON.stringify(image.additional_data)}, ${image.compliance_checks}, ${image.shown_key ?? null}, ${image.taken_at},
          ${image.received_sha256}, ${image.original_format}) returning id)
        insert into image_tasks (task_id, image_id, details)
        select t.task_id, image.id, t.details
        from image, jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as t (task_id uuid, details jsonb)`,
      'insert-image',
    );
  },

  find: async (inspectionId, imageId) =>
    (
      await database.row<Row>(
        sql`${SELECT} where m.inspection_id = ${inspectionId} and m.id = ${imageId}`,
        'image',
      )
    )?.image ?? null,

  list: async (inspectionId, page) => {
    const found = await readPage<Row>(
      database,
      sql`${SELECT} where m.inspection_id = ${inspectionId} and m.deleted_at is null`,
      raw('m'),
      page,
      {
        table: sql`(select id, created_at from images where inspection_id = ${inspectionId})`,
        weight: raw('octet_length(m.image::text)'),
      },
    );
    return { ...found, rows: found.rows.map((row) => row.image) };
  },

  count: async (inspectionId) =>
    (await database.row<{ count: number }>(
      sql`select count(*) from images where inspection_id = ${inspectionId} and deleted_at is null`,
      'count-images',
    ))!.count,

  standing: async (inspectionId, fingerprint) =>
    (await database.row<{ count: number; same_upload: Image | null }>(
      sql`
        select count(*), (
          select json_build_object(${IMAGE_FIELDS}) from images m
          where m.inspection_id = ${inspectionId} and m.fingerprint = ${fingerprint} and m.deleted_at is null
            and m.created_at > clock_timestamp() - interval '10 minutes'
          limit 1) as same_upload
        from images where inspection_id = ${inspectionId} and deleted_at is null`,
      'standing-images',
    ))!,

  setCompliance: async (imageId, compliance, { viewpoint, has_vehicle }) =>
    (await database.run(sql`
      update images set compliance = ${JSON.stringify(compliance)},
        viewpoint = case when has_vehicle is null then ${viewpoint && JSON.stringify(viewpoint)}::jsonb else viewpoint end,
        has_vehicle = coalesce(has_vehicle, ${has_vehicle})
      where id = ${imageId} and compliance is null and deleted_at is null`)) > 0,

  setOdometer: async (imageId, reading) =>
    (await database.run(sql`
      update images set odometer = ${JSON.stringify(reading)} where id = ${imageId} and deleted_at is null`)) >
    0,

  setDamageArea: async (inspectionId, imageId, area) => {
    await database.run(sql`
        insert into damage_areas (inspection_id, id, relevant_elements)
        values (${inspectionId}, ${area.id}, ${area.relevant_elements})
        on conflict (inspection_id, id) do update set relevant_elements = excluded.relevant_elements`);
    await database.run(sql`update images set damage_area_id = ${area.id} where id = ${imageId}`);
  },

  setAdditionalData: async (imageId, data) => {
    await database.run(
      sql`update images set additional_data = ${JSON.stringify(data)} where id = ${imageId}`,
    );
  },

  // Its views go without a name under their deletion: nobody said that what they show is not there.
  markDeleted: async (inspectionId, imageIds) => {
    await database.run(sql`
      with gone as (
        update images set deleted_at = clock_timestamp()
        where inspection_id = ${inspectionId} and id = any(${imageIds}::uuid[]) and deleted_at is null returning id),
      unseen as (
        update views v set deleted_at = clock_timestamp() from gone
        where v.image_id = gone.id and v.deleted_at is null)
      delete from sightings s using gone where s.image_id = gone.id`);
  },

  setBlurProblem: async (imageId, problem) =>
    (await database.run(sql`
      update images set blur_problem = ${problem}
      where id = ${imageId} and blur_problem is distinct from ${problem}`)) > 0,
});
