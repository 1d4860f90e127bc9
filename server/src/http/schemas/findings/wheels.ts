import { z } from 'zod';
import { WHEEL_LABELS, WHEEL_NAMES } from '../../../inspections/vocabulary.ts';
import { Id, Time } from '../common.ts';
import { Box } from './findings.ts';

const predicted = (labels: readonly string[]) =>
  z.object({
    prediction: z.enum([...labels, 'UNKNOWN', 'NOT_APPLICABLE']),
    confidence: z.number().min(0).max(1).describe('How sure that is; 0 with UNKNOWN.'),
  });

export const WheelAnswer = z
  .object({
    id: Id,
    object_type: z.literal('WHEEL_ANALYSIS'),
    inspection_id: Id,
    image_id: Id,
    wheel_name: z.enum(WHEEL_NAMES).nullable().describe('null where nobody can say which one it is.'),
    rim_condition: predicted(WHEEL_LABELS.rim_condition),
    rim_material: predicted(WHEEL_LABELS.rim_material),
    rim_visual_aspect: predicted(WHEEL_LABELS.rim_visual_aspect),
    hubcap_over_rim: predicted(WHEEL_LABELS.hubcap_over_rim),
    hubcap_condition: predicted(WHEEL_LABELS.hubcap_condition),
    hubcap_visual_aspect: predicted(WHEEL_LABELS.hubcap_visual_aspect),
    tyre: predicted(WHEEL_LABELS.tyre),
    bounding_box: Box.nullable().describe('null if the client names a wheel and the models find none.'),
    model: z.object({ name: z.string(), version: z.string() }),
    corrected_fields: z.array(z.string()).describe('Those that a person set; their confidence is 1.'),
    created_at: Time,
  })
  .meta({ id: 'WheelAnalysis', description: 'One wheel on one image. docs/wheels.md explains the values.' });
