import { z } from 'zod';
import { WHEEL_LABELS, WHEEL_NAMES } from '../../vocabulary.ts';
import { boundingBoxSchema } from '../place.ts';
import { foundBySchema } from './found-by.ts';

const wheelNameSchema = z.enum(WHEEL_NAMES);
export type WheelName = z.infer<typeof wheelNameSchema>;

const wheelPredictionSchema = z.object({ prediction: z.string(), confidence: z.number() });
export type WheelPrediction = z.infer<typeof wheelPredictionSchema>;

const wheelPredictionsSchema = z.record(
  z.enum(Object.keys(WHEEL_LABELS) as (keyof typeof WHEEL_LABELS)[]),
  wheelPredictionSchema,
);
export type WheelPredictions = z.infer<typeof wheelPredictionsSchema>;

/** What was said of one wheel on one image. */
export const wheelAnalysisSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  image_id: z.string(),
  /** null where nobody can say which of the four it is. */
  wheel_name: wheelNameSchema.nullable(),
  /** null where the client says that there is a wheel and none can be seen. */
  bounding_box: boundingBoxSchema.nullable(),
  predictions: wheelPredictionsSchema,
  model: foundBySchema,
  /** The fields on which a person has had their word. */
  stated: z.array(z.string()).optional(),
  created_at: z.string(),
});
export type WheelAnalysis = z.infer<typeof wheelAnalysisSchema>;
