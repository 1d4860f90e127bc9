import { z } from 'zod';
import {
  AUDIT_ACTIONS,
  ERASURE_REASONS,
  RESTRICTED_CONTENTS,
  TRAINING_USES,
} from '../../../inspections/vocabulary.ts';
import { Id, Time } from '../common.ts';

const Days = z.number().nullable();

export const AuditEntryAnswer = z
  .object({
    id: Id,
    action: z.enum(AUDIT_ACTIONS),
    actor_id: z.string().nullable().describe('Who did it; null: the service, as the settings ask for it.'),
    inspection_id: Id.nullable(),
    details: z
      .object({
        reason: z.enum(ERASURE_REASONS).optional(),
        images: z.number().optional(),
        rows: z.number().optional().describe('Of the database, those of its images included.'),
        files: z.number().optional().describe('Photos and all that was made from them.'),
        retention_days: z.object({ before: Days, after: Days }).optional(),
        include: z
          .array(z.enum(RESTRICTED_CONTENTS))
          .optional()
          .describe('What the evidence pack has of photos.'),
        training_use: z.object({ before: z.enum(TRAINING_USES), after: z.enum(TRAINING_USES) }).optional(),
        damage_model: z
          .object({
            before: z.string().nullable().describe('null: the one that came with the service.'),
            after: z.string().nullable(),
            despite_gate: z.boolean(),
          })
          .optional()
          .describe('Which version of the damage model judges the inspections.'),
      })
      .describe(
        'For an erasure: its reason and the removed amounts. For a change of settings: the old and the new value. For a pack with originals: what is in it.',
      ),
    created_at: Time,
    completed_at: Time.nullable().describe('null while there is something left to do.'),
  })
  .meta({ id: 'AuditEntry' });
