/** What people say over what was seen of wheels and read on photos takes its place, wherever that is shown. */
import { centerOf } from './geometry/boxes.ts';
import { invalidField } from './problems/requests.ts';
import type { Document } from './records/findings/document.ts';
import type { WheelAnalysis, WheelName } from './records/findings/wheel.ts';
import type { Inspection } from './records/inspection.ts';
import type { BoundingBox } from './records/place.ts';
import type { Stated, StatedSubject } from './records/stated.ts';
import { WHEEL_LABELS, WHEEL_NAMES } from './vocabulary.ts';

type WheelField = keyof typeof WHEEL_LABELS;
type Seen = { image_id: string; bounding_box: BoundingBox };

const isWheelName = (subject: StatedSubject): subject is WheelName =>
  (WHEEL_NAMES as readonly string[]).includes(subject);

/** Whether a wheel was corrected, else a document. */
export const isOfWheel = (subject: StatedSubject) => subject === 'wheel' || isWheelName(subject);

const whereIsWheel = ({ image_id, bounding_box }: WheelAnalysis): Seen[] =>
  bounding_box ? [{ image_id, bounding_box }] : [];

const whereIsDocument = ({ fields }: Document): Seen[] => fields.flatMap(({ views }) => views);

const placeOf = ([first]: readonly Seen[]): string => {
  if (!first) return '';
  const { x, y } = centerOf(first.bounding_box);
  return `${first.image_id} ${Math.round(x)} ${Math.round(y)}`;
};

/** A new run finds the same thing at about the same place. */
const isAt = (place: string, seen: readonly Seen[]): boolean => {
  const [image, x, y] = place.split(' ');
  return seen.some(
    ({ image_id, bounding_box: { xmin, ymin, width, height } }) =>
      image_id === image &&
      Math.abs(Number(x) - xmin - width / 2) <= width / 2 &&
      Math.abs(Number(y) - ymin - height / 2) <= height / 2,
  );
};

const wheelWith = (wheel: WheelAnalysis, stated: readonly Stated[]): WheelAnalysis => {
  const own = stated.filter(({ subject, place }) => subject === 'wheel' && isAt(place, whereIsWheel(wheel)));
  const named = own.find(({ field }) => field === 'wheel_name')?.value as WheelName | undefined;
  const wheel_name = named ?? wheel.wheel_name;
  // What was said of this photo alone counts over what was said of the wheel.
  const all = [...stated.filter(({ subject }) => subject === wheel_name), ...own];
  if (all.length === 0) return wheel;
  const said = all
    .filter(({ field }) => field !== 'wheel_name')
    .map(({ field, value }) => [field, { prediction: String(value), confidence: 1 }]);
  return {
    ...wheel,
    wheel_name,
    predictions: { ...wheel.predictions, ...Object.fromEntries(said) },
    stated: [...new Set(all.map(({ field }) => field))],
  };
};

/** Of a document that is the only one of its type everything counts that was said of the type. */
const isSaidOf = ({ subject, place }: Stated, document: Document, isOnly: boolean) =>
  subject === document.type && (isOnly || place === '' || isAt(place, whereIsDocument(document)));

const documentWith = (document: Document, stated: readonly Stated[], isOnly: boolean): Document => {
  const own = new Map(stated.filter((one) => isSaidOf(one, document, isOnly)).map((one) => [one.field, one]));
  if (own.size === 0) return document;
  const fields = document.fields.map((field) => {
    const said = own.get(field.name);
    return said ? { ...field, value: said.value, confidence: 1, stated_by: said.made_by } : field;
  });
  return { ...document, fields };
};

const isOnlyOne = (documents: readonly Document[], { type }: Document) =>
  documents.filter((one) => one.type === type).length === 1;

export const withStated = (inspection: Inspection): Inspection => {
  const { stated, documents } = inspection;
  if (stated.length === 0) return inspection;
  return {
    ...inspection,
    images: inspection.images.map((image) => ({
      ...image,
      wheels: image.wheels.map((wheel) => wheelWith(wheel, stated)),
    })),
    documents: documents.map((one) => documentWith(one, stated, isOnlyOne(documents, one))),
  };
};

export type ShownReading = {
  id: string;
  values: Map<string, string | number | null>;
  /** Where it is, for what is said next. */
  place: string;
  stated: Stated[];
};

const shownWheel = (wheel: WheelAnalysis, place: string, stated: Stated[]): ShownReading => ({
  id: wheel.id,
  values: new Map(Object.entries(wheel.predictions).map(([name, { prediction }]) => [name, prediction])),
  place,
  stated,
});

/** What is shown of the subject now, and what people said of it; null where nothing of it was seen or read. */
export const shownReading = (
  { images, documents, stated }: Inspection,
  subject: StatedSubject,
  itemId?: string,
): ShownReading | null => {
  const wheels = images.flatMap((image) => image.wheels);
  if (isWheelName(subject)) {
    const wheel = wheels.find(({ wheel_name }) => wheel_name === subject);
    return wheel
      ? shownWheel(
          wheel,
          '',
          stated.filter((one) => one.subject === subject),
        )
      : null;
  }
  if (subject === 'wheel') {
    const wheel = wheels.find(({ id }) => id === itemId);
    const place = wheel ? placeOf(whereIsWheel(wheel)) : '';
    if (!wheel || place === '') return null;
    const own = stated.filter((one) => one.subject === subject && isAt(one.place, whereIsWheel(wheel)));
    const shown = shownWheel(wheel, place, own);
    shown.values.set('wheel_name', wheel.wheel_name);
    return shown;
  }
  const document = documents.find(({ type, id }) => type === subject && id === (itemId ?? id));
  if (!document) return null;
  return {
    id: document.id,
    values: new Map(document.fields.map(({ name, value }) => [name, value])),
    place: itemId === undefined ? '' : placeOf(whereIsDocument(document)),
    stated: stated.filter((one) => isSaidOf(one, document, isOnlyOne(documents, document))),
  };
};

const wordsFor = (field: string): readonly string[] =>
  field === 'wheel_name' ? WHEEL_NAMES : WHEEL_LABELS[field as WheelField];

/** Whether a person may say this of the subject. */
export const assertSayable = (
  subject: StatedSubject,
  { values }: ShownReading,
  field: string,
  value: string | number | null,
) => {
  if (!values.has(field))
    throw invalidField(
      'values',
      `${subject} has no field ${field}. It has: ${[...values.keys()].join(', ')}.`,
    );
  if (value === null || !isOfWheel(subject)) return;
  const words = wordsFor(field);
  if (!words.includes(String(value)))
    throw invalidField('values', `${field} of a wheel is one of: ${words.join(', ')}.`);
};
