import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DEFAULT_PAGE, encodeCursor, MAX_PAGE, type Page, type Position } from '../inspections/paging.ts';
import { PAGINATION_ORDERS } from '../inspections/vocabulary.ts';

export const pageQuery = {
  limit: z.coerce
    .number({ error: `Give a whole number from 1 to ${MAX_PAGE}.` })
    .int(`Give a whole number from 1 to ${MAX_PAGE}.`)
    .min(1, `Give a whole number from 1 to ${MAX_PAGE}.`)
    .max(MAX_PAGE, `Give a whole number from 1 to ${MAX_PAGE}.`)
    .default(DEFAULT_PAGE)
    .describe(
      'The number of records on a page; fewer if they are large. Always follow paging.next, whatever the number of records.',
    ),
  before: z
    .string()
    .max(500)
    .optional()
    .describe('A cursor or the id of a row. The page ends right before it. Do not combine it with after.'),
  after: z
    .string()
    .max(500)
    .optional()
    .describe('A cursor or the id of a row. The page begins right after it.'),
  pagination_order: z.enum(PAGINATION_ORDERS).default('desc').describe('desc is newest first.'),
};

type PageQuery = { limit: number; pagination_order: string };

/** Generation 3 follows `cursors.next`, generation 5 `cursors.after`; people follow the addresses. */
export const presentPage = <T extends Position>(
  request: FastifyRequest,
  origin: string,
  list: string,
  query: PageQuery,
  page: Page<T>,
  present: (row: T) => Record<string, unknown>,
) => {
  const first = page.rows[0];
  const last = page.rows.at(-1);
  const common = { limit: query.limit, pagination_order: query.pagination_order };
  const step = (direction: 'before' | 'after', row: T) => ({
    ...common,
    [direction]: encodeCursor(list, row),
  });
  const previous = page.hasPrevious && first ? step('before', first) : undefined;
  const next = page.hasNext && last ? step('after', last) : undefined;
  const address = (cursor: Record<string, unknown>) => {
    const url = new URL(origin + request.originalUrl);
    url.searchParams.delete('before');
    url.searchParams.delete('after');
    for (const [name, value] of Object.entries(cursor)) url.searchParams.set(name, String(value));
    return url.href;
  };
  return {
    data: page.rows.map(present),
    paging: {
      cursors: {
        ...(first && { before: encodeCursor(list, first) }),
        ...(last && { after: encodeCursor(list, last) }),
        ...(previous && { previous }),
        ...(next && { next }),
      },
      previous: previous ? address(previous) : null,
      next: next ? address(next) : null,
    },
  };
};
