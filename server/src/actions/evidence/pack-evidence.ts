/** Writes an evidence pack: one file after the other, each hashed on its way, and at the end the manifest and its signature. */
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import {
  EVENTS,
  fingerprintOf,
  MANIFEST,
  type Manifest,
  type PackedFile,
  REPORT,
  SIGNATURE,
  TIMESTAMP,
} from '../../inspections/evidence/manifest.ts';
import { modelsUsed } from '../../inspections/photos/models-used.ts';
import type { ArchiveEntry, EvidenceSigner } from '../../inspections/ports/evidence.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { isNotDeleted } from '../../inspections/records/deletion.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { Report } from '../../inspections/records/report.ts';
import { reviewOf } from '../../inspections/tasks/validation.ts';
import type { PhotoFormat, RestrictedContent } from '../../inspections/vocabulary.ts';
import { openContestPhoto } from '../contests/blur-contest.ts';
import { openShown } from '../photos/open-shown.ts';
import { openReport } from '../reports/print-report.ts';
import { reportSource } from '../reports/report-source.ts';
import { contestPath, jsonFiles, type PhotoPaths, photoRecord } from './evidence-records.ts';
import { openOriginal, originalProblems } from './originals.ts';

const EVENTS_AT_ONCE = 500;

const EXTENSIONS: Partial<Record<PhotoFormat, string>> = { jpeg: 'jpg', tiff: 'tif' };

/** A photo that was deleted is named, not shown. */
const pathsOf = (image: Image, include: readonly RestrictedContent[]): PhotoPaths => {
  const { id, shown_key, original_format: format } = image;
  if (!isNotDeleted(image)) return { path: null, original: null, metadata: null };
  const has = (content: RestrictedContent) => format !== null && include.includes(content);
  return {
    path: `photos/${id}${shown_key.slice(shown_key.lastIndexOf('.'))}`,
    original: has('originals') ? `originals/${id}.${EXTENSIONS[format!] ?? format}` : null,
    metadata: has('metadata') ? `metadata/${id}.json` : null,
  };
};

const fileOf = (path: string, read: () => Promise<Uint8Array>): ArchiveEntry => ({
  path,
  compress: false,
  open: async () => Readable.from([Buffer.from(await read())]),
});

const jsonOf = (path: string, read: () => unknown): ArchiveEntry => ({
  path,
  compress: true,
  open: async () => Readable.from([Buffer.from(`${JSON.stringify(await read(), null, 2)}\n`)]),
});

async function* eventLines(inspectionId: string, count: number, { store }: Ports) {
  for (let after = 0; after < count; after += EVENTS_AT_ONCE) {
    const upTo = Math.min(count, after + EVENTS_AT_ONCE);
    for (const { line } of await store.evidence.chain(inspectionId, after, upTo))
      yield Buffer.from(`${line}\n`);
  }
}

/** Notes what passed through under which path. */
const hashed = (entry: ArchiveEntry, note: (file: PackedFile) => void): ArchiveEntry => ({
  ...entry,
  open: async () => {
    const hash = createHash('sha256');
    let size = 0;
    const source = await entry.open();
    const through = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
      flush: (done) => {
        note({ path: entry.path, sha256: hash.digest('hex'), size });
        done();
      },
    });
    source.on('error', (error) => through.destroy(error));
    return source.pipe(through);
  },
});

type Pack = {
  /** How the report in it is made. */
  wish: Pick<Report, 'inspection_id' | 'options'>;
  inspection: Inspection;
  /** What is in it that only a few may see. */
  include: RestrictedContent[];
  made_at: string;
  end: { count: number; head: string };
  signer: EvidenceSigner;
};

/** `fingerprint` and `timestampedAt` are known once all of it was read. */
export const packEvidence = async (
  { wish, inspection, include, made_at, end, signer }: Pack,
  ports: Ports,
  signal: AbortSignal,
): Promise<{ pack: Readable; fingerprint(): string; timestampedAt(): string | null }> => {
  const files: PackedFile[] = [];
  const kept = inspection.images.filter((image) => isNotDeleted(image) && image.original_format !== null);
  const problems = await originalProblems(include.length > 0 ? kept : [], ports);
  const photos = inspection.images.map((image) => {
    const original_problem = problems.get(image.id) ?? null;
    return { image, original_problem, ...pathsOf(image, original_problem === null ? include : []) };
  });
  const corrections = await ports.store.corrections.list(inspection.id);
  const contests = await ports.store.contests.list(inspection.id);
  const records = {
    ...jsonFiles(inspection, corrections, contests),
    'photos.json': photos.map(photoRecord),
  };
  const contents: ArchiveEntry[] = [
    ...photos.flatMap(({ image, path, original, metadata }) => [
      ...(path ? [fileOf(path, () => openShown(image, ports, signal))] : []),
      ...(original ? [fileOf(original, () => openOriginal(image, ports))] : []),
      ...(metadata
        ? [jsonOf(metadata, async () => ports.photos.metadata(await openOriginal(image, ports)))]
        : []),
    ]),
    ...contests
      .flatMap((contest) => contest.photos)
      .map((photo) =>
        fileOf(contestPath(photo), () => openContestPhoto(inspection.id, photo, ports, signal)),
      ),
    ...Object.entries(records).map(([path, content]) => jsonOf(path, () => content)),
    {
      path: EVENTS,
      compress: true,
      open: async () => Readable.from(eventLines(inspection.id, end.count, ports)),
    },
  ];
  const fingerprint = () => fingerprintOf(files);
  let report: PackedFile;
  let manifest: Buffer;
  let timestampedAt: string | null = null;
  const made = (): Manifest => ({
    format: 'walkaround-evidence-1',
    inspection_id: inspection.id,
    organization_id: inspection.organization_id,
    made_at,
    review: reviewOf(inspection),
    models: modelsUsed(inspection),
    include,
    events: end,
    files,
    fingerprint: fingerprint(),
    report,
    timestamp_url: ports.timeStamper?.url ?? null,
    key_id: signer.key_id,
    public_key: signer.public_key,
  });
  const closing: ArchiveEntry[] = [
    hashed(
      {
        path: REPORT,
        compress: false,
        open: async () => {
          const source = await reportSource(wish, made_at, ports.store);
          return openReport({ ...source, fingerprint: fingerprint() }, ports, signal);
        },
      },
      (file) => {
        report = file;
      },
    ),
    {
      path: MANIFEST,
      compress: false,
      open: async () => {
        manifest = Buffer.from(`${JSON.stringify(made(), null, 2)}\n`);
        return Readable.from([manifest]);
      },
    },
    {
      path: SIGNATURE,
      compress: false,
      open: async () => Readable.from([Buffer.from(signer.sign(manifest)).toString('base64')]),
    },
  ];
  async function* entries() {
    yield* contents.map((entry) => hashed(entry, (file) => files.push(file)));
    yield* closing;
    const stamp = await ports.timeStamper?.stamp(manifest);
    if (!stamp) return;
    timestampedAt = stamp.at;
    yield fileOf(TIMESTAMP, async () => stamp.response);
  }
  return { pack: ports.writeArchive(entries()), fingerprint, timestampedAt: () => timestampedAt };
};
