import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../inspections/problems/access.ts';
import { Problem } from '../inspections/problems/problem.ts';
import {
  headersTooLarge,
  internalError,
  malformedRequest,
  methodNotAllowed,
  requestTooSlow,
  tooLarge,
  unsupportedMediaType,
} from '../inspections/problems/requests.ts';
import { disposeOfBody } from './bodies/unread-body.ts';
import type { KnownAddresses } from './known-addresses.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { statusOf } from './status.ts';

/** What fastify itself refuses, in our words. */
const fromFastify = (error: FastifyError): Problem => {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(
        'Send JSON (application/json), or multipart/form-data where a file is uploaded.',
      );
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge('The request body is larger than the service accepts.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return malformedRequest(
        'The body is not valid JSON, or it has a member named __proto__ or constructor.prototype, which is refused.',
      );
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound('address: a part of it is longer than any id');
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

const problemDocument = (problem: Problem, requestId: string) => ({
  type: `urn:walkaround:problem:${problem.code}`,
  title: STATUS_CODES[statusOf(problem)] ?? 'Error',
  status: statusOf(problem),
  code: problem.code,
  detail: problem.message,
  message: problem.message,
  errors: problem.errors,
  request_id: requestId,
});

export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const problem = problemOf(error);
  const status = statusOf(problem);
  if (status === 500) request.log.error({ err: error }, 'request failed');
  else if (status >= 502) request.log.warn({ err: problem.cause ?? problem }, problem.code);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.headers(problem.headers);
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds);
  disposeOfBody(request, reply);
  return (
    reply
      .code(status)
      // An address that cannot be read is refused before any hook has run.
      .header('x-request-id', request.id)
      .headers(SECURITY_HEADERS)
      .type('application/problem+json')
      .send(JSON.stringify(problemDocument(problem, request.id)))
  );
};

const fromConnection = (code: string): Problem => {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTooSlow();
  return malformedRequest('The request is not valid HTTP.');
};

/** What cannot be read as HTTP at all is answered on the bare connection, in the same form. */
export const sendUnreadable = (error: ConnectionError, socket: Socket) => {
  const problem = fromConnection(error.code);
  const status = statusOf(problem);
  const id = randomUUID();
  const body = JSON.stringify(problemDocument(problem, id));
  if (socket.writable && error.code !== 'ECONNRESET')
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
        `content-type: application/problem+json; charset=utf-8\r\nx-content-type-options: nosniff\r\nx-request-id: ${id}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  socket.destroySoon();
};

/** An address that is there for other methods alone says so. */
/** A person at a browser, at an address that is not of the interface. */
const isPageAsked = ({ method, headers, originalUrl, url }: FastifyRequest) =>
  method === 'GET' && originalUrl === url && (headers.accept ?? '').includes('text/html');

/** `sendPage`: the console, which says in the language of the person that there is no such page; null: there is no console. */
export const sendNotFound =
  (known: KnownAddresses, sendPage: ((reply: FastifyReply) => FastifyReply) | null) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    const { method, url } = request;
    const path = url.split('?')[0]!;
    const allowed = known.methodsAt(path);
    if (sendPage && allowed.length === 0 && isPageAsked(request) && !known.isOfInterface(path))
      return sendPage(reply.code(404));
    const problem =
      allowed.length > 0 && !allowed.includes(method)
        ? methodNotAllowed(method, allowed)
        : notFound(`address: ${method} ${path}. See /docs for those there are`);
    return sendProblem(problem, request, reply);
  };
