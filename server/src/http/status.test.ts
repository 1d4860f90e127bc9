import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PROBLEM_CODES, Problem } from '../inspections/problems/problem.ts';
import { statusOf } from './status.ts';

const folder = new URL('../inspections/problems/', import.meta.url);
const files = (await readdir(folder)).filter((file) => file !== 'problem.ts');
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((file) => import(new URL(file, folder).href)),
);

/** What programs know: the number and the code of every refusal there is. */
const ON_THE_WIRE: Record<number, string[]> = {
  400: ['malformed_request', 'client_gone'],
  401: [
    'missing_token',
    'wrong_authorization_format',
    'token_expired',
    'token_undecodable',
    'token_invalid',
    'token_wrong_audience',
    'token_wrong_issuer',
    'token_payload_unknown',
  ],
  403: ['forbidden', 'not_your_comment', 'signed_url_invalid', 'signed_url_expired'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['request_too_slow'],
  409: [
    'illegal_transition',
    'task_already_started',
    'image_in_use',
    'nothing_to_compare',
    'being_erased',
    'suspicion_confirmed',
    'contesting_closed',
    'contest_open',
    'contest_decided',
    'contest_withdrawn',
    'no_vin_or_plate',
    'evidence_not_requested',
    'evidence_in_progress',
    'conflict',
  ],
  413: ['too_large'],
  415: ['unsupported_media_type'],
  416: ['range_not_satisfiable'],
  422: [
    'invalid_input',
    'invalid_image',
    'invalid_pdf',
    'no_photo_readable',
    'image_unreachable',
    'forbidden_address',
    'idempotency_key_reused',
    'limit_reached',
    'pdf_not_requested',
    'pdf_in_progress',
  ],
  429: ['too_many_requests', 'too_many_streams'],
  431: ['headers_too_large'],
  500: [
    'internal_error',
    'models_failed',
    'decoders_failed',
    'model_unusable',
    'live_config_unusable',
    'pdf_failed',
    'evidence_failed',
  ],
  503: [
    'database_unavailable',
    'storage_full',
    'storage_unavailable',
    'picture_not_ready',
    'picture_refused',
    'models_busy',
    'decoders_busy',
    'identity_provider_unavailable',
    'shutting_down',
  ],
};

/** Lists where a factory wants one; of what else it says the number does not depend. */
const made = (factory: (...args: never[]) => unknown) => {
  const args: unknown[] =
    factory.length === 1 && /errors/.test(String(factory)) ? [[]] : ['x', ['x'], [], []];
  return factory(...(args as never[]));
};

test('every refusal is answered with the number and the code that programs know', () => {
  const told: Record<number, Set<string>> = {};
  for (const [name, factory] of modules.flatMap((module) => Object.entries(module))) {
    const problem = made(factory as (...args: never[]) => unknown);
    if (!(problem instanceof Problem)) throw new Error(`${name} makes no refusal`);
    const status = statusOf(problem);
    told[status] = (told[status] ?? new Set()).add(problem.code);
  }
  const inOrder = (codes: Iterable<string>) => [...codes].sort();
  expect(Object.entries(told).map(([status, codes]) => [Number(status), inOrder(codes)])).toEqual(
    Object.entries(ON_THE_WIRE).map(([status, codes]) => [Number(status), inOrder(codes)]),
  );
  expect(inOrder(Object.values(told).flatMap((codes) => [...codes]))).toEqual(inOrder(PROBLEM_CODES));
});
