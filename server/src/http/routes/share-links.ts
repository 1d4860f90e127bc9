import { z } from 'zod';
import { listShareLinks, revokeShareLink, shareInspection } from '../../actions/sharing/share-inspection.ts';
import { answer, answerNamed } from '../answer.ts';
import type { Context, Router } from '../context.ts';
import { once } from '../idempotency.ts';
import { presentShareLink } from '../present/shared-inspection.ts';
import { Deleted, InspectionParams, refusals } from '../schemas/common.ts';
import { ShareLinkAnswer, ShareLinkBody } from '../schemas/sharing.ts';

const tags = ['Sharing'];
const path = '/inspections/:inspection_id/share_links';

export const shareLinkRoutes = (app: Router, { links }: Context) => {
  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Make a link that shows an inspection to somebody without an account',
        description:
          'Only this answer contains the url. docs/sharing.md lists what the link shows. Every caller who may change the inspection may share it.',
        params: InspectionParams,
        body: ShareLinkBody,
        response: { 201: ShareLinkAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      let url: string | null = null;
      const share = { ...request.params, ...request.body };
      const created = await once(
        request,
        request.body,
        201,
        async (scoped) => {
          const made = await shareInspection(request.actor, share, scoped);
          url = `${links(request).origin}/shared/${made.secret}`;
          return made;
        },
        // The answer that is kept for a repeated request holds no secret.
        ({ link }) => presentShareLink(link),
      );
      return answer(request, reply.code(201), 'shareLinks', { ...created, url });
    },
  );

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List the links of an inspection',
        description: 'Newest first. Includes ended links for 30 days. The addresses are not included.',
        params: InspectionParams,
        response: { 200: z.object({ data: z.array(ShareLinkAnswer) }), ...refusals(404) },
      },
    },
    async (request, reply) => {
      const found = await listShareLinks(request.actor, request.params, request.ports);
      const data = found.map((link) => presentShareLink(link));
      return answerNamed(request, reply, 'shareLinks', data, { data });
    },
  );

  app.delete(
    `${path}/:share_link_id`,
    {
      schema: {
        tags,
        summary: 'Take a link back',
        description: 'The link stops working at once, and so do all pictures and reports opened through it.',
        params: InspectionParams.extend({ share_link_id: z.string() }),
        response: { 200: Deleted, ...refusals(400, 403, 404, 413, 415) },
      },
    },
    async (request, reply) =>
      answer(
        request,
        reply,
        'shareLinks',
        await revokeShareLink(request.actor, request.params, request.ports),
      ),
  );
};
