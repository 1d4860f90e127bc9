import sql, { raw } from 'sql-template-tag';
import type { Comments } from '../../inspections/ports/organization.ts';
import type { Comment } from '../../inspections/records/comment.ts';
import type { Database } from '../database.ts';

const COLUMNS = raw('id, inspection_id, text, created_at, created_by, created_by_name, deleted_at');

export const commentsOn = (database: Database): Comments => ({
  insert: async (c) =>
    (await database.row<Comment>(sql`
      insert into comments (id, inspection_id, text, created_by, created_by_name)
      values (${c.id}, ${c.inspection_id}, ${c.text}, ${c.created_by}, ${c.created_by_name})
      returning ${COLUMNS}`))!,

  list: (inspectionId) =>
    database.rows<Comment>(
      sql`select ${COLUMNS} from comments where inspection_id = ${inspectionId} order by created_at, id`,
    ),

  count: async (inspectionId) =>
    (await database.row<{ count: number }>(
      sql`select count(*) from comments where inspection_id = ${inspectionId}`,
    ))!.count,

  find: (inspectionId, id) =>
    database.row<Comment>(
      sql`select ${COLUMNS} from comments where inspection_id = ${inspectionId} and id = ${id}`,
    ),

  delete: async (id) =>
    (await database.row<Comment>(sql`
      update comments set text = null, deleted_at = coalesce(deleted_at, clock_timestamp())
      where id = ${id} returning ${COLUMNS}`))!,
});
