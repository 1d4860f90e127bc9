import { z } from 'zod';
import { PART_TYPES } from '../parts/parts.ts';
import { CONTEST_REASONS, CONTEST_STATES, DAMAGE_TYPES } from '../vocabulary.ts';

/** A photo that came with a contest. `shown_key` is the file for people: another one where plates or faces are blurred. */
export const contestPhotoSchema = z.object({
  id: z.string(),
  file_key: z.string(),
  shown_key: z.string(),
  mimetype: z.string(),
  width: z.number(),
  height: z.number(),
  received_sha256: z.string(),
  taken_at: z.string().nullable(),
});
export type ContestPhoto = z.infer<typeof contestPhotoSchema>;

/** What somebody without an account says against a finding, and what a person decided about it. */
export const contestSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  damage_id: z.string(),
  /** As it is called now, whether it is still there or not. */
  damage: z.object({
    damage_type: z.enum(DAMAGE_TYPES),
    part_type: z.enum(PART_TYPES),
    is_deleted: z.boolean(),
  }),
  /** Null once the link is forgotten. */
  share_link_id: z.string().nullable(),
  reason: z.enum(CONTEST_REASONS),
  text: z.string(),
  photos: z.array(contestPhotoSchema),
  state: z.enum(CONTEST_STATES),
  created_at: z.string(),
  /** Null: nobody set a limit when it came. */
  decide_until: z.string().nullable(),
  is_overdue: z.boolean(),
  withdrawn_at: z.string().nullable(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  decision_reason: z.string().nullable(),
  damage_removed: z.boolean(),
});
export type Contest = z.infer<typeof contestSchema>;
