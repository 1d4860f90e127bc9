/**
 * Files come before the rows that name them, so a process that is killed in between leaves one that nobody will ever
 * ask for. This goes through all files, some at a time and on from where the last run stopped, and removes those.
 */
import type { ClaimedFile } from '../../inspections/ports/operations.ts';
import type { KeptFile, Ports } from '../../inspections/ports/ports.ts';

type SweepPorts = Pick<Ports, 'store' | 'photos'>;

/** Longer than any upload or task takes, so that nobody is still about to write the row. */
const GRACE_MS = 24 * 3600 * 1000;
const BATCH = 500;
const MOST = 100_000;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const OURS = new RegExp(`^(?:inspections/(${UUID})/|logos/|clock-).`);

/** Those that are old enough and named as this service names them: the store may hold other things too. */
const candidates = (files: KeptFile[], now: Date) =>
  files.flatMap(({ made_from, modified_at, ...file }) => {
    const ours = modified_at.getTime() < now.getTime() - GRACE_MS && OURS.exec(file.key);
    return ours ? [{ ...file, claim: { key: made_from, inspection_id: ours[1] ?? null } }] : [];
  });

/** Where so many inspections of one stretch, and most of them, are unknown, it is rather the database that is wrong. */
const MANY_STRANGERS = 10;

const distinct = (files: ClaimedFile[]) => new Set(files.map(({ inspection_id }) => inspection_id)).size;

const sweep = async (files: KeptFile[], now: Date, { store, photos }: SweepPorts) => {
  const old = candidates(files, now);
  const claims = old.map(({ claim }) => claim);
  const unowned = await store.fileSweep.unowned(claims);
  const strangers = unowned.filter(({ stranger }) => stranger);
  const doubtful = distinct(strangers) >= MANY_STRANGERS && distinct(strangers) > distinct(claims) / 2;
  const keys = new Set(unowned.filter(({ stranger }) => !(doubtful && stranger)).map(({ key }) => key));
  const left = old.filter(({ claim }) => keys.has(claim.key));
  await photos.removeFiles(left.map(({ key }) => key));
  return {
    removed: { files: left.length, bytes: left.reduce((sum, { size }) => sum + size, 0) },
    spared: doubtful ? strangers.length : 0,
  };
};

/** Answers how many files were left alone, because the database may not be the one of this store. */
export const sweepFiles = async (ports: SweepPorts, signal: AbortSignal): Promise<number> => {
  const { fileSweep } = ports.store;
  const after = await fileSweep.place();
  if (after === undefined) return 0;
  const now = await ports.photos.now();
  let batch: KeptFile[] = [];
  let seen = 0;
  let spared = 0;
  const sweepBatch = async (after_key: string | null) => {
    const swept = await sweep(batch, now, ports);
    await fileSweep.note({ after_key, ...swept.removed });
    spared += swept.spared;
  };
  for await (const file of ports.photos.list('', after ?? undefined)) {
    batch.push(file);
    if (batch.length < BATCH) continue;
    await sweepBatch(file.key);
    seen += batch.length;
    batch = [];
    if (seen >= MOST || signal.aborted) return spared;
  }
  await sweepBatch(null);
  return spared;
};
