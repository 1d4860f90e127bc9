import sql, { raw } from 'sql-template-tag';
import type { SavedFilters } from '../../inspections/ports/organization.ts';
import type { SavedFilter } from '../../inspections/records/organization.ts';
import type { Database } from '../database.ts';

const COLUMNS = raw('id, name, filter, created_at');

export const savedFiltersOn = (database: Database): SavedFilters => ({
  insert: async (userId, { id, name, filter }) =>
    (await database.row<SavedFilter>(sql`
      insert into saved_filters (id, user_id, name, filter)
      values (${id}, ${userId}, ${name}, ${JSON.stringify(filter)}) returning ${COLUMNS}`))!,

  list: (userId) =>
    database.rows<SavedFilter>(
      sql`select ${COLUMNS} from saved_filters where user_id = ${userId} order by created_at, id`,
    ),

  rename: (userId, id, name) =>
    database.row<SavedFilter>(sql`
      update saved_filters set name = ${name} where user_id = ${userId} and id = ${id} returning ${COLUMNS}`),

  delete: async (userId, id) =>
    (await database.run(sql`delete from saved_filters where user_id = ${userId} and id = ${id}`)) > 0,
});
