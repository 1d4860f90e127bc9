import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Contests } from '../../inspections/ports/contests.ts';
import type { Contest } from '../../inspections/records/contest.ts';
import type { Database } from '../database.ts';

/** With what it is about, which may be deleted by now. */
const CONTESTS =
  raw(`select k.id, k.inspection_id, k.damage_id, k.share_link_id, k.reason, k.text, k.photos, k.state,
    k.created_at, k.decide_until, k.withdrawn_at, k.decided_at,
    k.state = 'open' and coalesce(k.decide_until <= clock_timestamp(), false) as is_overdue, k.decided_by, k.decided_by_name, k.decision_reason, k.damage_removed,
    json_build_object('damage_type', d.damage_type, 'part_type', d.part_type,
      'is_deleted', d.deleted_at is not null) as damage
  from contests k join damages d on d.id = k.damage_id`);

export const contestsOn = (database: Database): Contests => {
  const rows = (where: Sql) =>
    database.rows<Contest>(sql`${CONTESTS} where ${where} order by k.created_at, k.id`);
  const row = async (where: Sql) => (await rows(where))[0] ?? null;

  return {
    insert: async (k) => {
      await database.run(sql`
        insert into contests (id, inspection_id, damage_id, share_link_id, reason, text, photos, fingerprint,
          decide_until)
        values (${k.id}, ${k.inspection_id}, ${k.damage_id}, ${k.share_link_id}, ${k.reason}, ${k.text},
          ${JSON.stringify(k.photos)}, ${k.fingerprint},
          clock_timestamp() + ${k.decision_days}::int * interval '1 day')`);
      return (await row(sql`k.id = ${k.id}`))!;
    },

    list: (inspectionId, state) =>
      rows(sql`k.inspection_id = ${inspectionId} ${state ? sql`and k.state = ${state}` : empty}`),

    ofLink: (shareLinkId) => rows(sql`k.share_link_id = ${shareLinkId}`),

    find: (inspectionId, id) => row(sql`k.inspection_id = ${inspectionId} and k.id = ${id}`),

    findSame: (shareLinkId, fingerprint) =>
      row(sql`k.share_link_id = ${shareLinkId} and k.fingerprint = ${fingerprint}`),

    decide: async (id, { state, reason, damage_removed, by, by_name }) => {
      await database.run(sql`
        update contests set state = ${state}, decision_reason = ${reason}, damage_removed = ${damage_removed},
          decided_at = clock_timestamp(), decided_by = ${by}, decided_by_name = ${by_name}
        where id = ${id} and state = 'open'`);
      return (await row(sql`k.id = ${id}`))!;
    },

    withdraw: async (id) => {
      await database.run(sql`
        update contests set state = 'withdrawn', withdrawn_at = clock_timestamp(), fingerprint = fingerprint || ' ' || id
        where id = ${id} and state = 'open'`);
      return (await row(sql`k.id = ${id}`))!;
    },

    overdue: (limit) =>
      database.rows(sql`
        select k.id, k.inspection_id from contests k join inspections i on i.id = k.inspection_id
        where k.state = 'open' and k.overdue_told_at is null and k.decide_until <= clock_timestamp()
          and i.deleted_at is null
        order by k.decide_until limit ${limit}`),

    markOverdue: async (id) => {
      const marked = await database.row<{ id: string }>(sql`
        update contests set overdue_told_at = clock_timestamp()
        where id = ${id} and state = 'open' and overdue_told_at is null returning id`);
      return marked && row(sql`k.id = ${id}`);
    },
  };
};
