import { byVehicle, type GroupNumber } from '../../inspections/checks/by-vehicle.ts';
import { DEFAULT_MATRIX } from '../../inspections/costs/price-matrix.ts';
import type { Pricing } from '../../inspections/costs/pricing.ts';
import {
  otherTypesOf,
  partCandidatesOf,
  partFamilyOf,
  partMatchedOn,
} from '../../inspections/damages/found-besides.ts';
import { areaOf } from '../../inspections/geometry/boxes.ts';
import { openIn, readingsOf } from '../../inspections/parts/open-families.ts';
import { imageTypeOf } from '../../inspections/photos/image-type.ts';
import { shownMimetype } from '../../inspections/photos/privacy.ts';
import type { Damage, Evidence, MatchedPlace } from '../../inspections/records/findings/damage.ts';
import type { Part } from '../../inspections/records/findings/part.ts';
import type { RenderedOutput, View } from '../../inspections/records/findings/view.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { Severity } from '../../inspections/records/severity.ts';
import { ratedParts } from '../../inspections/severity/part-levels.ts';
import { reasonInEnglish } from '../../inspections/severity/severity-reason.ts';
import type { Links } from '../links.ts';
import { presentPartOperation, presentWork } from './pricing.ts';

export const presentRendered = (rendered: RenderedOutput, imageId: string, links: Links) => ({
  id: rendered.id,
  object_type: 'RENDERED_OUTPUT',
  base_image_id: imageId,
  path: links.file(rendered.file_key),
  mimetype: 'image/jpeg',
  additional_data: { description: rendered.description },
  created_at: rendered.created_at,
});

export const presentView = (view: View, links: Links) => ({
  id: view.id,
  object_type: 'VIEW',
  inspection_id: view.inspection_id,
  image_id: view.image_id,
  damage_id: view.damage_id,
  element_id: view.damage_id ?? view.part_id,
  bounding_box: view.bounding_box,
  polygons: view.polygons,
  image_region: {
    id: view.id,
    object_type: 'IMAGE_REGION',
    image_id: view.image_id,
    specification: { bounding_box: view.bounding_box, polygons: view.polygons },
  },
  score: view.score,
  model: view.model,
  rendered_outputs: view.rendered_outputs.map((rendered) => presentRendered(rendered, view.image_id, links)),
  created_at: view.created_at,
  created_by: view.created_by,
  deleted_at: view.deleted_at,
  deleted_by: view.deleted_by,
});

/** The images on which something is seen, each once, largest view first. */
const relatedImages = (views: View[], images: Map<string, Image>, links: Links) => {
  const area = (view: View) => areaOf(view.bounding_box);
  const largest = new Map<string, View>();
  for (const view of views.filter((v) => v.deleted_at === null).sort((a, b) => area(b) - area(a)))
    if (images.has(view.image_id) && !largest.has(view.image_id)) largest.set(view.image_id, view);
  return [...largest.values()].map((view, order) => {
    const image = images.get(view.image_id)!;
    return {
      base_image_id: image.id,
      base_image_type: imageTypeOf(image),
      object_type: 'RENDERED_OUTPUT',
      order,
      path: links.file(image.shown_key),
      mimetype: shownMimetype(image),
      item_area: area(view),
    };
  });
};

/** What is known of a part that is to be confirmed. */
export const presentPartFamily = (damage: Damage) => {
  const family = partFamilyOf(damage);
  return family && { family, open: openIn(family), part_types: readingsOf(family) };
};

const presentEvidence = (evidence: Evidence) => ({
  best_score: evidence.best_score,
  threshold: evidence.threshold,
  photos_against: evidence.photos_against,
  part_confidence: evidence.part_confidence,
  part_model: evidence.part_model ?? null,
  how_bad: evidence.how_bad ?? null,
});

const presentMatched = (place: MatchedPlace | null) =>
  place && { image_id: place.image_id, bounding_box: place.bounding_box };

export const presentDamage = (
  damage: Damage,
  parts: Part[] = [],
  seen: {
    views: View[];
    images: Map<string, Image>;
    links: Links;
    vehicle_group: GroupNumber;
  } | null = null,
) => ({
  id: damage.id,
  object_type: 'DAMAGE',
  inspection_id: damage.inspection_id,
  damage_type: damage.damage_type,
  other_damage_types: otherTypesOf(damage),
  part_type: damage.part_type,
  part_family: presentPartFamily(damage),
  part_candidates: partCandidatesOf(damage),
  part_matched_on: presentMatched(partMatchedOn(damage)),
  part_ids: damage.part_ids,
  parts: damage.part_ids.map((id) => ({
    id,
    part_type: parts.find((part) => part.id === id)?.part_type ?? damage.part_type,
  })),
  related_images: seen ? relatedImages(seen.views, seen.images, seen.links) : [],
  vehicle_group: seen?.vehicle_group ?? null,
  damage_size_cm: damage.stated_size_cm ?? damage.size_cm?.value ?? null,
  damage_size_range_cm: damage.size_cm && { min: damage.size_cm.min, max: damage.size_cm.max },
  stated_size_cm: damage.stated_size_cm,
  score: damage.score,
  model: damage.model,
  evidence: damage.evidence && presentEvidence(damage.evidence),
  confirmed_by: damage.confirmed_by,
  created_at: damage.created_at,
  created_by: damage.created_by,
  deleted_at: damage.deleted_at,
  deleted_by: damage.deleted_by,
});

export const presentPart = (
  part: Part,
  damages: Damage[],
  views: View[],
  images: Map<string, Image>,
  links: Links,
  pricing: Pricing | undefined,
) => {
  const own = damages.filter((damage) => damage.part_ids.includes(part.id) && damage.deleted_at === null);
  const ids = new Set(own.map((damage) => damage.id));
  const seen = views.filter(
    (view) => view.part_id === part.id || (view.damage_id && ids.has(view.damage_id)),
  );
  return {
    id: part.id,
    object_type: 'PART',
    inspection_id: part.inspection_id,
    part_type: part.part_type,
    damage_ids: [...ids],
    related_images: relatedImages(seen, images, links),
    part_operation: presentPartOperation(part, pricing),
    created_at: part.created_at,
    created_by: part.created_by,
  };
};

/** The hours are those of the estimate of its part; without one nobody knows them. */
const repairOperation = (severity: Severity, pricing: Pricing | undefined) => ({
  REPLACE: (severity.repair_operation ?? severity.estimated_operation) === 'replace',
  ...presentWork(pricing, severity.related_item_id),
});

/** Reports of generation 3 show this price alone, so it says itself what it is. */
const isExamplePrice = (severity: Severity, pricing: Pricing | undefined) =>
  pricing?.details.find(({ part_id }) => part_id === severity.related_item_id)?.is_example ??
  (severity.part_price !== null &&
    severity.pricing === null &&
    severity.estimated_with === DEFAULT_MATRIX.version);

export const presentSeverity = (severity: Severity, pricing: Pricing | undefined) => ({
  id: severity.id,
  object_type: 'SEVERITY_RESULT',
  inspection_id: severity.inspection_id,
  label: severity.label,
  is_user_modified: severity.is_user_modified,
  related_item_type: severity.related_item_type,
  related_item_id: severity.related_item_id,
  operation: severity.repair_operation,
  // Generation 5 looks for it here, generation 3 below.
  repair_operation: repairOperation(severity, pricing),
  reason: severity.reason && reasonInEnglish(severity.reason),
  reason_details: severity.reason,
  value: {
    custom_severity: {
      level: severity.level,
      pricing: severity.part_price,
      example_prices: isExamplePrice(severity, pricing),
      comment: severity.comment,
      repair_operation: repairOperation(severity, pricing),
    },
  },
  created_at: severity.created_at,
  created_by: severity.created_by,
  deleted_at: severity.deleted_at,
  deleted_by: severity.deleted_by,
});

/** Of each vehicle, where the photos seem to show several. */
export const presentPartLevels = (inspection: Inspection) => {
  const vehicles = byVehicle(inspection);
  return (vehicles.length > 0 ? vehicles : [{ vehicle_group: null, inspection }]).flatMap(
    ({ vehicle_group, inspection: own }) =>
      ratedParts(own).map(({ part_type, family, level, raised }) => ({
        vehicle_group,
        part_type,
        part_family: family,
        level,
        raised,
      })),
  );
};
