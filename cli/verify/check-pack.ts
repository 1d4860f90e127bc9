/** What holds of an evidence pack and what does not, each in a sentence. */
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import type { Certificate } from 'pkijs';
import { checkEvents, eventHashes, eventsIn } from './check-events.ts';
import { checkPhotos } from './check-photos.ts';
import { checkTimestamp } from './check-timestamp.ts';
import { EVENTS, MANIFEST, NoPack, PHOTOS, type ReadPack, SIGNATURE, TIMESTAMP } from './read-pack.ts';

export type Finding = { holds: boolean; sentence: string };
export type Key = { kid: string; kty: string; crv: string; x: string };

type PackedFile = { path: string; sha256: string };
export type Manifest = {
  format: string;
  inspection_id: string;
  made_at: string;
  review: { required: boolean; approved: boolean };
  events: { count: number; head: string };
  /** Absent in packs of before originals could be kept. */
  include?: string[];
  files: PackedFile[];
  fingerprint: string;
  report: PackedFile;
  /** The authority that was asked for a time stamp. */
  timestamp_url?: string | null;
  key_id: string;
  public_key: Key;
};

const FORMAT = 'walkaround-evidence-1';

const readManifest = ({ kept }: ReadPack): Manifest => {
  const bytes = kept.get(MANIFEST);
  if (!bytes) throw new NoPack('The ZIP file has no manifest.json, so it is no evidence pack.');
  try {
    const manifest = JSON.parse(bytes.toString('utf8')) as Manifest;
    if (manifest.format === FORMAT && Array.isArray(manifest.files) && manifest.report) return manifest;
  } catch {
    throw new NoPack('manifest.json cannot be read: it was changed.');
  }
  throw new NoPack(
    `manifest.json is not of the format ${FORMAT}. Use the version of Walkaround that made the pack.`,
  );
};

const isSignedBy = (key: Key, { kept }: ReadPack) => {
  try {
    const secretless = createPublicKey({ key: key as unknown as JsonWebKey, format: 'jwk' });
    const signature = Buffer.from(kept.get(SIGNATURE)?.toString('utf8') ?? '', 'base64');
    return verify(null, kept.get(MANIFEST)!, secretless, signature);
  } catch {
    return false;
  }
};

/** `trusted`: the keys of the installation; null where none were given. */
const checkSignature = (
  pack: ReadPack,
  { key_id, public_key }: Manifest,
  trusted: readonly Key[] | null,
): Finding => {
  const key = trusted === null ? public_key : trusted.find(({ kid }) => kid === key_id);
  if (!key)
    return {
      holds: false,
      sentence: `The pack was signed by another key (${key_id}), which is none of the given ones.`,
    };
  if (!isSignedBy(key, pack))
    return {
      holds: false,
      sentence: 'The signature does not fit the manifest: the manifest or the signature was changed.',
    };
  const sentence =
    trusted === null
      ? `The manifest is signed by the key ${key_id}. Nobody said whose key this is: give --key or --url to check that.`
      : `The manifest is signed by the key ${key_id} of the installation.`;
  return { holds: true, sentence };
};

const checkFiles = ({ hashes }: ReadPack, { files, report }: Manifest): Finding[] => {
  const said = [...files, report];
  const known = new Set([MANIFEST, SIGNATURE, TIMESTAMP, ...said.map(({ path }) => path)]);
  const broken = [
    ...said.flatMap(({ path, sha256 }) => {
      const found = hashes.get(path);
      if (found === sha256) return [];
      return found === undefined ? [`${path} was removed.`] : [`${path} was changed.`];
    }),
    ...[...hashes.keys()].filter((path) => !known.has(path)).map((path) => `${path} was added.`),
  ];
  if (broken.length > 0) return broken.map((sentence) => ({ holds: false, sentence }));
  return [{ holds: true, sentence: `All ${said.length} files are as they were packed.` }];
};

const checkFingerprint = ({ files, fingerprint }: Manifest): Finding => {
  const lines = files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('');
  const holds = createHash('sha256').update(lines).digest('hex') === fingerprint;
  return {
    holds,
    sentence: holds
      ? `The fingerprint is ${fingerprint}. It must be that of the report.`
      : 'The fingerprint of the manifest is not that of its files.',
  };
};

/** Of the pack itself, or of one of its events. */
const checkShown = (shown: string, { fingerprint }: Manifest, events: Buffer | undefined): Finding => {
  if (shown === fingerprint)
    return { holds: true, sentence: 'The report with this fingerprint is in the pack.' };
  const hashes = eventHashes(events ?? Buffer.alloc(0));
  const place = hashes.indexOf(shown) + 1;
  if (place > 0)
    return {
      holds: true,
      sentence: `A report with this fingerprint was made after event ${place} of this inspection; ${hashes.length - place} came later.`,
    };
  return {
    holds: false,
    sentence:
      'Neither the pack nor one of its events has the fingerprint of the report: the report is of another inspection or newer than the pack, or the events were rewritten.',
  };
};

/** What is given besides the pack: the fingerprint on a report, the certificate of the time stamp authority. */
type Given = { shown?: string; authorities?: readonly Certificate[] };

/** `notes`: what a reader should know besides. */
export const checkPack = async (
  pack: ReadPack,
  trusted: readonly Key[] | null,
  { shown, authorities }: Given = {},
): Promise<{ manifest: Manifest; findings: Finding[]; notes: string[] }> => {
  const manifest = readManifest(pack);
  const events = pack.kept.get(EVENTS);
  const listed = pack.kept.get(PHOTOS);
  const photos = listed
    ? checkPhotos(listed, pack.hashes, events ? eventsIn(events) : [], manifest.include)
    : { findings: [], notes: [] };
  const stamp = await checkTimestamp(
    pack.kept.get(TIMESTAMP),
    pack.kept.get(MANIFEST)!,
    manifest.timestamp_url,
    authorities ?? null,
  );
  return {
    notes: [...photos.notes, ...stamp.notes],
    manifest,
    findings: [
      checkSignature(pack, manifest, trusted),
      ...checkFiles(pack, manifest),
      checkFingerprint(manifest),
      ...(events ? checkEvents(events, manifest) : []),
      ...photos.findings,
      ...stamp.findings,
      ...(shown === undefined ? [] : [checkShown(shown, manifest, events)]),
    ],
  };
};
