import { z } from 'zod';
import { PROBLEM_CODES } from '../../inspections/problems/problem.ts';

export const Time = z.string().meta({ format: 'date-time', example: '2026-03-14T09:26:53.589793+00:00' });
export const Id = z.string().meta({ example: '0198c5a2-7d1e-7c3a-9f52-6b1d2e3f4a5b' });
export const Text = z.string().max(10_000);

/** Query parameters arrive as text. */
export const queryFlag = (byDefault: boolean) =>
  z
    .enum(['true', 'false', '1', '0', 'True', 'False'])
    .default(byDefault ? 'true' : 'false')
    .transform((text) => text.toLowerCase() === 'true' || text === '1');

export const InspectionParams = z.object({ inspection_id: z.string().describe('The id of the inspection.') });

export const ImageParams = InspectionParams.extend({ image_id: z.string() });

export const ReviewAnswer = z
  .object({
    required: z
      .boolean()
      .describe('The organization wants a person to approve the costs (require_approval).'),
    approved: z
      .boolean()
      .describe('Every started task that tells or reviews damages and costs is validated.'),
  })
  .describe('Costs are final unless required is true and approved is false: then they are a draft.');

export const Deleted = z.object({ id: Id, deleted: z.literal(true) });

const ProblemDocument = z
  .object({
    type: z.string().meta({ example: 'urn:walkaround:problem:invalid_input' }),
    title: z.string().meta({ example: 'Unprocessable Entity' }),
    status: z.number().int().meta({ example: 422 }),
    code: z
      .enum(PROBLEM_CODES)
      .meta({ example: 'invalid_input', description: 'Stable; programs branch on it.' }),
    detail: z.string(),
    message: z.string().meta({
      example: 'The request is not valid: damage_type: Use one of: body_crack, dent, scratch.',
      description: 'A plain sentence, always there.',
    }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })),
    request_id: z.string(),
  })
  .meta({ id: 'Problem', description: 'What was wrong, and what to do.' });

const SENTENCES: Record<number, string> = {
  400: 'The request cannot be read.',
  401: 'No token, or one that is not valid here.',
  403: 'The token lacks a permission.',
  404: 'No such thing, or not for this caller.',
  409: 'Not possible in the present state.',
  413: 'Larger than the service accepts.',
  415: 'Not a media type that is accepted here.',
  416: 'The range lies outside the file.',
  422: 'Readable, but not acceptable; errors names each wrong field.',
  429: 'Too many requests; Retry-After says when to come back.',
  431: 'The address or the headers are longer than the service accepts.',
  500: 'Something went wrong in the service.',
  503: 'A part of the service is away for a moment.',
};

/** The refusals a route can answer with; 401, 429, 431 and 503 belong to all of them. */
export const refusals = (...statuses: number[]) =>
  Object.fromEntries(
    [...statuses, 401, 429, 431, 503].map((status) => [
      status,
      {
        description: SENTENCES[status]!,
        content: { 'application/problem+json': { schema: ProblemDocument } },
      },
    ]),
  );

export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    paging: z.object({
      cursors: z.object({
        before: z.string().optional(),
        after: z.string().optional(),
        previous: z.record(z.string(), z.unknown()).optional(),
        next: z.record(z.string(), z.unknown()).optional().describe('Absent on the last page.'),
      }),
      previous: z.string().nullable(),
      next: z.string().nullable(),
    }),
  });
