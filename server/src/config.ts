import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The environment as one schema: the check at start, the defaults and `--help` all come from it. */

const MEBIBYTE = 1024 * 1024;
const BUNDLED_MODELS = fileURLToPath(new URL('../../models', import.meta.url));

const text = () => z.string().min(1).optional();
const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const whole = (min: number, max: number = Number.MAX_SAFE_INTEGER) => {
  const error = `must be a whole number, ${max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max}`}`;
  return z
    .string()
    .regex(/^\d+$/, { error, abort: true })
    .transform(Number)
    .refine((n) => n >= min && n <= max, { error });
};
const bool = () =>
  z.stringbool({
    truthy: ['true', '1', 'yes', 'on'],
    falsy: ['false', '0', 'no', 'off'],
    error: 'must be true or false',
  });
const url = (protocols: string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    })
    .optional();
const web = () => url(['http:', 'https:']);
const origins = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine(
    (list) =>
      (list.length === 1 && list[0] === '*') || list.every((o) => URL.canParse(o) && new URL(o).origin === o),
    { error: 'must be * or origins such as https://app.example.com, separated by commas' },
  );

const blurred = z
  .string()
  .transform((value) => value.split(',').map((what) => what.trim()))
  .refine((list) => list.every((what) => what === 'plates' || what === 'faces'), {
    error: 'must be plates, faces, or plates,faces',
  });

const environment = z.object({
  PORT: whole(0, 65535).default(8080).describe('Port of the HTTP interface; 0 takes any free one'),
  HOST: text()
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 opens the service to the network'),
  PUBLIC_URL: web().describe('Address under which clients reach the service, if not http://HOST:PORT'),
  DATA_DIR: text().default('./data').describe('Folder for the built-in database and the photos'),
  ROLE: choice(['all', 'api', 'worker'])
    .default('all')
    .describe('What this process does: all, api or worker'),
  NODE_ENV: text().default('development').describe('production refuses the defaults that suit only a trial'),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe messages to log: fatal, error, warn, info, debug, trace or silent'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).describe('Postgres to use instead of the built-in one'),
  DATABASE_POOL_SIZE: whole(1, 1000).default(10).describe('Most database connections of this process'),
  OIDC_ISSUER: web().describe('Identity provider whose tokens are accepted, instead of the built-in one'),
  OIDC_AUDIENCE: text().default('walkaround').describe('Audience that tokens must carry'),
  OIDC_JWKS_URL: web().describe(
    'Where the keys of OIDC_ISSUER are, if its discovery document must not be used',
  ),
  OIDC_ORGANIZATION_CLAIM: text()
    .default('organization')
    .describe('Claim that names the organization of the caller'),
  IDENTITY_IN_PRODUCTION: bool()
    .default(false)
    .describe('Let the built-in identity provider, with its demo account, run with NODE_ENV=production'),
  S3_BUCKET: text().describe('Bucket for the photos, instead of DATA_DIR'),
  S3_ENDPOINT: web().describe('Address of the S3-compatible store, if it is not AWS'),
  S3_REGION: text().describe('Region of the bucket (us-east-1 if not given)'),
  S3_ACCESS_KEY_ID: text().describe('Access key; without one the credentials of the machine are used'),
  S3_SECRET_ACCESS_KEY: text().describe('Secret of S3_ACCESS_KEY_ID'),
  S3_FORCE_PATH_STYLE: bool()
    .optional()
    .describe('Bucket in the path, not the host (true if S3_ENDPOINT is given)'),
  FILE_URL_SECRET: z
    .string()
    .min(32, { error: 'must have 32 characters or more; make one with: openssl rand -hex 32' })
    .optional()
    .describe('Signs the links to photos; without one it is made once and kept in the database'),
  FILE_URL_TTL_SECONDS: whole(1)
    .default(6 * 3600)
    .describe('How long a link to a photo works'),
  MAX_IMAGE_BYTES: whole(1)
    .default(30 * MEBIBYTE)
    .describe('Largest photo file accepted'),
  MAX_IMAGE_PIXELS: whole(1).default(100_000_000).describe('Most pixels of a photo accepted'),
  MAX_JSON_BYTES: whole(1).default(MEBIBYTE).describe('Largest JSON body accepted'),
  MAX_IMAGES_PER_INSPECTION: whole(1).default(500).describe('Most photos of one inspection'),
  RATE_LIMIT_PER_MINUTE: whole(0).default(1200).describe('Requests per caller and minute; 0 sets no limit'),
  CORS_ORIGINS: origins
    .default(['*'])
    .describe('Web origins that may call the service: * or a list with commas'),
  ALLOW_PRIVATE_ADDRESSES: bool()
    .default(false)
    .describe('Let image addresses and callbacks point into private networks'),
  DOWNLOAD_TIMEOUT_SECONDS: whole(1).default(20).describe('Longest download of a photo from an address'),
  CALLBACK_TIMEOUT_SECONDS: whole(1)
    .default(10)
    .describe('Longest wait for the answer to a callback or webhook'),
  CALLBACK_MAX_ATTEMPTS: whole(1, 50).default(8).describe('Attempts to deliver a callback or webhook'),
  WORKER_CONCURRENCY: whole(1, 256).default(2).describe('Tasks that one worker runs at the same time'),
  TASK_TIMEOUT_SECONDS: whole(1).default(900).describe('Longest run of a task before it is given up'),
  MODELS_DIR: text().describe('Folder with the models and their manifest.json, instead of the bundled one'),
  MODEL_THREADS: whole(1, 64).default(1).describe('Photos that the models look at at the same time'),
  MODEL_CORES: whole(1, 256)
    .optional()
    .describe('Cores that one run of a model uses (those of the machine, up to 4)'),
  BLUR: blurred
    .optional()
    .describe('What is blurred on shown pictures unless an inspection says otherwise: plates, faces or both'),
  MODEL_DEVICE: choice(['cpu', 'cuda'])
    .default('cpu')
    .describe('Where the models run: cpu or cuda; without a usable GPU cuda falls back to the CPU'),
  REPORT_BRANDS_DIR: text().describe('Folder with the logos and colours of reports (docs/report.md)'),
  SHUTDOWN_TIMEOUT_SECONDS: whole(1)
    .default(20)
    .describe('Longest wait for open requests and tasks when stopping'),
});

type Environment = z.infer<typeof environment>;
type Wrong = { name: string; problem: string };

/** What no single variable can tell: combinations that would fail later, or silently do less. */
function contradictions(env: Environment): Wrong[] {
  const wrong: Wrong[] = [];
  if (env.NODE_ENV === 'production' && !env.OIDC_ISSUER && !env.IDENTITY_IN_PRODUCTION)
    wrong.push({
      name: 'OIDC_ISSUER',
      problem:
        'is needed with NODE_ENV=production. Set it to your identity provider, or set IDENTITY_IN_PRODUCTION=true to run the built-in one with its demo account',
    });
  if (env.OIDC_JWKS_URL && !env.OIDC_ISSUER)
    wrong.push({ name: 'OIDC_JWKS_URL', problem: 'needs OIDC_ISSUER beside it. Set both or neither' });
  if (env.ROLE !== 'all' && !env.DATABASE_URL)
    wrong.push({
      name: 'DATABASE_URL',
      problem: `is needed with ROLE=${env.ROLE}: processes that share the work share one database. Set it to a Postgres, or use ROLE=all`,
    });
  const s3Names = [
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'S3_FORCE_PATH_STYLE',
  ] as const;
  const strayS3 = s3Names.filter((name) => env[name] !== undefined);
  if (!env.S3_BUCKET && strayS3.length > 0)
    wrong.push({
      name: 'S3_BUCKET',
      problem: `is needed beside ${strayS3.join(', ')}. Set it, or unset those`,
    });
  if (!env.S3_ACCESS_KEY_ID !== !env.S3_SECRET_ACCESS_KEY)
    wrong.push({
      name: env.S3_ACCESS_KEY_ID ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID',
      problem: 'is missing. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither',
    });
  return wrong;
}

function grouped(env: Environment) {
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDir: resolve(env.DATA_DIR),
    role: env.ROLE,
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL,
    database: { url: env.DATABASE_URL ?? null, poolSize: env.DATABASE_POOL_SIZE },
    oidc: {
      issuer: env.OIDC_ISSUER ?? null,
      audience: env.OIDC_AUDIENCE,
      jwksUrl: env.OIDC_JWKS_URL ?? null,
      organizationClaim: env.OIDC_ORGANIZATION_CLAIM,
    },
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
    fileUrls: { secret: env.FILE_URL_SECRET ?? null, ttlSeconds: env.FILE_URL_TTL_SECONDS },
    limits: {
      imageBytes: env.MAX_IMAGE_BYTES,
      imagePixels: env.MAX_IMAGE_PIXELS,
      jsonBytes: env.MAX_JSON_BYTES,
      imagesPerInspection: env.MAX_IMAGES_PER_INSPECTION,
      requestsPerMinute: env.RATE_LIMIT_PER_MINUTE,
    },
    corsOrigins: env.CORS_ORIGINS[0] === '*' ? ('*' as const) : env.CORS_ORIGINS,
    allowPrivateAddresses: env.ALLOW_PRIVATE_ADDRESSES,
    downloadTimeoutSeconds: env.DOWNLOAD_TIMEOUT_SECONDS,
    callbacks: { timeoutSeconds: env.CALLBACK_TIMEOUT_SECONDS, maxAttempts: env.CALLBACK_MAX_ATTEMPTS },
    worker: { concurrency: env.WORKER_CONCURRENCY, taskTimeoutSeconds: env.TASK_TIMEOUT_SECONDS },
    models: {
      folder: env.MODELS_DIR ? resolve(env.MODELS_DIR) : BUNDLED_MODELS,
      threads: env.MODEL_THREADS,
      cores: env.MODEL_CORES ?? null,
      device: env.MODEL_DEVICE,
      maxPixels: env.MAX_IMAGE_PIXELS,
    },
    privacy: {
      blur_plates: env.BLUR?.includes('plates') ?? false,
      blur_faces: env.BLUR?.includes('faces') ?? false,
    },
    reportBrandsDir: env.REPORT_BRANDS_DIR ? resolve(env.REPORT_BRANDS_DIR) : null,
    shutdownTimeoutSeconds: env.SHUTDOWN_TIMEOUT_SECONDS,
  };
}

export type Config = ReturnType<typeof grouped>;

// These may hold a password, so a message must not repeat them into a log.
const secrets = new Set(['DATABASE_URL', 'S3_SECRET_ACCESS_KEY', 'FILE_URL_SECRET']);

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
export const readModelsConfig = (env: Record<string, string | undefined>): Config['models'] =>
  grouped(parsed(env).values).models;

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
