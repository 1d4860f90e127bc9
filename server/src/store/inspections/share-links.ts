import sql, { raw } from 'sql-template-tag';
import type { ShareLinks } from '../../inspections/ports/store.ts';
import type { ShareLink } from '../../inspections/records/report.ts';
import type { Database } from '../database.ts';

const COLUMNS =
  raw(`l.id, l.inspection_id, l.costs, l.language, l.created_at, l.created_by, l.expires_at, l.revoked_at,
  l.last_opened_at, l.contest_until, l.report_status, l.report_key, l.report_made_at, l.report_version`);

const LIVING = raw(`l.revoked_at is null and l.expires_at > clock_timestamp()
  and exists (select from inspections i where i.id = l.inspection_id and i.deleted_at is null)`);

export const shareLinksOn = (database: Database): ShareLinks => ({
  now: async () => (await database.row<{ now: string }>(sql`select clock_timestamp() as now`))!.now,

  insert: async (link) =>
    (await database.row<ShareLink>(sql`
      insert into share_links as l (id, inspection_id, secret_hash, costs, language, created_by, expires_at,
        contest_until)
      values (${link.id}, ${link.inspection_id}, ${link.secret_hash}, ${link.costs}, ${link.language},
        ${link.created_by}, ${link.expires_at}, ${link.contest_until})
      returning ${COLUMNS}`))!,

  list: (inspectionId) =>
    database.rows<ShareLink>(
      sql`select ${COLUMNS} from share_links l where l.inspection_id = ${inspectionId} order by l.created_at desc`,
    ),

  open: (secretHash) =>
    database.row<ShareLink>(sql`
      update share_links l set last_opened_at = clock_timestamp()
      where l.secret_hash = ${secretHash} and ${LIVING} returning ${COLUMNS}`),

  living: (id) =>
    database.row<ShareLink>(sql`select ${COLUMNS} from share_links l where l.id = ${id} and ${LIVING}`),

  revoke: async (inspectionId, id) =>
    (await database.run(sql`
      update share_links l set revoked_at = clock_timestamp()
      where l.inspection_id = ${inspectionId} and l.id = ${id} and l.revoked_at is null`)) > 0,

  wantReport: async (id, dataVersion) =>
    (await database.run(sql`
      update share_links set report_status = 'requested', report_version = ${dataVersion}
      where id = ${id} and report_status <> 'requested' and report_version is distinct from ${dataVersion}`)) >
    0,

  finishReport: async (id, outcome) => {
    await database.run(
      'error' in outcome
        ? sql`update share_links set report_status = 'error' where id = ${id}`
        : sql`update share_links set report_status = 'ready', report_key = ${outcome.file_key},
            report_made_at = ${outcome.made_at}, report_version = ${outcome.data_version} where id = ${id}`,
    );
  },

  removeEnded: async () => {
    const files = await database.rows<{ report_key: string }>(sql`
      with ended as (
        select l.id, l.report_key from share_links l where l.report_key is not null and not (${LIVING}) for update)
      update share_links l set report_key = null from ended where l.id = ended.id returning ended.report_key`);
    await database.run(
      sql`delete from share_links where least(expires_at, revoked_at) < clock_timestamp() - interval '30 days'`,
    );
    return files.map(({ report_key }) => report_key);
  },
});
