import sql, { raw } from 'sql-template-tag';
import { v7 as uuid } from 'uuid';
import type { Evidence } from '../../inspections/ports/evidence.ts';
import type { ChainedEvent, EvidenceKey, EvidencePack } from '../../inspections/records/evidence.ts';
import type { Database } from '../database.ts';

const columnsOf = (restricted: boolean) =>
  raw(
    `id, inspection_id, status, ${restricted ? 'include' : `'{}'::text[] as include`}, error, file_key, requested_at,
    made_at, fingerprint, key_id, head, timestamped_at`,
  );

const tableOf = (restricted: boolean) => raw(restricted ? 'restricted_packs' : 'evidence_packs');
const isRestricted = ({ include }: Pick<EvidencePack, 'include'>) => include.length > 0;

/** What the first event has as the hash of the one before. */
const BEGINNING = '0'.repeat(64);

export const evidenceOn = (database: Database): Evidence => ({
  // As with reports: a job of an earlier request finds its id gone and stops, and its file stays until there is another.
  request: async (inspectionId, include) =>
    (await database.row<EvidencePack>(
      include.length > 0
        ? sql`
          insert into restricted_packs (inspection_id, id, status, include)
          values (${inspectionId}, ${uuid()}, 'requested', ${include})
          on conflict (inspection_id) do update set id = excluded.id, status = excluded.status, include = excluded.include,
            error = null, requested_at = clock_timestamp()
          returning ${columnsOf(true)}`
        : sql`
          insert into evidence_packs (inspection_id, id, status) values (${inspectionId}, ${uuid()}, 'requested')
          on conflict (inspection_id) do update set id = excluded.id, status = excluded.status, error = null,
            requested_at = clock_timestamp()
          returning ${columnsOf(false)}`,
    ))!,

  find: (inspectionId, restricted) =>
    database.row<EvidencePack>(
      sql`select ${columnsOf(restricted)} from ${tableOf(restricted)} where inspection_id = ${inspectionId}`,
    ),

  finish: async (pack, outcome) => {
    const table = tableOf(isRestricted(pack));
    await database.run(
      'error' in outcome
        ? sql`update ${table} set status = 'error', error = ${outcome.error} where id = ${pack.id}`
        : sql`update ${table} set status = 'ready', file_key = ${outcome.file_key}, made_at = ${outcome.made_at},
            fingerprint = ${outcome.fingerprint}, key_id = ${outcome.key_id}, head = ${outcome.head},
            timestamped_at = ${outcome.timestamped_at} where id = ${pack.id}`,
    );
  },

  chainEnd: async (inspectionId) =>
    (await database.row<{ count: number; head: string }>(
      sql`select number as count, head from event_chains where inspection_id = ${inspectionId}`,
    )) ?? { count: 0, head: BEGINNING },

  chain: (inspectionId, after, upTo) =>
    database.rows<ChainedEvent>(sql`
      select e.number, event_line(e) as line from events e
      where e.inspection_id = ${inspectionId} and e.number > ${after} and e.number <= ${upTo} order by e.number`),

  keys: () =>
    database.rows<EvidenceKey>(
      sql`select key_id, public_key, created_at, retired_at from evidence_keys order by created_at, key_id`,
    ),

  publishKey: async ({ key_id, public_key, retired_at }) => {
    await database.run(sql`
      insert into evidence_keys (key_id, public_key, retired_at)
      values (${key_id}, ${JSON.stringify(public_key)}, ${retired_at})
      on conflict (key_id) do update set retired_at = excluded.retired_at`);
  },
});
