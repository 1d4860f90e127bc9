import { z } from 'zod';
import type { Router } from '../context.ts';

/** Each part that must work for the service to be ready; it throws when it does not. */
export type HealthChecks = Record<string, () => Promise<void>>;

/** A process is ready only while it runs: before that it cannot answer, and after it will not for long. */
export type Phase = 'starting' | 'running' | 'stopping';

const CHECK_MS = 2000;

const Health = z.object({
  status: z.enum(['ok', 'unavailable', 'starting', 'stopping']),
  live: z.literal(true),
  ready: z.boolean(),
  checks: z.record(z.string(), z.enum(['ok', 'failing'])),
});

const passes = async (check: () => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), CHECK_MS);
  });
  try {
    await Promise.race([check(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};

const tags = ['Operations'];

export const healthRoutes = (app: Router, checks: HealthChecks, phaseNow: () => Phase) => {
  const look = async () => {
    const phase = phaseNow();
    const results = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, (await passes(check)) ? 'ok' : 'failing'] as const,
      ),
    );
    const works = results.every(([, state]) => state === 'ok');
    const answer = works ? ('ok' as const) : ('unavailable' as const);
    return {
      status: phase === 'running' ? answer : phase,
      live: true as const,
      ready: works && phase === 'running',
      checks: Object.fromEntries(results),
    };
  };

  for (const path of ['/health', '/health/ready'])
    app.get(
      path,
      {
        schema: {
          tags,
          summary: 'Whether the service can do its work',
          security: [],
          response: { 200: Health, 503: Health },
        },
      },
      async (_request, reply) => {
        const health = await look();
        return reply.code(health.ready ? 200 : 503).send(health);
      },
    );

  app.get(
    '/health/live',
    {
      schema: {
        tags,
        summary: 'Whether the process runs',
        security: [],
        response: { 200: z.object({ status: z.literal('ok') }) },
      },
    },
    async () => ({ status: 'ok' as const }),
  );
};
