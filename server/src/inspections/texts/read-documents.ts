/** From what was read on each photo to the documents of an inspection, and to what they say about the vehicle. */

import type { Amount } from '../records/vehicle.ts';
import type { DocumentType } from '../vocabulary.ts';
import type { DocumentRead, DocumentsOfKind, ReadPhoto } from './document-read.ts';
import { odometerDocuments, plateDocuments } from './number-documents.ts';
import { paperDocuments } from './paper-documents.ts';
import { LEAST_OF_PAPER } from './tuning.ts';
import { vinDocuments } from './vin-documents.ts';

/** What the photos say about the vehicle, and the document that says it. */
export type VehicleReadings = {
  vin: { value: string; document: DocumentRead } | null;
  plate: { value: string; document: DocumentRead } | null;
  mileage: { value: Amount; document: DocumentRead } | null;
};

const valueIn = ({ fields }: DocumentRead, name: string) =>
  fields.find((field) => field.name === name && field.value !== null);

/** Plates are written with and without blanks and dashes. */
const plain = (text: string) => text.replace(/[^A-Z0-9]/gi, '').toUpperCase();

/** What all say that have a say; null where they contradict one another. */
const agreed = (name: 'vin' | 'plate', numbers: DocumentsOfKind, papers: readonly DocumentRead[]) => {
  if (numbers.documents.length > 0 && !numbers.accepted) return null;
  const claims = [numbers.accepted ?? [], ...papers].flat().flatMap((document) => {
    const field = valueIn(document, name);
    const counts = field && (document === numbers.accepted || field.confidence >= LEAST_OF_PAPER);
    return counts ? [{ value: String(field.value), document }] : [];
  });
  const [first] = claims;
  return first && claims.every(({ value }) => plain(value) === plain(first.value)) ? first : null;
};

/** A number without its unit may be either. */
const mileageFrom = ({ accepted }: DocumentsOfKind): VehicleReadings['mileage'] => {
  const [value, unit] = ['value', 'unit'].map((name) => accepted && valueIn(accepted, name)?.value);
  if (!accepted || !value || !unit) return null;
  return { value: { value: Number(value), unit: String(unit) }, document: accepted };
};

export const readDocuments = (
  photos: readonly ReadPhoto[],
): { documents: DocumentRead[]; vehicle: VehicleReadings } => {
  const papersOn = ({ detections, sought }: ReadPhoto) =>
    detections.papers.filter(({ type }) => sought.types.includes(type));
  // The numbers on a paper belong to the paper.
  const others = photos.filter((photo) => papersOn(photo).length === 0);
  const readings = <Detection>(
    type: DocumentType,
    of: (photo: ReadPhoto) => Detection | readonly Detection[] | null,
  ) =>
    others
      .filter(({ sought }) => sought.types.includes(type))
      .flatMap((photo) =>
        [of(photo) ?? []].flat().map((detection) => ({ photo, detection: detection as Detection })),
      );

  const papers = paperDocuments(
    photos.flatMap((photo) => papersOn(photo).map((detection) => ({ photo, detection }))),
  );
  const vins = vinDocuments(readings('VIN', ({ detections }) => detections.vin));
  const plates = plateDocuments(readings('PLATE', ({ detections }) => detections.plates));
  const odometers = odometerDocuments(
    readings('ODOMETER', ({ detections, sought }) =>
      detections.odometer?.sure || sought.expected ? detections.odometer : null,
    ),
  );
  const registrations = papers.filter(({ type }) => type === 'VEHICLE_REGISTRATION_PAPERS_FR');
  return {
    documents: [...vins.documents, ...plates.documents, ...odometers.documents, ...papers],
    vehicle: {
      vin: agreed('vin', vins, registrations),
      plate: agreed('plate', plates, registrations),
      mileage: mileageFrom(odometers),
    },
  };
};
