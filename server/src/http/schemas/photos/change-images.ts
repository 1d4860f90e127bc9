import { z } from 'zod';
import { FreeForm } from '../../../inspections/field-schemas.ts';
import { TASK_STATUSES } from '../../../inspections/vocabulary.ts';
import { Id } from '../common.ts';

export const ImageDataBody = z
  .object({ additional_data: FreeForm.describe("Takes the place of the image's additional_data.") })
  .meta({ example: { additional_data: { sight_id: 'haccord-8YjMcu0D', label: { en: 'Front' } } } });

const guard = {
  authorized_tasks_statuses: z
    .array(z.enum(TASK_STATUSES))
    .min(1)
    .max(TASK_STATUSES.length)
    .default(['NOT_STARTED'])
    .describe(
      'The statuses of its tasks in which an image may be deleted. A task that is TODO or IN_PROGRESS always keeps its images.',
    ),
};

export const DeleteImageBody = z
  .object(guard)
  .meta({ example: { authorized_tasks_statuses: ['NOT_STARTED'] } });

const MOST_DELETED = 100;

export const DeleteImagesBody = z
  .object({
    image_ids: z
      .array(z.string())
      .max(MOST_DELETED, `Delete at most ${MOST_DELETED} images with one request.`),
    ...guard,
  })
  .meta({ example: { image_ids: ['0198c5a2-7d1e-7c3a-9f52-6b1d2e3f4a5b'] } });

export const DeletedImagesAnswer = z
  .object({
    message: z.string(),
    deleted_image_ids: z.array(Id),
    failed: z.array(z.object({ image_id: z.string(), reason: z.string() })),
  })
  .meta({ id: 'DeletedImages' });
