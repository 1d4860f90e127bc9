import { z } from 'zod';
import { CAPABILITIES, type Capability } from '../../inspections/capabilities.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import type { Router } from '../context.ts';

export type HealthSources = {
  /** Each part that must work for the service to be ready; it throws when it does not. */
  checks: Record<string, () => Promise<void>>;
  /** What it can do beyond answering, known without asking anybody outside. It makes nothing unready: no other process could do more. */
  capabilities(): Promise<Capability[]>;
  /** What somebody should check, although the service can do its work. */
  notes(): Promise<string[]>;
};

/** A process is ready only while it runs: before that it cannot answer, and after it will not for long. */
export type Phase = 'starting' | 'running' | 'stopping';

const CHECK_MS = 2000;

const Health = z.object({
  status: z
    .enum(['ok', 'degraded', 'unavailable', 'starting', 'stopping'])
    .describe('degraded: ready, but a capability is missing; see capabilities.'),
  live: z.literal(true),
  ready: z.boolean(),
  checks: z.record(z.string(), z.enum(['ok', 'failing'])),
  capabilities: z
    .partialRecord(
      z.enum(CAPABILITIES),
      z.object({ status: z.enum(['ok', 'degraded']), message: z.string() }),
    )
    .describe(
      'What the service can do beyond answering: whether workers run, whether all models can be used, whether the S3 store answers. None of them makes the service unready.',
    ),
  notes: z
    .array(z.string())
    .describe('Notes for the operator, as sentences. A note does not make the service unready.'),
});

type Status = z.infer<typeof Health>['status'];

const inTime = async <T>(answer: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), CHECK_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
};

type Finding = { name: string; state: 'ok' | 'failing'; notes: string[] };

/** Only our own sentences are told: everybody may ask for them. */
const findingOf = async (name: string, check: () => Promise<void>): Promise<Finding> =>
  inTime(check()).then(
    () => ({ name, state: 'ok', notes: [] }),
    (error) => ({ name, state: 'failing', notes: error instanceof Problem ? [error.message] : [] }),
  );

const tags = ['Operations'];

export const healthRoutes = (
  app: Router,
  { checks, capabilities, notes }: HealthSources,
  phaseNow: () => Phase,
) => {
  const check = async () => {
    const phase = phaseNow();
    const [noted, capable, ...findings] = await Promise.all([
      inTime(notes()).catch(() => []),
      inTime(capabilities()).catch(() => []),
      ...Object.entries(checks).map(([name, check]) => findingOf(name, check)),
    ]);
    const works = findings.every(({ state }) => state === 'ok');
    const isWhole = capable.every(({ status }) => status === 'ok');
    const answer: Status = works ? (isWhole ? 'ok' : 'degraded') : 'unavailable';
    return {
      status: phase === 'running' ? answer : phase,
      live: true as const,
      ready: works && phase === 'running',
      checks: Object.fromEntries(findings.map(({ name, state }) => [name, state])),
      capabilities: Object.fromEntries(
        capable.map(({ name, status, message }) => [name, { status, message }]),
      ),
      notes: [...findings.flatMap((finding) => finding.notes), ...noted],
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
        const health = await check();
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
