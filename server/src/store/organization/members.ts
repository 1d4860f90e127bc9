import sql, { raw } from 'sql-template-tag';
import type { Members } from '../../inspections/ports/organization.ts';
import type { Member } from '../../inspections/records/organization.ts';
import type { Database } from '../database.ts';

const COLUMNS = raw('user_id, name, seen_at');

export const membersOn = (database: Database): Members => ({
  note: async (organizationId, { user_id, name }) => {
    await database.run(
      sql`insert into members as m (organization_id, user_id, name)
        values (${organizationId}, ${user_id}, ${name})
        on conflict (organization_id, user_id) do update set name = coalesce(excluded.name, m.name),
          seen_at = excluded.seen_at`,
      'note-member',
    );
  },

  list: (organizationId, limit) =>
    database.rows<Member>(sql`
      select ${COLUMNS} from members where organization_id = ${organizationId}
      order by lower(coalesce(name, user_id)), user_id limit ${limit}`),

  find: (organizationId, userId) =>
    database.row<Member>(sql`
      select ${COLUMNS} from members where organization_id = ${organizationId} and user_id = ${userId}`),
});
