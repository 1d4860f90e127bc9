import type pg from 'pg';
import { ORGANIZATION, OWNER } from './tenant.ts';

/**
 * So many inspections of one owner, a minute apart, each with three tasks and one image. Their statuses
 * alternate, every tenth is deleted, and so are all of the older half: a list that must pass over them
 * to find the others shows it.
 */
export const fill = async (database: pg.Pool, inspections: number) => {
  await database.query(
    `insert into inspections (id, owner_id, creator_id, organization_id, created_at, deleted_at, status)
     select uuidv7(-age), $2, $2, $3, now() - age,
       case when n % 10 = 0 or n > $1 / 2 then now() end,
       (array['NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED'])[1 + n % 5]
     from generate_series(1, $1) n, lateral (select n * interval '1 minute' as age)`,
    [inspections, OWNER, ORGANIZATION],
  );
  await database.query(
    `insert into tasks (id, inspection_id, name, status, added_by_service)
     select uuidv7(), i.id, name, i.status, name = 'compliances'
     from inspections i, unnest(array['damage_detection', 'wheel_analysis', 'compliances']) name`,
  );
  await database.query(
    `insert into images (id, inspection_id, file_key, mimetype, binary_size, width, height, rotation, fingerprint)
     select uuidv7(), i.id, 'inspections/' || i.id || '/photo.jpg', 'image/jpeg', 1, 640, 480, 'NO_ROTATION', ''
     from inspections i`,
  );
  await database.query(
    `insert into image_tasks (task_id, image_id)
     select t.id, m.id from images m join tasks t using (inspection_id) where t.name = 'damage_detection'`,
  );
  await database.query('vacuum analyze');
};
