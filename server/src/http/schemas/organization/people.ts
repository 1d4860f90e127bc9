import { z } from 'zod';
import { pageQuery } from '../../paging.ts';
import { Id, Time } from '../common.ts';
import { filters, order_by } from '../inspection-queries.ts';

export const MemberAnswer = z
  .object({
    id: Id.describe('The user id, as assigned_to takes it.'),
    name: z.string().nullable().describe('null if the token had no name.'),
    seen_at: Time,
  })
  .meta({ id: 'Member' });

/** Each as it will be checked when the list is read. */
const SavedList = z.object({ ...filters, order_by, pagination_order: pageQuery.pagination_order }).partial();
type Name = keyof typeof SavedList.shape;
const NAMES = Object.keys(SavedList.shape) as Name[];

const NO_SUCH_LIST = 'No list takes this value. GET /inspections/summaries says in /docs which it takes.';

const textsOf = <T extends z.ZodType>(text: T) =>
  z.object(Object.fromEntries(NAMES.map((name) => [name, text])) as Record<Name, T>);

const Given = z
  .union([z.string().max(500), z.number(), z.boolean()])
  .transform(String)
  .optional();

const FilterName = z.string().trim().min(1, { error: 'Give it a name.' }).max(100);

export const SavedFilterNameBody = z.object({ name: FilterName }).meta({ example: { name: 'Open claims' } });

export const SavedFilterBody = z
  .object({
    name: FilterName,
    filter: textsOf(Given)
      .superRefine((filter, context) => {
        for (const { path } of SavedList.safeParse(filter).error?.issues ?? [])
          context.addIssue({ code: 'custom', path, message: NO_SUCH_LIST });
      })
      .describe('The filters and the order of GET /inspections/summaries, under their names.'),
  })
  .meta({
    example: { name: 'Open claims', filter: { inspection_type: 'claim', inspection_status: 'DONE' } },
  });

export const SavedFilterParams = z.object({ saved_filter_id: z.string() });

export const SavedFilterAnswer = z
  .object({ id: Id, name: z.string(), filter: textsOf(z.string().optional()), created_at: Time })
  .meta({ id: 'SavedFilter' });
