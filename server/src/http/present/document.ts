import type { Document } from '../../inspections/records/findings/document.ts';

export const presentDocument = ({ fields, evidence, ...document }: Document) => ({
  id: document.id,
  object_type: 'DOCUMENT',
  inspection_id: document.inspection_id,
  type: document.type,
  document_id: document.document_id,
  content: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  confidence: document.confidence,
  image_ids: [...new Set(fields.flatMap(({ views }) => views.map(({ image_id }) => image_id)))],
  fields: fields.map(({ name, value, confidence, views, stated_by }) => ({
    name,
    value,
    confidence,
    corrected_by: stated_by ?? null,
    views: views.map(({ image_id, bounding_box, polygons }) => ({ image_id, bounding_box, polygons })),
  })),
  evidence: {
    photos_agreeing: evidence.photos_agreeing,
    photos_asked: evidence.photos_asked,
    check_digit: evidence.check_digit ?? null,
    checks: evidence.checks ?? {},
  },
  model: document.model,
  created_at: document.created_at,
  created_by: 'algo',
  additional_data: {},
});
