import { fromHundredths } from '../../inspections/costs/money.ts';
import type { InspectionSummary } from '../../inspections/records/inspection.ts';
import { isAnalysed } from '../../inspections/severity/condition-score.ts';
import { reviewOf } from '../../inspections/tasks/validation.ts';
import { toldReason } from '../../inspections/training/lesson.ts';
import { type Links, linksTo } from '../links.ts';

const THUMBNAIL_WIDTH = 320;

export const presentInspectionSummary = (summary: InspectionSummary, links: Links) => ({
  id: summary.id,
  object_type: 'INSPECTION',
  status: summary.status,
  created_at: summary.created_at,
  owner_id: summary.owner_id,
  inspection_type: summary.inspection_type,
  reference: summary.reference,
  customer: summary.customer,
  date_of_loss: summary.date_of_loss,
  assigned_to: summary.assigned_to,
  deleted_at: summary.deleted_at,
  brand: summary.vehicle.brand ?? null,
  model: summary.vehicle.model ?? null,
  plate: summary.vehicle.plate ?? null,
  vin: summary.vehicle.vin ?? null,
  images_count: summary.images_count,
  damages_count: summary.damages_count,
  places_to_check: summary.open_suspicions,
  open_contests: summary.open_contests,
  overdue_contests: summary.overdue_contests,
  analysed: isAnalysed({
    search: summary.damage_detection,
    images: summary.images_count,
    damages: summary.damages_count,
  }),
  worst_severity: summary.worst_severity,
  worst_severity_raised: summary.worst_severity_raised,
  condition_score: summary.condition_score,
  repair_cost: summary.cost_cents === null ? null : fromHundredths(summary.cost_cents),
  currency: summary.cost_currency,
  review: reviewOf(summary),
  learning_value: summary.learning_value,
  learning_reasons: summary.learning_reasons.map((reason) => ({ ...reason, message: toldReason(reason) })),
  thumbnail:
    summary.first_image_key &&
    `${linksTo(summary, links).file(summary.first_image_key)}&width=${THUMBNAIL_WIDTH}`,
});
