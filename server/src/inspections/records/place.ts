/** Where on a picture something is, in pixels of the upright picture. */
import { z } from 'zod';

export const boundingBoxSchema = z.object({
  xmin: z.number(),
  ymin: z.number(),
  width: z.number(),
  height: z.number(),
});
export type BoundingBox = z.infer<typeof boundingBoxSchema>;

export const polygonSchema = z.array(z.tuple([z.number(), z.number()]));
export type Polygon = z.infer<typeof polygonSchema>;
