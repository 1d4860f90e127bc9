/** The environment, checked and put in order; nothing else reads it. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contradictions, type Wrong } from './contradictions.ts';
import { type Environment, environment } from './environment.ts';

const BUNDLED_MODELS = fileURLToPath(new URL('../../../models', import.meta.url));
const BUILT_CONSOLE = fileURLToPath(new URL('../../../console/dist', import.meta.url));

function grouped(env: Environment) {
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDir: resolve(env.DATA_DIR),
    tls:
      env.TLS_CERT && env.TLS_KEY
        ? { cert: resolve(env.TLS_CERT), key: resolve(env.TLS_KEY) }
        : env.TLS_SELF_SIGNED
          ? ('self-signed' as const)
          : null,
    role: env.ROLE,
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL ?? null,
    database: { url: env.DATABASE_URL ?? null, poolSize: env.DATABASE_POOL_SIZE },
    oidc: {
      issuer: env.OIDC_ISSUER ?? null,
      audience: env.OIDC_AUDIENCE,
      jwksUrl: env.OIDC_JWKS_URL ?? null,
      organizationClaim: env.OIDC_ORGANIZATION_CLAIM,
    },
    console: { folder: BUILT_CONSOLE, clientId: env.CONSOLE_CLIENT_ID, scope: env.CONSOLE_SCOPE },
    identityInProduction: env.IDENTITY_IN_PRODUCTION,
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          endpoint: env.S3_ENDPOINT ?? null,
          region: env.S3_REGION ?? 'us-east-1',
          credentials:
            env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
              ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
              : null,
          forcePathStyle: env.S3_FORCE_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
        }
      : null,
    fileUrls: { secrets: env.FILE_URL_SECRET ?? null, ttlSeconds: env.FILE_URL_TTL_SECONDS },
    limits: {
      imageBytes: env.MAX_IMAGE_BYTES,
      imagePixels: env.MAX_IMAGE_PIXELS,
      jsonBytes: env.MAX_JSON_BYTES,
      imagesPerInspection: env.MAX_IMAGES_PER_INSPECTION,
      damagesPerInspection: env.MAX_DAMAGES_PER_INSPECTION,
      viewsPerInspection: env.MAX_VIEWS_PER_INSPECTION,
      severitiesPerInspection: env.MAX_SEVERITIES_PER_INSPECTION,
      requestSeconds: env.REQUEST_TIMEOUT_SECONDS,
      requestsPerMinute: env.RATE_LIMIT_PER_MINUTE,
    },
    corsOrigins: env.CORS_ORIGINS[0] === '*' ? ('*' as const) : env.CORS_ORIGINS,
    allowPrivateAddresses: env.ALLOW_PRIVATE_ADDRESSES,
    downloadTimeoutSeconds: env.DOWNLOAD_TIMEOUT_SECONDS,
    callbacks: { timeoutSeconds: env.CALLBACK_TIMEOUT_SECONDS, maxAttempts: env.CALLBACK_MAX_ATTEMPTS },
    worker: {
      port: env.WORKER_PORT ?? null,
      concurrency: env.WORKER_CONCURRENCY,
      taskTimeoutSeconds: env.TASK_TIMEOUT_SECONDS,
    },
    models: {
      folder: env.MODELS_DIR ? resolve(env.MODELS_DIR) : BUNDLED_MODELS,
      publisherKey: env.MODELS_PUBLISHER_KEY ? resolve(env.MODELS_PUBLISHER_KEY) : null,
      threads: env.MODEL_THREADS,
      cores: env.MODEL_CORES ?? null,
      closerLooks: env.MODEL_CLOSER_LOOKS,
      timeoutSeconds: env.MODEL_TIMEOUT_SECONDS,
      device: env.MODEL_DEVICE,
      maxPixels: env.MAX_IMAGE_PIXELS,
    },
    privacy: {
      blur_plates: env.BLUR?.includes('plates') ?? false,
      blur_faces: env.BLUR?.includes('faces') ?? false,
    },
    reportSigning: env.REPORT_SIGNING_CERTIFICATE
      ? {
          certificate: resolve(env.REPORT_SIGNING_CERTIFICATE),
          passwordFile: env.REPORT_SIGNING_PASSWORD_FILE ? resolve(env.REPORT_SIGNING_PASSWORD_FILE) : null,
        }
      : null,
    timestampUrl: env.TIMESTAMP_URL ?? null,
    reportBrandsDir: env.REPORT_BRANDS_DIR ? resolve(env.REPORT_BRANDS_DIR) : null,
    liveConfigsDir: env.LIVE_CONFIGS_DIR ? resolve(env.LIVE_CONFIGS_DIR) : null,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          serviceName: env.OTEL_SERVICE_NAME,
          share: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    shutdownDelaySeconds: env.SHUTDOWN_DELAY_SECONDS,
    shutdownTimeoutSeconds: env.SHUTDOWN_TIMEOUT_SECONDS,
  };
}

export type Config = ReturnType<typeof grouped>;

// These may hold a password, so a message must not repeat them into a log.
const secrets = new Set([
  'DATABASE_URL',
  'S3_SECRET_ACCESS_KEY',
  'FILE_URL_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

function refusal(wrong: Wrong[], given: Record<string, string | undefined>): Error {
  const lines = wrong.map(({ name, problem }) => {
    const value = given[name];
    const shown = value === undefined ? '' : secrets.has(name) ? '=(hidden)' : `=${JSON.stringify(value)}`;
    return `  ${name}${shown} ${problem}.`;
  });
  return new Error(
    `The configuration cannot be used:\n${lines.join('\n')}\nSee every variable with: npm start -- --help`,
  );
}

function parsed(env: Record<string, string | undefined>) {
  // Compose files and shells write VAR= for "not set".
  const given = Object.fromEntries(
    Object.keys(environment.shape)
      .map((name) => [name, env[name]?.trim()] as const)
      .filter(([, value]) => value),
  );
  const result = environment.safeParse(given);
  if (result.success) return { given, values: result.data };
  throw refusal(
    result.error.issues.map((issue) => ({ name: String(issue.path[0]), problem: issue.message })),
    given,
  );
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const { given, values } = parsed(env);
  const wrong = contradictions(values);
  if (wrong.length > 0) throw refusal(wrong, given);
  return grouped(values);
}

/** For commands that run the models with no service: what only a service needs may be missing. */
export const readConfigWithoutService = (env: Record<string, string | undefined>): Config =>
  grouped(parsed(env).values);

export function configHelp(): string {
  const rows = Object.entries(environment.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data;
    return [name, fallback === undefined ? '-' : String(fallback), schema.description ?? ''] as const;
  });
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `  ${row[0]!.padEnd(widths[0]!)}  ${row[1]!.padEnd(widths[1]!)}  ${row[2]}`;
  return ['Environment variables:', line(['NAME', 'DEFAULT', 'MEANING']), ...rows.map(line)].join('\n');
}
