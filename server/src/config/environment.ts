/** The environment as one schema: the check at start, the defaults and `--help` all come from it. */
import querystring from 'node:querystring';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;

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
const header = (pair: string) => {
  const [name, ...value] = pair.split('=');
  return [name!.trim(), querystring.unescape(value.join('=').trim())] as const;
};
const origins = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine(
    (list) =>
      (list.length === 1 && list[0] === '*') || list.every((o) => URL.canParse(o) && new URL(o).origin === o),
    { error: 'must be * or origins such as https://app.example.com, separated by commas' },
  );

/** As the standard has it: pairs with commas, what is special in a value percent-encoded. */
const headers = z
  .string()
  .regex(/^[^\s=,]+=[^,]+(,\s*[^\s=,]+=[^,]+)*$/, {
    error: 'must be headers such as authorization=Bearer%20abc, separated by commas',
    abort: true,
  })
  .transform((value) => Object.fromEntries(value.split(',').map(header)));
const share = () =>
  z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, { error: 'must be a number from 0 to 1' })
    .transform(Number);

const proxies = z
  .string()
  .transform((value) => value.split(',').map((proxy) => proxy.trim()))
  .refine((list) => list.every((proxy) => ipaddr.isValid(proxy) || ipaddr.isValidCIDR(proxy)), {
    error: 'must be addresses or networks such as 10.0.0.7 or 10.0.0.0/8, separated by commas',
  });

const signingSecrets = z
  .string()
  .transform((value) => value.split(',').map((secret) => secret.trim()) as [string, ...string[]])
  .refine((list) => list.every((secret) => secret.length >= 32), {
    error: 'must have 32 characters or more; make one with: openssl rand -hex 32',
  });

const blurred = z
  .string()
  .transform((value) => value.split(',').map((what) => what.trim()))
  .refine((list) => list.every((what) => what === 'plates' || what === 'faces'), {
    error: 'must be plates, faces, or plates,faces',
  });

export const environment = z.object({
  PORT: whole(0, 65535).default(8080).describe('Port of the HTTP interface; 0 takes any free one'),
  HOST: text()
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 opens the service to the network'),
  PUBLIC_URL: web().describe('Address under which clients reach the service, if not http://HOST:PORT'),
  REPORT_SIGNING_CERTIFICATE: text().describe(
    'Certificate and key (PKCS#12 file) that sign the PDF reports of approved inspections (PAdES)',
  ),
  REPORT_SIGNING_PASSWORD_FILE: text().describe('File with the password of REPORT_SIGNING_CERTIFICATE'),
  TIMESTAMP_URL: web().describe('Time stamp authority (RFC 3161) for evidence packs and signed reports'),
  TLS_CERT: text().describe('Certificate (PEM file) with which the service speaks HTTPS itself'),
  TLS_KEY: text().describe('Private key (PEM file) of TLS_CERT'),
  TLS_SELF_SIGNED: bool()
    .default(false)
    .describe('Speak HTTPS with a certificate made by the service and kept in DATA_DIR, for local work'),
  DATA_DIR: text().default('./data').describe('Folder for the built-in database and the photos'),
  ROLE: choice(['all', 'api', 'worker'])
    .default('all')
    .describe('What this process does: all, api or worker'),
  NODE_ENV: text().default('development').describe('production refuses the defaults that suit only a trial'),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .optional()
    .describe(
      'Least severe messages to log: fatal, error, warn (on a terminal), info (elsewhere), debug, trace or silent',
    ),
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
  CONSOLE_CLIENT_ID: text()
    .default('walkaround-console')
    .describe('The console, as OIDC_ISSUER knows it: a public client with PKCE'),
  CONSOLE_SCOPE: text()
    .default('openid profile email offline_access')
    .describe('What the console asks OIDC_ISSUER for'),
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
  FILE_URL_SECRET: signingSecrets
    .optional()
    .describe(
      'Signs the links to photos; without one it is made once and kept in the database. Earlier ones may follow, with commas',
    ),
  FILE_URL_TTL_SECONDS: whole(1)
    .default(6 * 3600)
    .describe('How long a link to a photo works'),
  MAX_IMAGE_BYTES: whole(1)
    .default(30 * MEBIBYTE)
    .describe('Largest photo file accepted'),
  MAX_IMAGE_PIXELS: whole(1).default(100_000_000).describe('Most pixels of a photo accepted'),
  MAX_JSON_BYTES: whole(1).default(MEBIBYTE).describe('Largest JSON body accepted'),
  MAX_IMAGES_PER_INSPECTION: whole(1).default(500).describe('Most photos of one inspection'),
  MAX_DAMAGES_PER_INSPECTION: whole(1)
    .default(2000)
    .describe('Most damages that people add to one inspection'),
  MAX_VIEWS_PER_INSPECTION: whole(1).default(10_000).describe('Most views that people add to one inspection'),
  MAX_SEVERITIES_PER_INSPECTION: whole(1)
    .default(2000)
    .describe('Most severities and remarks that people add to one inspection'),
  REQUEST_TIMEOUT_SECONDS: whole(1).default(600).describe('Longest time that a request may take to arrive'),
  TRUSTED_PROXIES: proxies
    .optional()
    .describe('Proxies whose X-Forwarded headers are believed: addresses or networks, with commas'),
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
  WORKER_CONCURRENCY: whole(1, 256)
    .default(2)
    .describe(
      'Tasks that one worker runs at the same time, and one more that is not of the same organization',
    ),
  WORKER_PORT: whole(1, 65535)
    .optional()
    .describe('Port at which a worker tells its health and metrics, on HOST; without it there is none'),
  TASK_TIMEOUT_SECONDS: whole(1).default(900).describe('Longest run of a task before it is given up'),
  MODELS_DIR: text().describe('Folder with the models and their manifest.json, instead of the bundled one'),
  MODELS_PUBLISHER_KEY: text().describe(
    'Public key (PEM) that must have signed the models; without it models of your own need no signature',
  ),
  MODEL_THREADS: whole(1, 64).default(1).describe('Photos that the models analyze at the same time'),
  MODEL_CORES: whole(1, 256)
    .optional()
    .describe('Cores that one run of a model uses (those of the machine, up to 4)'),
  MODEL_CLOSER_LOOKS: whole(0, 4)
    .optional()
    .describe(
      'Windows of a photo that are looked at from close by where a damage is in doubt (1); 0 is faster',
    ),
  MODEL_TIMEOUT_SECONDS: whole(1)
    .optional()
    .describe('Longest run of the models on one photo before it is given up (120)'),
  BLUR: blurred
    .optional()
    .describe('What is blurred on shown pictures unless an inspection says otherwise: plates, faces or both'),
  MODEL_DEVICE: choice(['cpu', 'cuda'])
    .default('cpu')
    .describe('Where the models run: cpu or cuda; without a usable GPU cuda falls back to the CPU'),
  REPORT_BRANDS_DIR: text().describe('Folder with the logos and colors of reports (docs/report.md)'),
  LIVE_CONFIGS_DIR: text().describe(
    'Folder with the live configurations of capture apps, served to everybody (docs/compatibility.md)',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: web().describe('Where traces are sent by OTLP/HTTP; without it none are made'),
  OTEL_EXPORTER_OTLP_HEADERS: headers
    .optional()
    .describe('Headers for OTEL_EXPORTER_OTLP_ENDPOINT: name=value, with commas'),
  OTEL_SERVICE_NAME: text().default('walkaround').describe('Name of this installation in traces'),
  OTEL_TRACES_SAMPLER_ARG: share()
    .default(1)
    .describe('Share of requests that are traced, where the caller does not say: 0 to 1'),
  SHUTDOWN_DELAY_SECONDS: whole(0)
    .default(0)
    .describe(
      'How long a process that was told to stop still serves, while its health says that it is going',
    ),
  SHUTDOWN_TIMEOUT_SECONDS: whole(1)
    .default(20)
    .describe('Longest wait for open requests and tasks when stopping'),
});

export type Environment = z.infer<typeof environment>;
