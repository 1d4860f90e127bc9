/** The only place that knows the HTTP status of a refusal: by its kind, or by its code where HTTP has a more exact status. */
import type { Problem, ProblemKind } from '../inspections/problems/problem.ts';

const OF_KIND: Record<ProblemKind, number> = {
  request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  input: 422,
  throttled: 429,
  ours: 500,
  temporary: 503,
  away: 503,
  full: 503,
};

const OF_CODE: Readonly<Record<string, number>> = {
  method_not_allowed: 405,
  request_too_slow: 408,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  headers_too_large: 431,
};

export const statusOf = ({ kind, code }: Pick<Problem, 'kind' | 'code'>): number =>
  OF_CODE[code] ?? OF_KIND[kind];
