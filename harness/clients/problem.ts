import { expect } from 'vitest';
import type { Answer } from './client.ts';

/** Every refusal has the same form, whatever refused; `paths` are the fields it names. */
export const expectProblem = (answer: Answer, status: number, code: string, paths?: string[]) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toEqual({
    type: `urn:walkaround:problem:${code}`,
    title: expect.stringMatching(/\w/),
    status,
    code,
    detail: answer.body.message,
    message: expect.stringMatching(/^[A-Z].*[\w.)]$/s),
    errors: expect.any(Array),
    request_id: answer.headers.get('x-request-id'),
  });
  for (const error of answer.body.errors)
    expect(error).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) });
  if (paths) expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual(paths);
};
