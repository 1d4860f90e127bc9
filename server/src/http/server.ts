import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { shuttingDown, tooManyRequests, unsupportedMediaType } from '../inspections/problem.ts';
import { authenticateWith, type VerifyToken } from './authenticate.ts';
import type { Context, Router } from './context.ts';
import { sendNotFound, sendProblem, sendUnreadable } from './errors.ts';
import { type LinkSettings, linksFor } from './links.ts';
import { type Metrics, metricsRoute } from './metrics.ts';
import { registerOpenApi } from './openapi.ts';
import { comparisonRoutes } from './routes/comparison.ts';
import { eventStreamRoutes } from './routes/event-stream.ts';
import { eventRoutes } from './routes/events.ts';
import { fileRoutes } from './routes/files.ts';
import { findingRoutes } from './routes/findings.ts';
import { type HealthChecks, healthRoutes } from './routes/health.ts';
import { imageRoutes } from './routes/images.ts';
import { inspectionRoutes } from './routes/inspections.ts';
import { pdfRoutes } from './routes/pdf.ts';
import { pricingRoutes } from './routes/pricing.ts';
import { pricingMatrixRoutes } from './routes/pricing-matrix.ts';
import { severityRoutes } from './routes/severity.ts';
import { sightRoutes } from './routes/sights.ts';
import { taskRoutes } from './routes/tasks.ts';
import { validatorCompiler } from './validation.ts';

export type ServerSettings = {
  ports: Context['ports'];
  version: string;
  log: FastifyBaseLogger;
  verifyToken: VerifyToken;
  links: LinkSettings;
  health: HealthChecks;
  metrics: Metrics;
  corsOrigins: string[] | '*';
  rateLimitPerMinute: number;
  maxJsonBytes: number;
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

const withoutVersion = (url: string) => (/^\/v1(?=[/?]|$)/.test(url) ? url.slice(3) || '/' : url);

const createApp = (settings: ServerSettings) =>
  fastify({
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
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    clientErrorHandler: sendUnreadable,
  });

/** Many clients announce JSON even where they send nothing, as with a DELETE. */
const acceptEmptyJson = (app: Router) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  );
};

const observe = (app: Router, { metrics }: ServerSettings) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
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

/** The routes that take a file say so; to all others a file would look like an empty body. */
const refuseStrayMultipart = async (request: FastifyRequest) => {
  if (request.isMultipart() && !request.routeOptions.schema?.consumes?.includes('multipart/form-data'))
    throw unsupportedMediaType(
      'Send JSON (application/json) here. Files come as multipart/form-data to …/images, …/views and …/pdf.',
    );
};

/** Requests under way are answered and their connections closed; new ones are sent elsewhere; none may hold up the end. */
const drainWhenClosing = (app: Router, timeoutSeconds: number) => {
  let stopping = false;
  // Browsers open connections before they need them; Node takes those for busy ones.
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  app.addHook('preClose', async () => {
    stopping = true;
    for (const socket of unused) socket.destroy();
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

const apiRoutes = (settings: ServerSettings, context: Context) => async (app: Router) => {
  if (settings.rateLimitPerMinute > 0)
    await app.register(rateLimit, {
      max: settings.rateLimitPerMinute,
      timeWindow: 60_000,
      hook: 'preValidation',
      keyGenerator: (request) => request.actor.user_id,
      errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
    });
  app.addHook('onRequest', authenticateWith(settings.verifyToken));
  app.addHook('preValidation', refuseStrayMultipart);
  inspectionRoutes(app, context);
  taskRoutes(app, context);
  imageRoutes(app, context);
  findingRoutes(app, context);
  severityRoutes(app, context);
  pricingRoutes(app, context);
  pricingMatrixRoutes(app, context);
  pdfRoutes(app, context);
  comparisonRoutes(app, context);
  eventRoutes(app, context);
  eventStreamRoutes(app, context);
  sightRoutes(app);
};

export const buildServer = async (settings: ServerSettings): Promise<Router> => {
  const app = createApp(settings).withTypeProvider<ZodTypeProvider>() as unknown as Router;
  app.setValidatorCompiler(validatorCompiler as Parameters<Router['setValidatorCompiler']>[0]);
  // Presenters list what they let out; the schemas of answers are documentation, checked by the tests.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler(sendNotFound);
  app.decorateRequest('actor');
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);

  drainWhenClosing(app, settings.shutdownTimeoutSeconds);
  observe(app, settings);
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
      files: 2,
      parts: 12,
      fileSize: settings.maxImageBytes + 1,
    },
    throwFileSizeLimit: false,
  });
  await registerOpenApi(app as never, settings.version);

  const context: Context = { ports: settings.ports, links: linksFor(settings.links) };
  healthRoutes(app, settings.health);
  metricsRoute(app as never, settings.metrics);
  fileRoutes(app, context);
  await app.register(apiRoutes(settings, context) as never);
  return app;
};
