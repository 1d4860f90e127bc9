import rateLimit from '@fastify/rate-limit';
import { z } from 'zod';
import { openShared } from '../../actions/sharing/open-shared.ts';
import type { MinuteCounts } from '../../inspections/minute-counts.ts';
import { networkOf } from '../../inspections/network-of.ts';
import { tooManyRequests } from '../../inspections/problems/requests.ts';
import { answer, NORMALIZED } from '../answer.ts';
import type { OpenContext, Router } from '../context.ts';
import { rateLimitStoreOf } from '../limits/request-counts.ts';
import { presentShared } from '../present/shared-inspection.ts';
import { refusals } from '../schemas/common.ts';
import { SharedInspectionAnswer } from '../schemas/sharing.ts';

/** For people without an account: the secret of a share link stands in for the token. They are counted by their network. */
export const sharedInspectionRoutes =
  ({ ports, links }: OpenContext, { perMinute, counts }: { perMinute: number; counts: MinuteCounts }) =>
  async (app: Router) => {
    if (perMinute > 0)
      await app.register(rateLimit, {
        max: perMinute,
        store: rateLimitStoreOf(counts),
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
          params: z.object({ secret: z.string().max(500) }),
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
  };
