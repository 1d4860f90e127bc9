import { z } from 'zod';
import {
  IGNORE_REASONS,
  LABEL_SOURCES,
  LEFT_OUT_REASONS,
  NEGATIVE_SOURCES,
} from '../../../inspections/training/photo-labels.ts';
import { DAMAGE_TYPES, TRAINING_USES } from '../../../inspections/vocabulary.ts';
import { pageQuery } from '../../paging.ts';
import { Id, Time } from '../common.ts';
import { Box } from '../findings/findings.ts';

export const TrainingDataAnswer = z
  .object({
    id: Id.describe('The organization.'),
    training_use: z.enum(TRAINING_USES).describe('What it allows; a setting of the organization.'),
    inspections: z.number().int().describe('Approved ones; 0 where nothing is allowed.'),
    images: z
      .number()
      .int()
      .describe(
        'Their photos on which damages were looked for. Some teach nothing and are left out of the list.',
      ),
  })
  .meta({ id: 'TrainingData' });

export const ListTrainingDataQuery = z.object({
  photos: z
    .enum(['shown', 'original'])
    .default('shown')
    .describe(
      'Which photos the paths lead to: as people see them, or as they came. The organization must allow original.',
    ),
  ...pageQuery,
});

const Polygons = z.array(z.array(z.array(z.number())));
const FoundBy = z.object({ name: z.string(), version: z.string() }).nullable();
const said = {
  said_by: z
    .string()
    .nullable()
    .describe('The user id of who said it; null where older records do not tell.'),
  said_at: Time.nullable(),
  model: FoundBy.describe('What found it; null where a person did.'),
  score: z.number().nullable(),
};

const PhotoAnswer = z.object({
  id: Id,
  path: z.string().describe('A signed link to the photo.'),
  mimetype: z.string(),
  is_blurred: z.boolean().describe('Plates or faces are blurred on it.'),
  received_sha256: z.string().nullable().describe('Of the bytes as a client sent them: tells copies.'),
  width: z.number(),
  height: z.number(),
  labelled_types: z.array(z.string()).describe('The types that are labeled wherever this photo shows them.'),
  is_intact: z.boolean().describe('It shows a vehicle and no damage, and nothing was left open.'),
  vehicle_box: Box.nullable().describe('On an intact photo, around the parts that were seen.'),
  labels: z.array(
    z.object({
      id: Id.describe('Of the view.'),
      category: z.string().describe('A word of training/.'),
      damage_id: Id,
      damage_type: z.enum(DAMAGE_TYPES),
      part_type: z.string().nullable(),
      bounding_box: Box,
      polygons: Polygons,
      source: z
        .enum(LABEL_SOURCES)
        .describe('How a person stands behind it. approved: with the inspection as a whole.'),
      ...said,
    }),
  ),
  ignored_regions: z
    .array(z.object({ id: z.string(), bounding_box: Box, reason: z.enum(IGNORE_REASONS) }))
    .describe('Where a find is neither right nor wrong.'),
  hard_negatives: z
    .array(
      z.object({
        id: z.string(),
        damage_type: z.enum(DAMAGE_TYPES).describe('What it was taken for.'),
        bounding_box: Box,
        polygons: Polygons,
        source: z.enum(NEGATIVE_SOURCES),
        ...said,
      }),
    )
    .describe('Finds of which a person said that they are no damage.'),
});

export const TrainingInspectionAnswer = z
  .object({
    id: Id,
    object_type: z.literal('TRAINING_INSPECTION'),
    created_at: Time,
    group: z.string().describe('The same for all inspections of a vehicle.'),
    split: z.enum(['train', 'val']).describe('The same for a group in every answer.'),
    approved_at: Time.nullable(),
    approved_by: z.string().nullable(),
    photos: z.array(PhotoAnswer),
    left_out: z.array(z.object({ image_id: Id, reason: z.enum(LEFT_OUT_REASONS) })),
  })
  .meta({ id: 'TrainingInspection' });
