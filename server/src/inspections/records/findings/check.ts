/** What is to be said about the photos of an inspection as a whole. A check is a hint for people: it blocks nothing. */
import { z } from 'zod';

export const CHECK_KINDS = [
  'not_a_vehicle',
  'different_vehicle',
  'duplicate_photo',
  'photo_date',
  'too_dark',
  'missing_views',
] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

export const SIDES = ['front', 'back', 'left', 'right'] as const;
export type Side = (typeof SIDES)[number];

/** Why, in no language: the sentences are in `vocabulary/`. Dates are days, as 2026-11-16. */
export const checkReasonSchema = z.discriminatedUnion('code', [
  z.object({
    code: z.enum(['no_vehicle', 'nothing_visible', 'same_picture', 'paint_differs', 'no_whole_view']),
  }),
  z.object({ code: z.literal('plates_differ'), plates: z.array(z.string()) }),
  z.object({
    code: z.enum(['sides_not_shown', 'sides_of_vehicle_not_shown']),
    sides: z.array(z.enum(SIDES)),
  }),
  z.object({
    code: z.enum(['taken_before_loss', 'taken_before', 'taken_after', 'taken_apart']),
    first_day: z.string(),
    last_day: z.string(),
    days: z.number().int(),
  }),
]);
export type CheckReason = z.infer<typeof checkReasonSchema>;

export const checkSchema = z.object({
  kind: z.enum(CHECK_KINDS),
  /** The photos that it is about; none where it is about photos that are missing, unless those of one vehicle of several are. */
  image_ids: z.array(z.string()),
  reason: checkReasonSchema,
  /** Of `different_vehicle`: the photos of each vehicle, those of the largest group first. */
  groups: z.array(z.array(z.string())),
});
export type Check = z.infer<typeof checkSchema>;
