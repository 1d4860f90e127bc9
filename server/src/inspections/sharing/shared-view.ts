/**
 * What somebody without an account may see of an inspection, on the page and in the report: the vehicle, its photos,
 * what was found and, if allowed, what it costs. Not people's data, words or names. Written member by member, so that
 * whatever is added to an inspection has to be thought of here.
 */

import type { Inspection } from '../records/inspection.ts';
import type { Vehicle } from '../records/vehicle.ts';
import { SERVICE } from '../severity/assess-inspection.ts';
import type { DocumentType } from '../vocabulary.ts';

const NOBODY = '–';
const nameless = (by: string) => (by === SERVICE ? SERVICE : NOBODY);

const PERSONAL_PAPERS: readonly DocumentType[] = [
  'PASSPORT',
  'ID',
  'ID_FR',
  'VEHICLE_REGISTRATION_PAPERS_FR',
];
const isPersonal = (type: unknown) => PERSONAL_PAPERS.some((paper) => paper === type);

/** Photos on which papers of a person were read, or were to be read. */
const showsPapers = ({ documents, images }: Inspection): Set<string> =>
  new Set([
    ...documents
      .filter(({ type }) => isPersonal(type))
      .flatMap(({ fields }) => fields.flatMap(({ views }) => views.map(({ image_id }) => image_id))),
    ...images
      .filter(({ tasks }) => tasks.some(({ details }) => isPersonal(details.image_type)))
      .map(({ id }) => id),
  ]);

const sharedVehicle = ({ details, ...vehicle }: Vehicle): Vehicle => ({
  ...vehicle,
  details: {
    brand: details.brand,
    model: details.model,
    plate: details.plate,
    vin: details.vin,
    vehicle_type: details.vehicle_type,
    serie: details.serie,
    vehicle_style: details.vehicle_style,
    color: details.color,
    mileage: details.mileage,
    date_of_circulation: details.date_of_circulation,
  },
});

/** Of several vehicles the plate tells which is which; that of one is in its details. */
const sharedPlates = (
  { documents, checks }: Inspection,
  papers: ReadonlySet<string>,
): Inspection['documents'] =>
  checks.some(({ kind }) => kind === 'different_vehicle')
    ? documents
        .filter(({ type }) => type === 'PLATE')
        .map((document) => ({
          ...document,
          fields: document.fields.map(({ stated_by, ...field }) => ({
            ...field,
            ...(stated_by !== undefined && { stated_by: NOBODY }),
            views: field.views.filter(({ image_id }) => !papers.has(image_id)),
          })),
        }))
    : [];

/** `inspection` without what was deleted in it. */
export const sharedInspection = (inspection: Inspection, { costs }: { costs: boolean }): Inspection => {
  const papers = showsPapers(inspection);
  return {
    id: inspection.id,
    owner_id: NOBODY,
    creator_id: NOBODY,
    organization_id: inspection.organization_id,
    created_at: inspection.created_at,
    deleted_at: null,
    status: inspection.status,
    inspection_type: inspection.inspection_type,
    reference: inspection.reference,
    customer: null,
    date_of_loss: inspection.date_of_loss,
    assigned_to: null,
    accident_nature: null,
    related_inspection_id: null,
    usage_duration: null,
    damage_severity: null,
    privacy: inspection.privacy,
    additional_data: {},
    approval_required: inspection.approval_required,
    vehicle: inspection.vehicle && sharedVehicle(inspection.vehicle),
    tasks: inspection.tasks.map((task) => ({
      ...task,
      arguments: {},
      callbacks: [],
      validated_by: null,
      error_messages: [],
    })),
    images: inspection.images
      .filter(({ id }) => !papers.has(id))
      .map((image) => ({ ...image, name: null, additional_data: {}, tasks: [] })),
    views: inspection.views
      .filter(({ image_id }) => !papers.has(image_id))
      .map((view) => ({ ...view, created_by: nameless(view.created_by) })),
    damages: inspection.damages.map((damage) => ({ ...damage, created_by: nameless(damage.created_by) })),
    parts: inspection.parts.map((part) => ({ ...part, created_by: nameless(part.created_by) })),
    severities: inspection.severities.map((severity) => ({
      ...severity,
      pricing: costs ? severity.pricing : null,
      comment: null,
      created_by: nameless(severity.created_by),
    })),
    estimates: costs ? inspection.estimates : [],
    prices: costs ? inspection.prices.map((price) => ({ ...price, created_by: NOBODY })) : [],
    damage_areas: [],
    documents: sharedPlates(inspection, papers),
    stated: [],
    checks: inspection.checks,
    open_suspicions: inspection.open_suspicions,
    report: null,
  };
};
