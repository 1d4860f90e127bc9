import rateLimit from '@fastify/rate-limit';
import { z } from 'zod';
import { openShared } from '../../actions/sharing/open-shared.ts';
import { networkOf } from '../../inspections/network-of.ts';
import { tooManyRequests } from '../../inspections/problems/requests.ts';
import { answer, NORMALIZED } from '../answer.ts';
import type { OpenContext, Router } from '../context.ts';
import { type RequestCounts, rateLimitStoreOf } from '../limits/request-counts.ts';
import { presentShared } from '../present/shared-inspection.ts';
import { refusals } from '../schemas/common.ts';
import { SecretParams, SharedInspectionAnswer } from '../schemas/sharing.ts';
import { sharedContestRoutes } from './shared-contests.ts';

/** For people without an account: the secret of a share link stands in for the token. They are counted by their network. */
export const sharedInspectionRoutes =
  (
    context: OpenContext,
    { perMinute, counts }: { perMinute: number; counts: Pick<RequestCounts, 'viewer' | 'contester'> },
  ) =>
  async (app: Router) => {
    const { ports, links } = context;
    if (perMinute > 0)
      await app.register(rateLimit, {
        max: perMinute,
        store: rateLimitStoreOf(counts.viewer),
        timeWindow: 60_000,
        keyGenerator: ({ ip }) => networkOf(ip),
        errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
      });
    app.addHook('onRequest', async (_request, reply) => {
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex, nofollow');
    });
    app.get(
      '/shared_inspections/:secret',
      {
        schema: {
          tags: ['Sharing'],
          summary: 'Read a shared inspection',
          description:
            'The secret is the last part of a share link. No token is needed. 404 if the link has expired or was revoked, or if its inspection was deleted.',
          params: SecretParams,
          security: [],
          response: {
            200: {
              description: 'What the link shows.',
              content: {
                'application/json': { schema: SharedInspectionAnswer },
                [NORMALIZED]: { schema: z.any() },
              },
            },
            ...refusals(404),
          },
        },
      },
      async (request, reply) => {
        const shared = await openShared(request.params, ports);
        return answer(
          request,
          reply,
          'sharedInspections',
          presentShared(shared, links(request, shared.link)),
        );
      },
    );
    sharedContestRoutes(app, context, { perMinute, counts: counts.contester });
  };
