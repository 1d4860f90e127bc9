/** Number plates and odometer totals: the value on most photos wins; other values are shown too. */
import {
  aboutPhotos,
  type DocumentRead,
  type DocumentsOfKind,
  fieldOf,
  most,
  type Reading,
} from './document-read.ts';
import { isFixed } from './kinds/plate-forms.ts';
import type { OdometerDetection, PlateDetection } from './text-detections.ts';
import { LEAST_OF_WHOLE_PLATE } from './tuning.ts';

/** Of two different readings none counts: one more photo of either settles it. */
const byMajority = <Detection>(
  readings: readonly Reading<Detection>[],
  keyOf: (detection: Detection) => string | number,
  documentOf: (group: Reading<Detection>[]) => DocumentRead,
): DocumentsOfKind => {
  const groups = [...Map.groupBy(readings, ({ detection }) => keyOf(detection)).values()];
  const documents = groups.map(documentOf);
  const winner = groups.findIndex((group) => group.length * 2 > readings.length);
  return { documents, accepted: documents[winner] ?? null };
};

type Readings = readonly Reading<unknown>[];

/** One photo may show two plates. */
const photosOf = (readings: Readings) => new Set(readings.map(({ photo }) => photo.image.id)).size;

const evidenceOf = (group: Readings, all: Readings) => ({
  photos_agreeing: photosOf(group),
  photos_asked: photosOf(all),
});

/** A display looks like a plate, too: a number without letters is one only if somebody said so. */
const isPlate = ({ plate, located }: PlateDetection) => located && /[A-Z]/.test(plate);

type PlateReading = Reading<PlateDetection>;

/**
 * The plate that a reading shows: a slant or a bumper hides the beginning or the end of one. What is made up like a plate of
 * its own may be that of another vehicle, and so may what stands beside the longer one on a photo, or fits two.
 */
const wholePlates = (readings: readonly PlateReading[]) => {
  const photosWith = (text: string) =>
    new Set(readings.filter(({ detection }) => detection.plate === text).map(({ photo }) => photo.image.id));
  const read = [...new Set(readings.map(({ detection }) => detection.plate))];
  const isOfWhole = (part: string) => (whole: string) =>
    isFixed(whole) &&
    part.length < whole.length &&
    part.length >= LEAST_OF_WHOLE_PLATE * whole.length &&
    (whole.startsWith(part) || whole.endsWith(part)) &&
    ![...photosWith(part)].some((id) => photosWith(whole).has(id));
  return new Map(
    read.map((part) => {
      const [whole, ...others] = isFixed(part) ? [] : read.filter(isOfWhole(part));
      return [part, whole && others.length === 0 ? whole : part];
    }),
  );
};

/** Text that is made up like a plate counts as one only where a plate was detected, or somebody said that there is one. */
export const plateDocuments = (all: readonly PlateReading[]): DocumentsOfKind => {
  const readings = all.filter(({ photo, detection }) => isPlate(detection) || photo.sought.expected);
  const wholes = wholePlates(readings);
  const plateOf = ({ plate }: PlateDetection) => wholes.get(plate)!;
  return byMajority(readings, plateOf, (group) => {
    const plate = plateOf(group[0]!.detection);
    const exact = group.filter(({ detection }) => detection.plate === plate);
    const confidence = most(exact.map(({ detection }) => detection.confidence));
    return {
      type: 'PLATE',
      ...aboutPhotos(group.map(({ photo }) => photo)),
      confidence,
      fields: [fieldOf('plate', plate, confidence, group)],
      evidence: evidenceOf(exact, readings),
    };
  });
};

/** The unit that any photo shows, unless another one shows the other. */
const unitOf = (group: readonly Reading<OdometerDetection>[]) => {
  const units = new Set(group.flatMap(({ detection }) => detection.unit ?? []));
  return units.size === 1 ? [...units][0]! : null;
};

export const odometerDocuments = (readings: readonly Reading<OdometerDetection>[]): DocumentsOfKind =>
  byMajority(
    readings,
    ({ value }) => value,
    (group) => {
      const confidence = most(group.map(({ detection }) => detection.confidence));
      return {
        type: 'ODOMETER',
        ...aboutPhotos(group.map(({ photo }) => photo)),
        confidence,
        fields: [
          fieldOf('value', group[0]!.detection.value, confidence, group),
          fieldOf('unit', unitOf(group), confidence, group),
        ],
        evidence: evidenceOf(group, readings),
      };
    },
  );
