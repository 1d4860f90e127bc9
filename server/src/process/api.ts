import { writeFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server as TlsServer } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { watchModels } from '../actions/organization/read-model-quality.ts';
import type { Config } from '../config/config.ts';
import type { VerifyToken } from '../http/authenticate.ts';
import { createRequestCounts } from '../http/limits/request-counts.ts';
import { shareCounts } from '../http/limits/share-counts.ts';
import { createMetrics } from '../http/metrics.ts';
import type { Phase } from '../http/routes/health.ts';
import { SECURITY_HEADERS } from '../http/security-headers.ts';
import { buildServer } from '../http/server.ts';
import { builtInIssuer, IDENTITY_PATH } from '../identity/issuer.ts';
import { keySourceOf } from '../identity/key-source.ts';
import type { IdentityProvider } from '../identity/provider/provider.ts';
import { createTokenVerifier } from '../identity/verify-token.ts';
import { databaseUnavailable } from '../inspections/problems/storage.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createAdapters } from './adapters.ts';
import { explainTakenPort } from './listening.ts';
import { keepSelfSigned, ownNames } from './self-signed.ts';
import { followKeyPair, readKeyPair } from './tls.ts';
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
    keys: keySourceOf(issuer, oidc.jwksUrl),
    organizationClaim: oidc.organizationClaim,
  });

/** The default run brings its own identity provider. Its issuer holds the port, so it comes after listening. */
const startIdentity = async (config: Config, issuer: string, log: Logger) => {
  const { createIdentityProvider } = await import('../identity/provider/provider.ts');
  const { audience, organizationClaim } = config.oidc;
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

const keyPairOf = ({ tls, dataDir, publicUrl }: Config) => {
  if (tls === null) return null;
  return tls === 'self-signed' ? keepSelfSigned(dataDir, ownNames(publicUrl)) : readKeyPair(tls);
};

const localAddress = ({ tls, host }: Config, port: number) => {
  const isLocal = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  const name = isLocal ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${port}`;
};

/** Where the console signs people in: at PUBLIC_URL, else where the built-in provider is, else wherever they open it. */
const consoleAddress = ({ publicUrl, oidc }: Config, issuer: string): string | null => {
  if (publicUrl === null) return oidc.issuer ? null : new URL(issuer).origin;
  const { origin, pathname } = new URL(publicUrl);
  // The console is at the root alone: an address in a folder is only for clients of the interface.
  return pathname === '/' ? origin : null;
};

export const startApi = async (
  config: Config,
  databaseUrl: string,
  log: Logger,
  tracing: Tracing | null,
): Promise<Api> => {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const tls = await keyPairOf(config);
  const adapters = await createAdapters(config, databaseUrl, log, { works: false, tracing });
  const requestCounts = createRequestCounts();
  let phase: Phase = 'starting';
  let identity: IdentityProvider | null = null;
  let verify: VerifyToken | null = config.oidc.issuer ? externalVerifier(config, config.oidc.issuer) : null;

  const issuer = (): string => {
    const { port } = app.server.address() as { port: number };
    return config.oidc.issuer ?? builtInIssuer({ publicUrl: config.publicUrl, port, tls: config.tls });
  };
  const { folder, clientId, scope } = config.console;
  const app = await buildServer({
    ports: adapters.ports,
    portsFor: adapters.portsFor,
    version: VERSION,
    tls,
    log,
    trace: tracing?.traceRequests,
    verifyToken: (authorization, beforeChecking) => {
      if (!verify) throw databaseUnavailable();
      return verify(authorization, beforeChecking);
    },
    links: {
      publicUrl: config.publicUrl ?? undefined,
      fileSecret: adapters.ports.fileSecrets[0],
      fileTtlSeconds: config.fileUrls.ttlSeconds,
    },
    health: adapters.health,
    console: {
      folder,
      publicUrl: config.publicUrl ?? undefined,
      start: () => ({
        issuer: issuer(),
        client_id: clientId,
        scope,
        audience: config.oidc.audience,
        address: consoleAddress(config, issuer()),
        max_image_bytes: config.limits.imageBytes,
        max_image_pixels: config.limits.imagePixels,
      }),
    },
    metrics: createMetrics(
      adapters.queue,
      () => adapters.ports.store.fileSweep.totals(),
      adapters.health.capabilities,
      () => watchModels(adapters.ports),
    ),
    phase: () => phase,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    rateLimitPerMinute: config.limits.requestsPerMinute,
    requestCounts,
    maxJsonBytes: config.limits.jsonBytes,
    requestTimeoutSeconds: config.limits.requestSeconds,
    maxImageBytes: config.limits.imageBytes,
    shutdownTimeoutSeconds: config.shutdownTimeoutSeconds,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!identity || !new RegExp(`^${IDENTITY_PATH}(/|\\?|$)`).test(request.raw.url ?? '')) return;
    reply.hijack();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.raw.setHeader(name, value);
    identity.handle(request.raw, reply.raw, request.ip);
  });

  await app.listen({ port: config.port, host: config.host }).catch(explainTakenPort('PORT', config.port));
  const { port } = app.server.address() as { port: number };
  const following =
    tls &&
    followKeyPair(app.server as unknown as TlsServer, {
      first: tls,
      load: async () => (await keyPairOf(config)) ?? tls,
      warn: (message) => log.warn(message),
    });
  if (!config.oidc.issuer) ({ identity, verify } = await startIdentity(config, issuer(), log));

  const sharing =
    config.limits.requestsPerMinute > 0
      ? shareCounts(requestCounts, adapters.ports.store.requestCounts)
      : null;
  phase = 'running';
  return {
    url: config.publicUrl ?? localAddress(config, port),
    identity,
    close: async () => {
      phase = 'stopping';
      // Whoever hands out the requests needs a moment to see it, and sends some until then.
      await sleep(config.shutdownDelaySeconds * 1000);
      following?.stop();
      await app.close();
      await sharing?.stop();
      await adapters.queue.stop({ graceful: false, timeoutMs: 0 });
      await adapters.close();
    },
  };
};
