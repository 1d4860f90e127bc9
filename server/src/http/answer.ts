import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EntityKind, normalizeMany, normalizeOne } from './normalized.ts';

export const NORMALIZED = 'application/vnd.walkaround.normalized+json';

type Json = Record<string, unknown>;

const wantsNormalized = (request: FastifyRequest) => request.headers.accept?.includes(NORMALIZED) ?? false;

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  raw: () => unknown,
  normalized: () => unknown,
) => {
  // CORS may have set one already, and that one counts too.
  reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '));
  return wantsNormalized(request) ? reply.type(NORMALIZED).send(normalized()) : reply.send(raw());
};

/** One record, in the representation the client asked for. */
export const answer = (request: FastifyRequest, reply: FastifyReply, kind: EntityKind, record: Json) =>
  send(
    request,
    reply,
    () => record,
    () => normalizeOne(kind, record),
  );

/** A page of records with its paging. */
export const answerPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  kind: EntityKind,
  page: { data: Json[]; paging: Json },
) =>
  send(
    request,
    reply,
    () => page,
    () => normalizeMany(kind, page.data, { paging: page.paging }),
  );

/** A few records under names of their own (the tasks of an inspection). */
export const answerNamed = (
  request: FastifyRequest,
  reply: FastifyReply,
  kind: EntityKind,
  records: Json[],
  named: Json,
) =>
  send(
    request,
    reply,
    () => named,
    () => normalizeMany(kind, records),
  );

/** What is said about records without showing one of them. */
export const answerSummary = (
  request: FastifyRequest,
  reply: FastifyReply,
  kind: EntityKind,
  summary: Json,
) =>
  send(
    request,
    reply,
    () => summary,
    () => normalizeMany(kind, [], summary),
  );
