import { byVehicle, groupOfDamages } from '../../inspections/checks/by-vehicle.ts';
import { pricingOf } from '../../inspections/costs/pricing.ts';
import type { Suspicion } from '../../inspections/records/findings/suspicion.ts';
import type { Inspection, InspectionHead } from '../../inspections/records/inspection.ts';
import type { Report } from '../../inspections/records/report.ts';
import { reviewOf, TELL_DAMAGES, withdrawnBy } from '../../inspections/tasks/validation.ts';
import { type Links, linksTo } from '../links.ts';
import { presentChecks } from './check.ts';
import { presentDocument } from './document.ts';
import { presentDamage, presentPart, presentPartLevels, presentSeverity } from './findings.ts';
import { type ImageOptions, presentImage } from './image.ts';
import { presentPricing } from './pricing.ts';
import { presentSuspicion } from './suspicion.ts';
import { presentTask } from './task.ts';
import { presentVehicle } from './vehicle.ts';
import { presentCondition } from './vehicle-state.ts';
import { presentWheel } from './wheel.ts';

export const presentInspectionHead = (inspection: InspectionHead) => ({
  id: inspection.id,
  object_type: 'INSPECTION',
  status: inspection.status,
  created_at: inspection.created_at,
  deleted_at: inspection.deleted_at,
  owner_id: inspection.owner_id,
  creator_id: inspection.creator_id,
  inspector_id: inspection.creator_id,
  organization_id: inspection.organization_id,
  inspection_type: inspection.inspection_type,
  reference: inspection.reference,
  customer: inspection.customer,
  date_of_loss: inspection.date_of_loss,
  assigned_to: inspection.assigned_to,
  accident_nature: inspection.accident_nature,
  related_inspection_id: inspection.related_inspection_id,
  usage_duration: inspection.usage_duration,
  privacy: inspection.privacy,
  additional_data: inspection.additional_data,
});

const pdfUrl = (report: Report | null, links: Links) =>
  report?.file_key ? links.file(report.file_key) : null;

const groupBy = <T>(items: T[], key: (item: T) => string | null) => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    if (name === null) continue;
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
};

export const presentInspection = (
  inspection: Inspection & { suspicions?: Suspicion[] },
  given: Links,
  { light = false, ...options }: ImageOptions & { light?: boolean } = {},
) => {
  const links = linksTo(inspection, given);
  const { views, damages, parts } = inspection;
  const viewsOfImage = groupBy(light ? [] : views, (view) => view.image_id);
  const viewsOfDamage = groupBy(views, (view) => view.damage_id);
  const images = new Map(inspection.images.map((image) => [image.id, image]));
  const pricing = pricingOf(inspection);
  const groupOf = groupOfDamages(inspection);
  const { damage: ofDamages = [], other: ofParts = [] } = Object.groupBy(
    inspection.severities,
    ({ related_item_type }) => (related_item_type === 'damage' ? 'damage' : 'other'),
  );
  return {
    ...presentInspectionHead(inspection),
    vehicle: inspection.vehicle && presentVehicle(inspection.vehicle, pricing[0]),
    tasks: inspection.tasks.map(presentTask),
    images: inspection.images.map((image) =>
      presentImage(image, links, { ...options, views: viewsOfImage.get(image.id) }),
    ),
    damages: damages.map((damage) =>
      presentDamage(damage, parts, {
        views: viewsOfDamage.get(damage.id) ?? [],
        images,
        links,
        vehicle_group: groupOf(damage.id),
      }),
    ),
    ...(inspection.suspicions && { suspicions: inspection.suspicions.map(presentSuspicion) }),
    parts: parts.map((part) => presentPart(part, damages, views, images, links, pricing[0])),
    // Reports of generation 3 make a row of each, so there is one for each damaged part and none for its damages.
    severity_results: ofParts.map((severity) => presentSeverity(severity, pricing[0])),
    damage_severity_results: ofDamages.map((severity) => presentSeverity(severity, pricing[0])),
    part_levels: presentPartLevels(inspection),
    damage_areas: inspection.damage_areas,
    wheel_analysis: inspection.images.flatMap(({ wheels }) => wheels.map(presentWheel)),
    documents: inspection.documents.map(presentDocument),
    checks: presentChecks(inspection),
    pricing: presentPricing(pricing, byVehicle(inspection), inspection.id),
    compliances: null,
    damage_severity: inspection.damage_severity,
    places_to_check: inspection.open_suspicions.length,
    ...presentCondition(inspection),
    review: reviewOf(inspection),
    locked_by: withdrawnBy(TELL_DAMAGES, inspection.tasks).map(({ name }) => name),
    pdf_url: pdfUrl(inspection.report, links),
    pdf_status: inspection.report?.status ?? null,
    pdf_generation_ready: inspection.report?.status === 'ready',
  };
};

export const presentInspectionInList = (
  inspection: Inspection,
  links: Links,
  { verbose, ...options }: ImageOptions & { verbose: boolean },
) => {
  const whole = presentInspection(inspection, links, { ...options, light: true });
  const brief = {
    ...presentInspectionHead(inspection),
    images: whole.images,
    damages: whole.damages,
    pdf_url: whole.pdf_url,
    review: whole.review,
  };
  return verbose
    ? {
        ...brief,
        vehicle: whole.vehicle,
        tasks: whole.tasks,
        parts: whole.parts,
        severity_results: whole.severity_results,
        damage_severity_results: whole.damage_severity_results,
        pricing: whole.pricing,
      }
    : brief;
};
