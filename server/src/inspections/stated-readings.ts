/** What people say over what was seen of wheels and read on photos takes its place, wherever that is shown. */
import { invalidField } from './problems/requests.ts';
import type { Document } from './records/document.ts';
import type { Inspection } from './records/inspection.ts';
import type { Stated, StatedSubject } from './records/stated.ts';
import type { WheelAnalysis, WheelName } from './records/wheel.ts';
import { WHEEL_LABELS, WHEEL_NAMES } from './vocabulary.ts';

type WheelField = keyof typeof WHEEL_LABELS;

const isWheel = (subject: StatedSubject): subject is WheelName =>
  (WHEEL_NAMES as readonly string[]).includes(subject);

const wheelWith = (wheel: WheelAnalysis, stated: readonly Stated[]): WheelAnalysis => {
  const own = stated.filter(({ subject }) => subject === wheel.wheel_name);
  if (own.length === 0) return wheel;
  const said = own.map(({ field, value }) => [field, { prediction: String(value), confidence: 1 }]);
  return {
    ...wheel,
    predictions: { ...wheel.predictions, ...Object.fromEntries(said) },
    stated: own.map(({ field }) => field),
  };
};

const documentWith = (document: Document, stated: readonly Stated[]): Document => {
  const own = new Map(
    stated.filter(({ subject }) => subject === document.type).map((one) => [one.field, one]),
  );
  if (own.size === 0) return document;
  const fields = document.fields.map((field) => {
    const said = own.get(field.name);
    return said ? { ...field, value: said.value, confidence: 1, stated_by: said.made_by } : field;
  });
  return { ...document, fields };
};

export const withStated = (inspection: Inspection): Inspection => {
  const { stated } = inspection;
  if (stated.length === 0) return inspection;
  return {
    ...inspection,
    images: inspection.images.map((image) => ({
      ...image,
      wheels: image.wheels.map((wheel) => wheelWith(wheel, stated)),
    })),
    documents: inspection.documents.map((document) => documentWith(document, stated)),
  };
};

export type ShownReading = { id: string; values: Map<string, string | number | null> };

/** What is shown of the subject now; null where nothing of it was seen or read. */
export const shownReading = (inspection: Inspection, subject: StatedSubject): ShownReading | null => {
  if (isWheel(subject)) {
    const wheel = inspection.images.flatMap(({ wheels }) => wheels).find((one) => one.wheel_name === subject);
    if (!wheel) return null;
    const words = Object.entries(wheel.predictions).map(
      ([name, { prediction }]) => [name, prediction] as const,
    );
    return { id: wheel.id, values: new Map(words) };
  }
  const document = inspection.documents.find(({ type }) => type === subject);
  return document
    ? { id: document.id, values: new Map(document.fields.map(({ name, value }) => [name, value])) }
    : null;
};

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
  if (value === null || !isWheel(subject)) return;
  const labels: readonly string[] = WHEEL_LABELS[field as WheelField];
  if (!labels.includes(String(value)))
    throw invalidField('values', `${field} of a wheel is one of: ${labels.join(', ')}.`);
};
