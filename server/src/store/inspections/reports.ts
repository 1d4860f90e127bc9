import sql, { raw } from 'sql-template-tag';
import { v7 as uuid } from 'uuid';
import type { Reports } from '../../inspections/ports/store.ts';
import type { Report } from '../../inspections/records/report.ts';
import type { Database } from '../database.ts';

const COLUMNS = raw(
  'id, inspection_id, status, source, options, error, file_key, requested_at, made_at, data_version',
);

export const reportsOn = (database: Database): Reports => ({
  // Asking again replaces the request; a job of the earlier one then finds its id gone and stops. The file of the
  // earlier one stays until there is another.
  request: async (inspectionId, options) =>
    (await database.row<Report>(sql`
      insert into reports (inspection_id, id, status, options)
      values (${inspectionId}, ${uuid()}, 'requested', ${JSON.stringify(options)})
      on conflict (inspection_id) do update set id = excluded.id, status = excluded.status, source = 'service',
        options = excluded.options, error = null, requested_at = clock_timestamp()
      returning ${COLUMNS}`))!,

  find: (inspectionId) =>
    database.row<Report>(sql`select ${COLUMNS} from reports where inspection_id = ${inspectionId}`),

  finish: async (reportId, outcome) => {
    await database.run(
      'error' in outcome
        ? sql`update reports set status = 'error', error = ${outcome.error} where id = ${reportId}`
        : sql`update reports set status = 'ready', file_key = ${outcome.file_key}, made_at = ${outcome.made_at},
            data_version = ${outcome.data_version} where id = ${reportId}`,
    );
  },

  put: async (inspectionId, { id, source, options, file_key, data_version }) =>
    (await database.row<Report>(sql`
      insert into reports (inspection_id, id, status, source, options, file_key, made_at, data_version)
      values (${inspectionId}, ${id}, 'ready', ${source}, ${JSON.stringify(options)}, ${file_key}, clock_timestamp(),
        ${data_version})
      on conflict (inspection_id) do update set id = excluded.id, status = excluded.status,
        source = excluded.source, options = excluded.options, error = null, file_key = excluded.file_key,
        requested_at = clock_timestamp(), made_at = excluded.made_at, data_version = excluded.data_version
      returning ${COLUMNS}`))!,
});
