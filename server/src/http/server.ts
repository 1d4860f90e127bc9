import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Actor } from '../inspections/access.ts';
import type { Ports } from '../inspections/ports/ports.ts';
import {
  malformedRequest,
  shuttingDown,
  tooManyRequests,
  unsupportedMediaType,
} from '../inspections/problems/requests.ts';
import { authenticateWith, type VerifyToken } from './authenticate.ts';
import type { OpenContext, Router } from './context.ts';
import { sendNotFound, sendProblem, sendUnreadable } from './errors.ts';
import { knownAddresses } from './known-addresses.ts';
import { createRefusedCallers } from './limits/refused-callers.ts';
import { type RequestCounts, rateLimitStoreOf } from './limits/request-counts.ts';
import { type LinkSettings, linksFor } from './links.ts';
import { type Metrics, metricsRoute } from './metrics.ts';
import { registerOpenApi } from './openapi.ts';
import { commentRoutes } from './routes/comments.ts';
import { comparisonRoutes } from './routes/comparison.ts';
import { type ConsoleSettings, consoleRoutes, missingPage } from './routes/console.ts';
import { contestRoutes } from './routes/contests.ts';
import { createInspectionRoutes } from './routes/create-inspection.ts';
import { eventStreamRoutes } from './routes/event-stream.ts';
import { eventRoutes } from './routes/events.ts';
import { evidenceKeyRoutes, evidenceRoutes } from './routes/evidence.ts';
import { damageRoutes } from './routes/findings/damages.ts';
import { pricingRoutes } from './routes/findings/pricing.ts';
import { readingRoutes } from './routes/findings/readings.ts';
import { severityRoutes } from './routes/findings/severity.ts';
import { viewRoutes } from './routes/findings/views.ts';
import { type HealthSources, healthRoutes, type Phase } from './routes/health.ts';
import { inspectionSummaryRoutes } from './routes/inspection-summaries.ts';
import { inspectionRoutes } from './routes/inspections.ts';
import { knownVehicleRoutes } from './routes/known-vehicles.ts';
import { modelRoutes } from './routes/models.ts';
import { auditLogRoutes } from './routes/organization/audit-log.ts';
import { liveConfigRoutes } from './routes/organization/live-configs.ts';
import { modelQualityRoutes } from './routes/organization/model-quality.ts';
import { organizationRoutes } from './routes/organization/organization.ts';
import { peopleRoutes } from './routes/organization/people.ts';
import { pricingMatrixRoutes } from './routes/organization/pricing-matrix.ts';
import { sideBySideRoutes } from './routes/organization/side-by-side.ts';
import { trainingDataRoutes } from './routes/organization/training-data.ts';
import { usageRoutes } from './routes/organization/usage.ts';
import { pdfRoutes } from './routes/pdf.ts';
import { changeImageRoutes } from './routes/photos/change-images.ts';
import { fileRoutes } from './routes/photos/files.ts';
import { imageRoutes } from './routes/photos/images.ts';
import { sightRoutes } from './routes/photos/sights.ts';
import { shareLinkRoutes } from './routes/share-links.ts';
import { sharedInspectionRoutes } from './routes/shared-inspections.ts';
import { taskRoutes } from './routes/tasks.ts';
import { httpsOnly, SECURITY_HEADERS } from './security-headers.ts';
import { validatorCompiler } from './validation.ts';

type ServerSettings = {
  ports: Ports;
  portsFor(actor: Actor): Ports;
  version: string;
  /** The certificate to speak HTTPS with; null speaks plain HTTP. */
  tls: { cert: string; key: string } | null;
  log: FastifyBaseLogger;
  /** Hangs itself before everything else, where traces are made. */
  trace?(app: FastifyInstance): void;
  verifyToken: VerifyToken;
  links: LinkSettings;
  health: HealthSources;
  phase(): Phase;
  console: ConsoleSettings;
  metrics: Metrics;
  corsOrigins: string[] | '*';
  /** Proxies whose headers on the address, host and protocol of a request are trusted. */
  trustedProxies: string[];
  rateLimitPerMinute: number;
  requestCounts: RequestCounts;
  maxJsonBytes: number;
  requestTimeoutSeconds: number;
  maxImageBytes: number;
  shutdownTimeoutSeconds: number;
};

/** The request headers that clients of all generations send; the third is a habit of theirs. */
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Access-Control-Allow-Origin',
  'X-Monk-SDK-Version',
  'Accept',
  'Idempotency-Key',
  'Last-Event-ID',
  'Range',
  'X-Request-Id',
];

/** A connection that never says who it is must not hold up the end of the service. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** The version by itself is no address: the console is at the root alone. */
const withoutVersion = (url: string) => (/^\/v1\/[^?]/.test(url) ? url.slice(3) : url);

/** A sender who dribbles must not hold a connection and a half-written file for ever. */
const createApp = (settings: ServerSettings) => {
  const requestTimeout = settings.requestTimeoutSeconds * 1000;
  const http = {
    // Node takes the longer of the two for that of the whole request.
    headersTimeout: Math.min(60_000, requestTimeout),
    connectionsCheckingInterval: Math.min(30_000, requestTimeout),
  };
  return fastify({
    http,
    https: settings.tls && { ...http, ...settings.tls, handshakeTimeout: HANDSHAKE_TIMEOUT_MS },
    requestTimeout,
    loggerInstance: settings.log,
    // Our own line per request: fastify's carries addresses, whose signatures are secrets for a while.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: settings.maxJsonBytes,
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w.-]{1,100}$/.test(given) ? given : randomUUID();
    },
    rewriteUrl: (request) => withoutVersion(request.url ?? '/'),
    trustProxy: settings.trustedProxies.length > 0 && settings.trustedProxies,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    clientErrorHandler: sendUnreadable,
    // The types know one of http and https; fastify takes the one that counts.
  } as FastifyHttpOptions<Server>);
};

/** Many clients announce JSON even where they send nothing, as with a DELETE. */
const acceptEmptyJson = (app: Router) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  );
};

const observe = (app: Router, { metrics, links }: ServerSettings) => {
  const security = { ...SECURITY_HEADERS, ...httpsOnly(links.publicUrl) };
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(security);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const seconds = reply.elapsedTime / 1000;
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, seconds);
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (route.startsWith('/health') || route === '/metrics') request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
};

/** The links in answers begin with it where no PUBLIC_URL is set. */
const refuseStrangeHost = async ({ host }: FastifyRequest) => {
  if (host && (/[/?#@\\\s]/.test(host) || !URL.canParse(`http://${host}`)))
    throw malformedRequest('The Host header is not the name of a host.');
};

/** The routes that take a file say so; to all others a file would look like an empty body. */
const refuseStrayMultipart = async (request: FastifyRequest) => {
  if (request.isMultipart() && !request.routeOptions.schema?.consumes?.includes('multipart/form-data'))
    throw unsupportedMediaType(
      'Send JSON (application/json) here. Files come as multipart/form-data to /inspections, …/images, …/views and …/pdf.',
    );
};

/** Requests under way are answered and their connections closed; new ones are sent elsewhere; none may hold up the end. */
const drainWhenClosing = (app: Router, timeoutSeconds: number) => {
  let stopping = false;
  // Browsers open connections before they need them; Node takes those for busy ones.
  const unused = new Map<string, Socket>();
  // With TLS the socket of a request is another object than that of its connection, but not another peer.
  const peer = (socket: Socket) => `${socket.remoteAddress} ${socket.remotePort}`;
  app.server.on('connection', (socket: Socket) => {
    const name = peer(socket);
    unused.set(name, socket);
    socket.once('close', () => unused.delete(name));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(peer(socket)));
  app.addHook('preClose', async () => {
    stopping = true;
    for (const socket of unused.values()) socket.destroy();
    app.server.emit('stopping');
    setTimeout(() => app.server.closeAllConnections(), timeoutSeconds * 1000).unref();
  });
  app.addHook('onRequest', async () => {
    if (stopping) throw shuttingDown();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
};

const apiRoutes = (settings: ServerSettings, context: OpenContext) => async (app: Router) => {
  const refused = createRefusedCallers(settings.rateLimitPerMinute, settings.requestCounts.refused);
  if (settings.rateLimitPerMinute > 0)
    await app.register(rateLimit, {
      max: settings.rateLimitPerMinute,
      store: rateLimitStoreOf(settings.requestCounts.caller),
      timeWindow: 60_000,
      hook: 'preValidation',
      keyGenerator: (request) => request.actor.user_id,
      errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
    });
  // What is told to one person is not for the cache of a browser that others use after them.
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  app.addHook('onRequest', authenticateWith(settings.verifyToken, settings.portsFor, refused));
  app.addHook('preValidation', refuseStrayMultipart);
  createInspectionRoutes(app, context);
  inspectionRoutes(app, context);
  inspectionSummaryRoutes(app, context);
  commentRoutes(app);
  taskRoutes(app);
  imageRoutes(app, context);
  changeImageRoutes(app, context);
  viewRoutes(app, context);
  damageRoutes(app);
  readingRoutes(app);
  severityRoutes(app);
  pricingRoutes(app);
  pricingMatrixRoutes(app);
  pdfRoutes(app, context);
  evidenceRoutes(app, context);
  shareLinkRoutes(app, context);
  contestRoutes(app, context);
  organizationRoutes(app, context);
  peopleRoutes(app);
  auditLogRoutes(app, context);
  usageRoutes(app);
  trainingDataRoutes(app, context);
  sideBySideRoutes(app, context);
  modelQualityRoutes(app);
  comparisonRoutes(app, context);
  knownVehicleRoutes(app, context);
  eventRoutes(app, context);
  eventStreamRoutes(app, context);
  sightRoutes(app);
  modelRoutes(app);
};

export const buildServer = async (settings: ServerSettings): Promise<Router> => {
  const app = createApp(settings).withTypeProvider<ZodTypeProvider>() as unknown as Router;
  app.setValidatorCompiler(validatorCompiler as Parameters<Router['setValidatorCompiler']>[0]);
  // Presenters list what they let out; the schemas of answers are documentation, checked by the tests.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler(sendNotFound(knownAddresses(app), missingPage(settings.console)));
  app.decorateRequest('actor');
  app.decorateRequest('ports');
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);

  settings.trace?.(app as never);
  drainWhenClosing(app, settings.shutdownTimeoutSeconds);
  observe(app, settings);
  app.addHook('onRequest', refuseStrangeHost);
  await app.register(cors, {
    origin: settings.corsOrigins,
    methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'Content-Range', 'Accept-Ranges'],
    maxAge: 7200,
    // Else an OPTIONS that is no preflight is refused, and not in our form.
    strictPreflight: false,
  });
  await app.register(multipart, {
    limits: {
      fieldSize: settings.maxJsonBytes,
      fields: 10,
      fileSize: settings.maxImageBytes + 1,
    },
    throwFileSizeLimit: false,
  });
  await registerOpenApi(app as never, settings.version);

  const context: OpenContext = { ports: settings.ports, links: linksFor(settings.links) };
  healthRoutes(app, settings.health, settings.phase);
  metricsRoute(app as never, settings.metrics);
  fileRoutes(app, context);
  liveConfigRoutes(app, context);
  evidenceKeyRoutes(app, context);
  await consoleRoutes(app, settings.console);
  await app.register(
    sharedInspectionRoutes(context, {
      perMinute: settings.rateLimitPerMinute,
      counts: settings.requestCounts,
    }) as never,
  );
  await app.register(apiRoutes(settings, context) as never);
  return app;
};
