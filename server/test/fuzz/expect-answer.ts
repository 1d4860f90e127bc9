import type { Answer, Body, Client } from '@walkaround/harness/clients/client.ts';
import { assertDocumented } from '@walkaround/harness/clients/contract.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { expect } from 'vitest';
import type { Fuzzed } from './request-of.ts';

/** Whoever waits longer than this waits for ever. */
const HANGS_MS = 40_000;

/** Sends it, reads the answer (of a stream only that it begins), and holds it against the reference. */
export const answerTo = async (
  api: Client,
  method: string,
  { address, headers, body }: Fuzzed,
): Promise<Answer> => {
  const response = await fetch(api.baseUrl + address, {
    method,
    headers: { authorization: `Bearer ${api.token}`, ...headers },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(HANGS_MS),
  });
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, headers: response.headers, body: undefined };
  }
  const answer: Body = /json/.test(type) ? await response.json() : Buffer.from(await response.arrayBuffer());
  await assertDocumented(api.baseUrl, method, address, response.status, type, answer);
  return { status: response.status, headers: response.headers, body: answer };
};

/** It did what was asked, or says in a sentence why not. */
export const expectSense = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  if (answer.status < 400) return;
  expectProblem(answer, answer.status, answer.body.code);
  expect(answer.body.message).not.toMatch(/undefined|\[object|node_modules|\bat .*\.ts/);
};

/** For counting: the status, and of a refusal its code. */
export const outcomeOf = ({ status, body }: Answer) =>
  status < 400 ? `${status}` : `${status} ${body.code}`;

export const count = (counts: Record<string, number>, outcome: string, times = 1) => {
  counts[outcome] = (counts[outcome] ?? 0) + times;
};
