/** The queries of inspections: filters, order and pages of lists, and what a single one shows. */
import { z } from 'zod';
import { ShortText } from '../../inspections/field-schemas.ts';
import {
  INSPECTION_ORDERS,
  INSPECTION_STATUSES,
  OWNERSHIP_FILTERS,
  TASK_STATUSES,
  VEHICLE_FILTERS,
} from '../../inspections/vocabulary.ts';
import { pageQuery } from '../paging.ts';
import { queryFlag } from './common.ts';
import { TaskNameInput } from './tasks.ts';

const vehicleFilters = Object.fromEntries(
  VEHICLE_FILTERS.map((name) => [
    name,
    ShortText.optional().describe(`Only vehicles with this ${name}, in capitals or not.`),
  ]),
) as Record<(typeof VEHICLE_FILTERS)[number], z.ZodOptional<typeof ShortText>>;

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'Give a time as 2026-03-14T09:00:00Z, or a day as 2026-03-14.',
});

export const filters = {
  ownership_filter: z.enum(OWNERSHIP_FILTERS).default('own_resources'),
  organization_resources: queryFlag(false).describe(
    'true is the same as ownership_filter=organization_resources.',
  ),
  inspection_status: z.enum(INSPECTION_STATUSES).optional(),
  inspection_type: ShortText.optional(),
  task: TaskNameInput.optional().describe('Only inspections with this task.'),
  task_status: z
    .enum(TASK_STATUSES)
    .optional()
    .describe(
      'The status of this task. task=human_in_the_loop&task_status=IN_PROGRESS lists the inspections that wait for a review.',
    ),
  ...vehicleFilters,
  search: ShortText.optional().describe(
    'Words, each the beginning of a plate, a VIN, or a word of the reference, customer, brand, model or person (owner or ' +
      'assigned), or the end of a VIN. Spaces and hyphens in plates and numbers, accents and case are ignored.',
  ),
  created_after: Moment.optional().describe('Created at this time or later: a time, or a day (UTC).'),
  created_before: Moment.optional().describe('Created before this time.'),
  assigned_to: ShortText.optional().describe('Only inspections that this person works on.'),
  unassigned: queryFlag(false).describe('Only inspections that nobody is assigned to.'),
  vehicle_id: z
    .uuid('Give the id of a vehicle, from GET /vehicles.')
    .optional()
    .describe('Only inspections of this vehicle, from GET /vehicles.'),
  contested: queryFlag(false).describe('Only inspections with a contest that nobody has decided.'),
  show_deleted: queryFlag(true),
  only_deleted: queryFlag(false).describe('Only deleted inspections, which can be restored.'),
};

export const CountInspectionsQuery = z.object(filters);

export const CountAnswer = z
  .object({
    total: z.number().int(),
    sub_count: z
      .partialRecord(z.enum(INSPECTION_STATUSES), z.number().int())
      .describe('By status; of those that were counted.'),
    is_at_least: z
      .boolean()
      .describe('True if counting ended there, and there may be more. Only filters have so many hits.'),
  })
  .meta({ id: 'InspectionCount' });

export const WorthReviewingAnswer = z
  .object({
    inspections: z
      .number()
      .int()
      .describe('How many of the list are worth a review for what it would teach.'),
    is_at_least: z.boolean().describe('True if counting ended there.'),
    minutes: z.number().describe('How long their review takes.'),
    minutes_per_inspection: z.number(),
    timed_reviews: z
      .number()
      .int()
      .nullable()
      .describe(
        'From how many of the last reviews of the organization the minutes come; null if there are too few, and the minutes are the usual ones.',
      ),
  })
  .meta({ id: 'WorthReviewing' });

export const order_by = z
  .enum(INSPECTION_ORDERS)
  .default('created_at')
  .describe('The sort field, in the direction of pagination_order. Equal values are sorted by time.');

export const ListInspectionsQuery = z.object({
  ...filters,
  order_by,
  verbose: z.coerce
    .number({ error: 'Give a number.' })
    .default(0)
    .describe('1 adds vehicle, parts, tasks and severities.'),
  ...pageQuery,
});

export const InspectionSummariesQuery = z.object({ ...filters, order_by, ...pageQuery });

export const GetInspectionQuery = z.object({
  show_deleted_objects: queryFlag(false).describe('Also a deleted inspection, and what was deleted in it.'),
  verbose: z.string().max(20).optional().describe('light leaves the views of the images out.'),
  show_known_damages: queryFlag(false).describe(
    'With known_damages: those that its related inspection, or the last approved one of its vehicle, has already.',
  ),
  show_suspicions: queryFlag(false).describe(
    'With suspicions: what the models are not sure enough of to call it a damage, for a person to check.',
  ),
});
