import sql, { raw } from 'sql-template-tag';
import type { ModelVersions } from '../../inspections/ports/models.ts';
import type { ModelChoice, ModelVersion } from '../../inspections/records/model-version.ts';
import type { Database } from '../database.ts';

const VERSION = raw(
  'v.version, v.sha256, v.file_key, v.entry, v.gate, v.added_at, v.added_by, v.failures, v.last_failure, v.last_failure_at',
);
const CHOICE = raw(
  'c.purpose, c.organization_id, c.version, c.share, c.despite_gate, c.made_at, c.made_by, c.undone_at, c.undone_by',
);

const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value));

export const modelVersionsOn = (database: Database): ModelVersions => ({
  list: () =>
    database.rows<ModelVersion>(sql`select ${VERSION} from model_versions v order by v.added_at, v.version`),

  add: async ({ version, sha256, file_key, entry, gate, added_by }) => {
    await database.run(sql`
      insert into model_versions (version, sha256, file_key, entry, gate, added_by)
      values (${version}, ${sha256}, ${file_key}, ${JSON.stringify(entry)}, ${asJson(gate)}, ${added_by})`);
  },

  setGate: async (version, gate) => {
    await database.run(sql`update model_versions set gate = ${asJson(gate)} where version = ${version}`);
  },

  // The choice of the organization comes before that of the installation.
  judging: (organizationId) =>
    database.row<ModelVersion>(
      sql`
      select ${VERSION} from (
        select c.version from model_choices c
        where c.purpose = 'judges' and c.undone_at is null
          and (c.organization_id is null or c.organization_id = ${organizationId})
        order by c.organization_id is null, c.id desc limit 1) c
      join model_versions v on v.version = c.version`,
      'judging-model',
    ),

  lookingAlong: () =>
    database.row<ModelVersion & { share: number }>(
      sql`
      select ${VERSION}, c.share from (
        select c.version, c.share from model_choices c
        where c.purpose = 'looks_along' and c.organization_id is null and c.undone_at is null
        order by c.id desc limit 1) c
      join model_versions v on v.version = c.version`,
      'model-looking-along',
    ),

  choose: async ({ purpose, organization_id, version, share, despite_gate, made_by }) => {
    await database.run(sql`
      insert into model_choices (purpose, organization_id, version, share, despite_gate, made_by)
      values (${purpose}, ${organization_id}, ${version}, ${share}, ${despite_gate}, ${made_by})`);
  },

  undo: ({ purpose, organization_id }, by) =>
    database.row<ModelChoice>(sql`
      update model_choices c set undone_at = clock_timestamp(), undone_by = ${by}
      where c.id = (select max(id) from model_choices where purpose = ${purpose} and undone_at is null
        and organization_id is not distinct from ${organization_id})
      returning ${CHOICE}`),

  choices: (limit) =>
    database.rows<ModelChoice>(sql`select ${CHOICE} from model_choices c order by c.id desc limit ${limit}`),

  holding: () =>
    database.rows<ModelChoice>(sql`
      select distinct on (c.purpose, c.organization_id) ${CHOICE} from model_choices c
      where c.undone_at is null order by c.purpose, c.organization_id nulls first, c.id desc`),

  noteFailure: async (version, reason) => {
    await database.run(sql`
      update model_versions set failures = failures + 1, last_failure = ${reason}, last_failure_at = clock_timestamp()
      where version = ${version}`);
  },
});
