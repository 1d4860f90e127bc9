import { z } from 'zod';
import { SEEN_BY } from '../../../inspections/vocabulary.ts';
import { pageQuery } from '../../paging.ts';
import { Id, Time } from '../common.ts';
import { Box } from '../findings/findings.ts';

const Count = z.number().int();
const FoundBy = z.object({
  both: Count,
  judging: Count.describe('Only the version that judges.'),
  along: Count.describe('Only the version that looks along.'),
  neither: Count,
});

export const SideBySideAnswer = z
  .object({
    id: Id.describe('The organization.'),
    compared: z
      .object({
        judging: z.string().describe('The version of the damage model that judges.'),
        along: z.string().describe('The version that looks along; no other answer shows what it finds.'),
        share: z.number().describe('Of the inspections that it looks along at.'),
        since: Time.nullable().describe('null: it has seen no photo yet.'),
        inspections: Count,
        photos: Count,
        agreed: Count.describe('Finds of both: the same type at the same place of a photo.'),
        only_judging: Count,
        only_along: Count,
        said_on_photos: Count.describe('Photos of approved inspections, the newest 2000 at most.'),
        said: z
          .object({ confirmed: FoundBy, added: FoundBy, dismissed: FoundBy })
          .describe(
            'What people said there, and which of the two finds it. confirmed: damages that a model found; added: those that people added; dismissed: finds that are none.',
          ),
      })
      .nullable()
      .describe('null: no version looks along, or it judges your inspections already.'),
  })
  .meta({ id: 'SideBySide' });

export const ListDifferingQuery = z.object(pageQuery);

export const DifferingPhotoAnswer = z
  .object({
    id: Id,
    inspection_id: Id,
    image_id: Id,
    path: z.string().describe('The photo as people see it.'),
    image_width: Count,
    image_height: Count,
    created_at: Time,
    places: z.array(
      z.object({
        damage_type: z.string(),
        score: z.number(),
        bounding_box: Box,
        polygons: z.array(z.array(z.array(z.number()))),
        seen_by: z.enum(SEEN_BY),
      }),
    ),
  })
  .meta({ id: 'DifferingPhoto' });
