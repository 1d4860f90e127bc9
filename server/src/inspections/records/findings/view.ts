import { z } from 'zod';
import { boundingBoxSchema, polygonSchema } from '../place.ts';
import { foundBySchema } from './found-by.ts';

/** A picture made from a photo: with findings drawn in, or cut out of it. */
export const renderedOutputSchema = z.object({
  id: z.string(),
  description: z.string(),
  file_key: z.string(),
  created_at: z.string(),
});
export type RenderedOutput = z.infer<typeof renderedOutputSchema>;

/** Where on an image a damage or a part is seen. */
export const viewSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  image_id: z.string(),
  damage_id: z.string().nullable(),
  part_id: z.string().nullable(),
  bounding_box: boundingBoxSchema,
  polygons: z.array(polygonSchema),
  score: z.number().nullable(),
  model: foundBySchema.nullable(),
  rendered_outputs: z.array(renderedOutputSchema),
  created_at: z.string(),
  created_by: z.string(),
  deleted_at: z.string().nullable(),
  deleted_by: z.string().nullable(),
});
export type View = z.infer<typeof viewSchema>;
