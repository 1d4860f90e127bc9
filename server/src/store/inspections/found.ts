/** What tasks found: replaced as a whole by a new run, but for what people made of it. */
import sql, { raw } from 'sql-template-tag';
import { v7 as uuid } from 'uuid';
import type { Findings, NewFindings } from '../../inspections/ports/findings.ts';
import type { SpokenFor } from '../../inspections/records/findings/correction.ts';
import type { TaskName } from '../../inspections/vocabulary.ts';
import type { Database } from '../database.ts';

/** Whoever asks "who says so" and hears this may ask which model: the finding names it. */
const CREATED_BY = 'algo';

/** A damage `d` that a person changed, deleted or contested, or whose views a person added to or deleted from, is theirs now. */
const TOUCHED = raw(`(d.deleted_by is not null
  or exists (select 1 from corrections c where c.inspection_id = d.inspection_id and c.item_id = d.id)
  or exists (select 1 from contests k where k.inspection_id = d.inspection_id and k.damage_id = d.id)
  or exists (select 1 from views w where w.damage_id = d.id and (w.task is null or w.deleted_by is not null))
  or exists (select 1 from severities s where s.inspection_id = d.inspection_id and s.related_item_id = d.id
    and (s.is_user_modified or s.deleted_by is not null)))`);

type Found = Pick<Findings, 'spokenFor' | 'clearFound' | 'insertFound'>;

export const foundOn = (database: Database): Found => ({
  spokenFor: (inspectionId, task) =>
    database.rows<SpokenFor>(sql`
      select v.image_id, said.damage_type, p.part_type, v.bounding_box
      from views v left join damages d on d.id = v.damage_id left join parts p on p.id = v.part_id
      -- Of what type it was before a person changed that is said too, and not to be found there again.
      cross join lateral (
        select d.damage_type union
        select c.before->>'damage_type' from corrections c
        where c.inspection_id = v.inspection_id and c.item_id = d.id and c.action = 'changed') said
      where v.inspection_id = ${inspectionId}
        and (v.task is null or v.task = ${task} and (v.deleted_by is not null or d.id is not null and ${TOUCHED}))
      -- A person looked at what was suspected there.
      union all
      select v.image_id, s.damage_type, null, v.bounding_box
      from suspicions s join suspicion_views v on v.suspicion_id = s.id
      where s.inspection_id = ${inspectionId} and (s.state = 'dismissed' or s.damage_id is not null)`),

  // Parts stay: prices and severities may hang on them.
  clearFound: async (inspectionId, task) => {
    await database.run(sql`
      delete from damages d where d.inspection_id = ${inspectionId} and d.task = ${task} and not ${TOUCHED}`);
    await database.run(sql`
      delete from views v where v.inspection_id = ${inspectionId} and v.task = ${task} and v.damage_id is null
        and v.deleted_by is null`);
    await database.run(sql`
      delete from rendered_outputs where inspection_id = ${inspectionId} and task = ${task} and view_id is null`);
  },

  insertFound: async (inspectionId, task, found) => {
    await insertParts(database, inspectionId, found);
    await insertDamages(database, inspectionId, task, found);
    await database.run(sql`
      insert into views (id, inspection_id, image_id, damage_id, part_id, bounding_box, polygons, score, model,
        task, created_by)
      select v.id, ${inspectionId}, v.image_id, v.damage_id, p.id, v.bounding_box, v.polygons, v.score, v.model,
        ${task}, ${CREATED_BY}
      from jsonb_to_recordset(${JSON.stringify(found.views)}::jsonb) as v (id uuid, image_id uuid, damage_id uuid,
        part_type text, bounding_box jsonb, polygons jsonb, score double precision, model jsonb)
      left join parts p on p.inspection_id = ${inspectionId} and p.part_type = v.part_type`);
    await database.run(sql`
      insert into rendered_outputs (id, inspection_id, image_id, view_id, task, description, file_key)
      select r.id, ${inspectionId}, r.image_id, r.view_id, ${task}, r.description, r.file_key
      from jsonb_to_recordset(${JSON.stringify(found.rendered)}::jsonb)
        as r (id uuid, image_id uuid, view_id uuid, description text, file_key text)`);
    await database.run(sql`
      update images m set viewpoint = s.viewpoint, has_vehicle = s.has_vehicle, vehicle_state = s.vehicle_state
      from jsonb_to_recordset(${JSON.stringify(found.images)}::jsonb)
        as s (id uuid, viewpoint jsonb, has_vehicle boolean, vehicle_state jsonb)
      where m.id = s.id and m.inspection_id = ${inspectionId}`);
  },
});

const insertParts = async (database: Database, inspectionId: string, { damages, views }: NewFindings) => {
  const types = [
    ...damages.flatMap((damage) => damage.part_types),
    ...views.flatMap(({ part_type }) => part_type ?? []),
  ];
  const parts = [...new Set(types)].map((part_type) => ({ id: uuid(), part_type }));
  await database.run(sql`
    insert into parts (id, inspection_id, part_type, created_by)
    select p.id, ${inspectionId}, p.part_type, ${CREATED_BY}
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p (id uuid, part_type text)
    on conflict (inspection_id, part_type) do nothing`);
};

const insertDamages = async (
  database: Database,
  inspectionId: string,
  task: TaskName,
  { damages }: NewFindings,
) => {
  const rows = JSON.stringify(damages);
  await database.run(sql`
    insert into damages (id, inspection_id, damage_type, part_type, score, model, evidence, task, created_by)
    select d.id, ${inspectionId}, d.damage_type, d.part_type, d.score, d.model, d.evidence, ${task}, ${CREATED_BY}
    from jsonb_to_recordset(${rows}::jsonb) as d (id uuid, damage_type text, part_type text,
      score double precision, model jsonb, evidence jsonb)`);
  await database.run(sql`
    insert into damage_parts (damage_id, part_id)
    select d.id, p.id
    from jsonb_to_recordset(${rows}::jsonb) as d (id uuid, part_types jsonb)
    join parts p on p.inspection_id = ${inspectionId} and d.part_types ? p.part_type`);
};
