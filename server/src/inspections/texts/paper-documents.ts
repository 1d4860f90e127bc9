/** Registration papers, passports and identity cards: photos of one paper make one document. */
import { aboutPhotos, type DocumentRead, fieldOf, most, type Reading } from './document-read.ts';
import type { PaperDetection } from './text-detections.ts';

type Readings = readonly Reading<PaperDetection>[];

/** What tells papers of one type apart. */
const NAMING = ['number', 'vin', 'plate'];

const valueIn = ({ fields }: PaperDetection, name: string) =>
  fields.find((field) => field.name === name)?.value;

/** The client's number for it, else what is printed on it. */
const keyOf = ({ photo, detection }: Reading<PaperDetection>) => {
  const printed = NAMING.map((name) => valueIn(detection, name)).find(Boolean);
  return `${detection.type} ${photo.document_id ?? printed ?? photo.image.id}`;
};

/** Each field from the photo that shows it best, with its place on all that say the same. */
const documentOf = (group: Readings): DocumentRead => {
  const best = group.reduce((a, b) => (b.detection.confidence > a.detection.confidence ? b : a));
  const names = new Set(group.flatMap(({ detection }) => detection.fields.map(({ name }) => name)));
  const fields = [...names].map((name) => {
    const readings = group.flatMap(({ photo, detection }) =>
      detection.fields.filter((field) => field.name === name).map((field) => ({ photo, detection: field })),
    );
    const { value, confidence } = readings.reduce((a, b) =>
      b.detection.confidence > a.detection.confidence ? b : a,
    ).detection;
    return fieldOf(
      name,
      value,
      confidence,
      readings.filter(({ detection }) => detection.value === value),
    );
  });
  return {
    type: best.detection.type,
    ...aboutPhotos(group.map(({ photo }) => photo)),
    confidence: most(group.map(({ detection }) => detection.confidence)),
    fields,
    evidence: { photos_agreeing: group.length, photos_asked: group.length, checks: best.detection.checks },
  };
};

export const paperDocuments = (readings: Readings): DocumentRead[] =>
  [...Map.groupBy(readings, keyOf).values()].map(documentOf);
