import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { createAdapters } from './adapters.ts';
import type { Config } from './config.ts';
import type { VerifyToken } from './http/authenticate.ts';
import { createMetrics } from './http/metrics.ts';
import { buildServer } from './http/server.ts';
import { builtInIssuer, IDENTITY_PATH } from './identity/issuer.ts';
import type { IdentityProvider } from './identity/provider.ts';
import { createTokenVerifier } from './identity/verify-token.ts';
import { databaseUnavailable } from './inspections/problem.ts';
import { VERSION } from './version.ts';

/**
 * An upload passes through many short-lived buffers. V8 counts them as part of the heap and, by its own
 * measure of growth, would search all of the heap after every third photo: half of the time of an upload.
 */
const HEAP_GROWTH_PERCENT = 200;

export type Api = { url: string; identity: IdentityProvider | null; close(): Promise<void> };

const externalVerifier = ({ oidc }: Config, issuer: string) =>
  createTokenVerifier({
    issuer,
    audience: oidc.audience,
    keys: oidc.jwksUrl ? { url: oidc.jwksUrl } : { discover: issuer },
    organizationClaim: oidc.organizationClaim,
  });

/** The default run brings its own identity provider. Its issuer holds the port, so it comes after listening. */
const startIdentity = async (config: Config, port: number, log: Logger) => {
  const { createIdentityProvider } = await import('./identity/provider.ts');
  const { audience, organizationClaim } = config.oidc;
  const issuer = builtInIssuer({ publicUrl: config.publicUrl, port });
  const identity = await createIdentityProvider({
    issuer,
    dataDir: config.dataDir,
    audience,
    organizationClaim,
    log,
  });
  await writeFile(join(config.dataDir, 'service.json'), JSON.stringify({ issuer }), { mode: 0o600 });
  const keys = { jwks: identity.jwks };
  return { identity, verify: createTokenVerifier({ issuer, audience, keys, organizationClaim }) };
};

export const startApi = async (config: Config, databaseUrl: string, log: Logger): Promise<Api> => {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const adapters = await createAdapters(config, databaseUrl, log, { works: false });
  let identity: IdentityProvider | null = null;
  let verify: VerifyToken | null = config.oidc.issuer ? externalVerifier(config, config.oidc.issuer) : null;

  const app = await buildServer({
    ports: adapters.ports,
    version: VERSION,
    log,
    verifyToken: (authorization) => {
      if (!verify) throw databaseUnavailable();
      return verify(authorization);
    },
    links: {
      publicUrl: config.publicUrl ?? undefined,
      fileSecret: adapters.ports.fileSecret,
      fileTtlSeconds: config.fileUrls.ttlSeconds,
    },
    health: { database: adapters.databaseAnswers, files: () => adapters.ports.photos.ready() },
    metrics: createMetrics(adapters.queue.counts),
    corsOrigins: config.corsOrigins,
    rateLimitPerMinute: config.limits.requestsPerMinute,
    maxJsonBytes: config.limits.jsonBytes,
    maxImageBytes: config.limits.imageBytes,
    shutdownTimeoutSeconds: config.shutdownTimeoutSeconds,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!identity || !new RegExp(`^${IDENTITY_PATH}(/|\\?|$)`).test(request.raw.url ?? '')) return;
    reply.hijack();
    identity.handle(request.raw, reply.raw, request.ip);
  });

  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(
          `Port ${config.port} is taken by another program. Stop that one, or set PORT to a free port.`,
        )
      : error;
  });
  const { port } = app.server.address() as { port: number };
  if (!config.oidc.issuer) ({ identity, verify } = await startIdentity(config, port, log));

  return {
    url:
      config.publicUrl ??
      `http://${['0.0.0.0', '::', '127.0.0.1'].includes(config.host) ? 'localhost' : config.host}:${port}`,
    identity,
    close: async () => {
      await app.close();
      await adapters.queue.stop({ graceful: false, timeoutMs: 0 });
      await adapters.close();
    },
  };
};
