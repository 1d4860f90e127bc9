import type { Shared } from '../../actions/sharing/open-shared.ts';
import {
  byVehicle,
  commonDetails,
  groupOfDamages,
  groupOfPhotos,
} from '../../inspections/checks/by-vehicle.ts';
import { fromHundredths } from '../../inspections/costs/money.ts';
import { type Pricing, pricingOf } from '../../inspections/costs/pricing.ts';
import { otherPartsOf, otherTypesOf } from '../../inspections/damages/found-besides.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { ShareLink } from '../../inspections/records/report.ts';
import type { VehicleDetails } from '../../inspections/records/vehicle.ts';
import { levelIn } from '../../inspections/severity/severity-override.ts';
import { reviewOf } from '../../inspections/tasks/validation.ts';
import { bestWheels } from '../../inspections/wheels/best-wheels.ts';
import type { Links } from '../links.ts';
import { presentChecks } from './check.ts';
import { presentSharedContest } from './contest.ts';
import { presentPartFamily, presentPartLevels } from './findings.ts';
import { presentNotPriced } from './pricing.ts';
import { presentCondition } from './vehicle-state.ts';

export const presentShareLink = (link: ShareLink, url: string | null = null) => ({
  id: link.id,
  inspection_id: link.inspection_id,
  url,
  costs: link.costs,
  language: link.language,
  created_at: link.created_at,
  created_by: link.created_by,
  expires_at: link.expires_at,
  revoked_at: link.revoked_at,
  last_opened_at: link.last_opened_at,
  contest_until: link.contest_until,
});

const presentVehicle = (details: VehicleDetails) => ({
  brand: details.brand ?? null,
  model: details.model ?? null,
  plate: details.plate ?? null,
  vin: details.vin ?? null,
  vehicle_type: details.vehicle_type ?? null,
  color: details.color ?? null,
  mileage: details.mileage ?? null,
  date_of_circulation: details.date_of_circulation ?? null,
});

const presentDamages = (inspection: Inspection) => {
  const { damages, parts, views, severities } = inspection;
  const groupOf = groupOfDamages(inspection);
  const viewsOf = Map.groupBy(views, ({ damage_id }) => damage_id);
  const severitiesOf = Map.groupBy(severities, ({ related_item_id }) => related_item_id);
  return damages.map((damage) => ({
    id: damage.id,
    damage_type: damage.damage_type,
    other_damage_types: otherTypesOf(damage),
    part_type: damage.part_type,
    part_family: presentPartFamily(damage),
    other_parts: otherPartsOf(damage, parts),
    vehicle_group: groupOf(damage.id),
    level: levelIn(severitiesOf.get(damage.id) ?? []),
    size_cm: damage.size_cm?.value ?? null,
    views: (viewsOf.get(damage.id) ?? []).map(({ image_id, bounding_box, polygons }) => ({
      image_id,
      bounding_box,
      polygons,
    })),
  }));
};

/** Each vehicle has its own wheels. */
const presentWheels = (inspection: Inspection) => {
  const groupOf = groupOfPhotos(inspection);
  const vehicles = Map.groupBy(inspection.images, ({ id }) => groupOf(id)).values();
  return [...vehicles]
    .flatMap((images) => bestWheels(images.flatMap(({ wheels }) => wheels)))
    .map(({ id, image_id, wheel_name, bounding_box, predictions }) => ({
      id,
      image_id,
      wheel_name,
      bounding_box,
      rim_condition: predictions.rim_condition.prediction,
      rim_material: predictions.rim_material.prediction,
      hubcap_condition: predictions.hubcap_condition.prediction,
      tyre: predictions.tyre.prediction,
    }));
};

const presentSums = ({ details, open_parts, total, tax, low, high, ...told }: Pricing) => ({
  parts: details.flatMap(({ part_type, estimate, price }) =>
    part_type === null ? [] : [{ part_type, operation: estimate?.name ?? null, cost: fromHundredths(price) }],
  ),
  open_parts: open_parts.map((part) => ({ family: part.family, cost: fromHundredths(part.total) })),
  total: fromHundredths(total),
  tax: fromHundredths(tax),
  total_with_tax: fromHundredths(total + tax),
  range: { low: fromHundredths(low), high: fromHundredths(high) },
  not_priced: presentNotPriced(told),
  beyond_visual_estimate: told.beyond_visual_estimate,
  not_assessed: told.not_assessed,
});

const presentCosts = (inspection: Inspection) => {
  const [pricing] = pricingOf(inspection);
  if (!pricing) return null;
  return {
    ...presentSums(pricing),
    currency: pricing.currency,
    tax_percent: pricing.tax_percent,
    example_prices: pricing.has_examples,
    vehicle_groups: byVehicle(inspection).flatMap(({ vehicle_group, image_ids, inspection: own }) =>
      pricingOf(own)
        .slice(0, 1)
        .map((one) => ({ vehicle_group, image_ids, ...presentSums(one) })),
    ),
  };
};

/** Of an inspection that was freed of everything that is not shared. */
export const presentShared = ({ link, inspection, logo_key, stale, contests }: Shared, links: Links) => {
  const groupOf = groupOfPhotos(inspection);
  return {
    id: link.id,
    expires_at: link.expires_at,
    language: link.language,
    logo_url: logo_key && links.file(logo_key),
    created_at: inspection.created_at,
    status: inspection.status,
    places_to_check: inspection.open_suspicions.length,
    ...presentCondition(inspection),
    missing_views: presentChecks(inspection).filter(({ kind }) => kind === 'missing_views'),
    vehicle: presentVehicle(commonDetails(inspection)),
    images: inspection.images.map(({ id, shown_key, width, height, viewpoint }) => ({
      id,
      path: links.file(shown_key),
      image_width: width,
      image_height: height,
      viewpoint: viewpoint?.prediction ?? null,
      vehicle_group: groupOf(id),
    })),
    damages: presentDamages(inspection),
    parts: presentPartLevels(inspection),
    wheels: presentWheels(inspection),
    review: reviewOf(inspection),
    costs: link.costs ? presentCosts(inspection) : null,
    contest_until: link.contest_until,
    contests: contests.map((contest) => presentSharedContest(contest, links)),
    report: {
      status: link.report_status,
      pdf_url: link.report_key && links.file(link.report_key),
      made_at: link.report_made_at,
      stale,
    },
  };
};
