/** As much of an approved inspection as tells what a model can learn from it. */
import { z } from 'zod';
import { CONTEST_REASONS, SUSPICION_STATES } from '../vocabulary.ts';
import { correctionSchema } from './findings/correction.ts';
import { damageSchema } from './findings/damage.ts';
import { partTypeSchema } from './findings/part.ts';
import { suspicionSchema } from './findings/suspicion.ts';
import { viewSchema } from './findings/view.ts';
import { imageSchema } from './image.ts';

const photoSchema = imageSchema.pick({
  id: true,
  file_key: true,
  shown_key: true,
  mimetype: true,
  width: true,
  height: true,
  received_sha256: true,
  has_vehicle: true,
});
export type TrainingPhoto = z.infer<typeof photoSchema>;

const taughtDamageSchema = damageSchema
  .pick({
    id: true,
    damage_type: true,
    part_type: true,
    score: true,
    model: true,
    confirmed_by: true,
    created_at: true,
    created_by: true,
    deleted_at: true,
    deleted_by: true,
  })
  .extend({
    /** Why it was removed, where somebody contested it and was right. */
    contested_for: z.enum(CONTEST_REASONS).nullable(),
  });
export type TaughtDamage = z.infer<typeof taughtDamageSchema>;

const taughtViewSchema = viewSchema
  .pick({
    id: true,
    image_id: true,
    damage_id: true,
    bounding_box: true,
    polygons: true,
    score: true,
    model: true,
    created_at: true,
    created_by: true,
    deleted_at: true,
    deleted_by: true,
  })
  .extend({ part_type: partTypeSchema.nullable() });
export type TaughtView = z.infer<typeof taughtViewSchema>;

const taughtSuspicionSchema = suspicionSchema
  .pick({
    id: true,
    damage_type: true,
    part_type: true,
    score: true,
    model: true,
    damage_id: true,
    views: true,
    decided_at: true,
    decided_by: true,
  })
  .extend({ state: z.enum(SUSPICION_STATES) });
export type TaughtSuspicion = z.infer<typeof taughtSuspicionSchema>;

const taughtCorrectionSchema = correctionSchema.pick({
  item_id: true,
  action: true,
  before: true,
  after: true,
  made_at: true,
  made_by: true,
});
export type TaughtCorrection = z.infer<typeof taughtCorrectionSchema>;

export const trainingInspectionSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  /** The vehicle that the inspections of one group show. */
  group: z.string(),
  approved_at: z.string().nullable(),
  approved_by: z.string().nullable(),
  /** The photos on which damages were looked for. */
  photos: z.array(photoSchema),
  /** Deleted ones too, and so are views. */
  damages: z.array(taughtDamageSchema),
  views: z.array(taughtViewSchema),
  suspicions: z.array(taughtSuspicionSchema),
  corrections: z.array(taughtCorrectionSchema),
});
export type TrainingInspection = z.infer<typeof trainingInspectionSchema>;
