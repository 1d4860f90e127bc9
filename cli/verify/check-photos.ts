/** Whether the photos of a pack are those that were received. */
import type { EventLine } from './check-events.ts';
import type { Finding } from './check-pack.ts';

type PackedPhoto = {
  id: string;
  received_sha256: string | null;
  deleted_at: string | null;
  /** Absent in packs of before originals could be kept. */
  original_kept?: boolean;
  original?: string | null;
  original_problem?: 'missing' | 'changed' | null;
};

const photosIn = (bytes: Buffer): PackedPhoto[] | null => {
  try {
    const photos: unknown = JSON.parse(bytes.toString('utf8'));
    return Array.isArray(photos) ? photos : null;
  } catch {
    return null;
  }
};

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The hash of each photo when it came, as its event tells it. */
const receivedBy = (events: readonly EventLine[]) =>
  new Map(
    events.flatMap(({ type, number, data }) =>
      type === 'image.added' && typeof data?.received_sha256 === 'string'
        ? [[String(data.image_id), { number, sha256: data.received_sha256 }] as const]
        : [],
    ),
  );

const checkAgainstEvents = (photos: readonly PackedPhoto[], events: readonly EventLine[]): Finding[] => {
  const received = receivedBy(events);
  const wrong = photos.flatMap(({ id, received_sha256 }) => {
    const event = received.get(id);
    return event && event.sha256 !== received_sha256
      ? [
          `photos.json has another SHA-256 of photo ${id} than event ${event.number}, which says what was received.`,
        ]
      : [];
  });
  if (wrong.length > 0) return wrong.map((sentence) => ({ holds: false, sentence }));
  const known = photos.filter(({ id }) => received.has(id)).length;
  if (known === 0) return [];
  return [
    {
      holds: true,
      sentence: `The chain has the SHA-256 of ${counted(known, 'photo', 'photos')} as received.`,
    },
  ];
};

const PROBLEMS = {
  missing: 'was lost in the storage of the service before the pack was made',
  changed: 'was changed in the storage of the service before the pack was made, so it was left out',
};

const checkOriginals = (
  photos: readonly PackedPhoto[],
  hashes: ReadonlyMap<string, string>,
): { findings: Finding[]; notes: string[] } => {
  const broken = photos.flatMap(({ id, original, original_problem, received_sha256 }) => {
    if (original_problem) return [`The original of photo ${id} ${PROBLEMS[original_problem]}.`];
    if (!original) return [];
    const found = hashes.get(original);
    if (found === undefined) return [`The original of photo ${id} is missing in the pack.`];
    return found === received_sha256 ? [] : [`${original} is not the file that was received.`];
  });
  const there = photos.filter(({ original }) => original).length;
  const without = photos.filter(({ original_kept, deleted_at }) => !original_kept && deleted_at === null);
  return {
    findings:
      broken.length > 0
        ? broken.map((sentence) => ({ holds: false, sentence }))
        : [
            {
              holds: true,
              sentence: `${counted(there, 'original is', 'originals are')} bit for bit as received.`,
            },
          ],
    notes:
      without.length > 0
        ? [`Of ${counted(without.length, 'photo', 'photos')} the service did not keep the original.`]
        : [],
  };
};

/** `include`: what the manifest says that only a few may see; undefined in older packs. */
export const checkPhotos = (
  bytes: Buffer,
  hashes: ReadonlyMap<string, string>,
  events: readonly EventLine[],
  include: readonly string[] | undefined,
): { findings: Finding[]; notes: string[] } => {
  const photos = photosIn(bytes);
  if (photos === null)
    return {
      findings: [{ holds: false, sentence: 'photos.json cannot be read: it was changed.' }],
      notes: [],
    };
  const chained = checkAgainstEvents(photos, events);
  if (!include?.includes('originals'))
    return {
      findings: chained,
      notes: ['The originals were left out of this pack. Their SHA-256 is in photos.json (received_sha256).'],
    };
  const { findings, notes } = checkOriginals(photos, hashes);
  return { findings: [...chained, ...findings], notes };
};
