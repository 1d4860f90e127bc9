import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  internalError,
  malformedRequest,
  notFound,
  Problem,
  tooLarge,
  unsupportedMediaType,
} from '../inspections/problem.ts';

/** What fastify itself refuses, in our words. */
const fromFastify = (error: FastifyError): Problem => {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(
        'Send JSON (application/json), or multipart/form-data where a file is uploaded.',
      );
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge('The request body is larger than the service accepts.');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return malformedRequest('The request says it is JSON but has no body. Send {} for an empty one.');
    default:
      if (error.statusCode === 400) return malformedRequest(`The request cannot be read: ${error.message}`);
      if (error.statusCode === 413) return tooLarge(error.message);
      return internalError();
  }
};

export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof Error && 'statusCode' in error) return fromFastify(error as FastifyError);
  return internalError();
};

export const problemDocument = (problem: Problem, requestId: string) => ({
  type: `urn:walkaround:problem:${problem.code}`,
  title: STATUS_CODES[problem.status] ?? 'Error',
  status: problem.status,
  code: problem.code,
  detail: problem.message,
  message: problem.message,
  errors: problem.errors,
  request_id: requestId,
});

export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const problem = problemOf(error);
  if (problem.status === 500) request.log.error({ err: error }, 'request failed');
  else if (problem.status >= 502) request.log.warn({ err: problem.cause ?? problem }, problem.code);
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds);
  // The rest of a body that is too large is not worth reading: end the connection instead.
  if (problem.status === 413) reply.header('connection', 'close');
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(problemDocument(problem, request.id)));
};

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(
    notFound(`address: ${request.method} ${request.url.split('?')[0]}. See /docs for those there are`),
    request,
    reply,
  );
