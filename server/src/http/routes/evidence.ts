import { z } from 'zod';
import {
  getEvidence,
  openEvidence,
  publishedKeys,
  requestEvidence,
} from '../../actions/evidence/ask-for-evidence.ts';
import { answer } from '../answer.ts';
import type { Context, OpenContext, Router } from '../context.ts';
import { answerOnce } from '../idempotency.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';
import {
  EvidenceAnswer,
  EvidenceBody,
  EvidenceKeysAnswer,
  EvidenceQuery,
  EvidenceRequestAnswer,
} from '../schemas/evidence.ts';

const tags = ['Evidence'];
const ZIP = 'application/zip';
const path = '/inspections/:inspection_id/evidence';

export const evidenceRoutes = (app: Router, { links }: Context) => {
  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Ask for the evidence pack',
        description:
          'The pack is made in the background; read it with GET. Asking again makes it anew. docs/evidence.md tells what is in it.',
        params: InspectionParams,
        body: EvidenceBody,
        response: {
          202: EvidenceRequestAnswer.describe('It is being made.'),
          ...refusals(400, 403, 404, 413, 415, 422),
        },
      },
    },
    async (request, reply) =>
      answerOnce(
        request,
        reply,
        'evidencePacks',
        request.body,
        202,
        (scoped) => requestEvidence(request.actor, { ...request.params, ...request.body }, scoped),
        ({ id, inspection_id, include, status, requested_at }) => ({
          id: inspection_id,
          pack_id: id,
          include,
          status,
          requested_at,
        }),
      ),
  );

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'Get the evidence pack',
        description:
          '409 until it was asked for (evidence_not_requested) and while it is being made (evidence_in_progress); 500 when it could not be made. ' +
          `With Accept: ${ZIP} the answer is the file itself.`,
        params: InspectionParams,
        querystring: EvidenceQuery,
        response: {
          200: {
            description: 'Where the pack is, and whether something happened since.',
            content: { 'application/json': { schema: EvidenceAnswer }, [ZIP]: { schema: z.any() } },
          },
          ...refusals(403, 404, 409, 422, 500),
        },
      },
    },
    async (request, reply) => {
      const wanted = { ...request.params, restricted: request.query.restricted };
      if (request.headers.accept?.includes(ZIP)) {
        const { stream, size } = await openEvidence(request.actor, wanted, request.ports);
        return reply
          .type(ZIP)
          .header('vary', 'Accept')
          .header('content-length', size)
          .header(
            'content-disposition',
            `attachment; filename="evidence-${request.params.inspection_id}.zip"`,
          )
          .send(stream);
      }
      const pack = await getEvidence(request.actor, wanted, request.ports);
      return answer(request, reply, 'evidencePacks', {
        id: pack.inspection_id,
        pack_id: pack.id,
        include: pack.include,
        evidence_url: wanted.restricted ? null : links(request).file(pack.file_key),
        made_at: pack.made_at,
        fingerprint: pack.fingerprint,
        key_id: pack.key_id,
        timestamped_at: pack.timestamped_at,
        stale: pack.stale,
      });
    },
  );
};

/** Whoever is handed a pack has no account. */
export const evidenceKeyRoutes = (app: Router, { ports }: OpenContext) => {
  app.get(
    '/.well-known/walkaround-evidence-keys.json',
    {
      schema: {
        tags,
        summary: 'Get the public keys that sign evidence packs',
        description: 'JSON Web Keys. Keys that sign no more stay in the list.',
        security: [],
        response: { 200: EvidenceKeysAnswer, ...refusals() },
      },
    },
    async () => ({
      keys: (await publishedKeys({}, ports)).map(({ public_key, created_at, retired_at }) => ({
        ...public_key,
        created_at,
        retired_at,
      })),
    }),
  );
};
