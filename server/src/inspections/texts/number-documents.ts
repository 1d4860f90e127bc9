/** Number plates and odometer totals: the value on most photos wins; other values are shown too. */
import {
  aboutPhotos,
  type DocumentRead,
  type DocumentsOfKind,
  fieldOf,
  most,
  type Reading,
} from './document-read.ts';
import type { OdometerSeen, PlateSeen } from './texts-seen.ts';

/** Of two different readings none counts: one more photo of either settles it. */
const byMajority = <Seen>(
  readings: readonly Reading<Seen>[],
  keyOf: (seen: Seen) => string | number,
  documentOf: (group: Reading<Seen>[]) => DocumentRead,
): DocumentsOfKind => {
  const groups = [...Map.groupBy(readings, ({ seen }) => keyOf(seen)).values()];
  const documents = groups.map(documentOf);
  const winner = groups.findIndex((group) => group.length * 2 > readings.length);
  return { documents, settled: documents[winner] ?? null };
};

type Readings = readonly Reading<unknown>[];

/** One photo may show two plates. */
const photosOf = (readings: Readings) => new Set(readings.map(({ photo }) => photo.image.id)).size;

const evidenceOf = (group: Readings, all: Readings) => ({
  photos_agreeing: photosOf(group),
  photos_asked: photosOf(all),
});

/** A display looks like a plate, too: a number without letters is one only if somebody said so. */
const isPlate = ({ plate, located }: PlateSeen) => located && /[A-Z]/.test(plate);

/** Text that is made up like a plate counts as one only where a plate was seen, or somebody said that there is one. */
export const plateDocuments = (all: readonly Reading<PlateSeen>[]): DocumentsOfKind => {
  const readings = all.filter(({ photo, seen }) => isPlate(seen) || photo.sought.expected);
  return byMajority(
    readings,
    ({ plate }) => plate,
    (group) => {
      const confidence = most(group.map(({ seen }) => seen.confidence));
      return {
        type: 'PLATE',
        ...aboutPhotos(group.map(({ photo }) => photo)),
        confidence,
        fields: [fieldOf('plate', group[0]!.seen.plate, confidence, group)],
        evidence: evidenceOf(group, readings),
      };
    },
  );
};

/** The unit that any photo shows, unless another one shows the other. */
const unitOf = (group: readonly Reading<OdometerSeen>[]) => {
  const units = new Set(group.flatMap(({ seen }) => seen.unit ?? []));
  return units.size === 1 ? [...units][0]! : null;
};

export const odometerDocuments = (readings: readonly Reading<OdometerSeen>[]): DocumentsOfKind =>
  byMajority(
    readings,
    ({ value }) => value,
    (group) => {
      const confidence = most(group.map(({ seen }) => seen.confidence));
      return {
        type: 'ODOMETER',
        ...aboutPhotos(group.map(({ photo }) => photo)),
        confidence,
        fields: [
          fieldOf('value', group[0]!.seen.value, confidence, group),
          fieldOf('unit', unitOf(group), confidence, group),
        ],
        evidence: evidenceOf(group, readings),
      };
    },
  );
