/** Registration papers, passports and identity cards: photos of one paper make one document. */
import { aboutPhotos, type DocumentRead, fieldOf, most, type Reading } from './document-read.ts';
import type { PaperSeen } from './texts-seen.ts';

type Readings = readonly Reading<PaperSeen>[];

/** What tells papers of one type apart. */
const NAMING = ['number', 'vin', 'plate'];

const valueIn = ({ fields }: PaperSeen, name: string) => fields.find((field) => field.name === name)?.value;

/** The client's number for it, else what is printed on it. */
const keyOf = ({ photo, seen }: Reading<PaperSeen>) => {
  const printed = NAMING.map((name) => valueIn(seen, name)).find(Boolean);
  return `${seen.type} ${photo.document_id ?? printed ?? photo.image.id}`;
};

/** Each field from the photo that shows it best, with its place on all that say the same. */
const documentOf = (group: Readings): DocumentRead => {
  const best = group.reduce((a, b) => (b.seen.confidence > a.seen.confidence ? b : a));
  const names = new Set(group.flatMap(({ seen }) => seen.fields.map(({ name }) => name)));
  const fields = [...names].map((name) => {
    const readings = group.flatMap(({ photo, seen }) =>
      seen.fields.filter((field) => field.name === name).map((field) => ({ photo, seen: field })),
    );
    const { value, confidence } = readings.reduce((a, b) =>
      b.seen.confidence > a.seen.confidence ? b : a,
    ).seen;
    return fieldOf(
      name,
      value,
      confidence,
      readings.filter(({ seen }) => seen.value === value),
    );
  });
  return {
    type: best.seen.type,
    ...aboutPhotos(group.map(({ photo }) => photo)),
    confidence: most(group.map(({ seen }) => seen.confidence)),
    fields,
    evidence: { photos_agreeing: group.length, photos_asked: group.length, checks: best.seen.checks },
  };
};

export const paperDocuments = (readings: Readings): DocumentRead[] =>
  [...Map.groupBy(readings, keyOf).values()].map(documentOf);
