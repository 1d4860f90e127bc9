import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NORMALIZED } from './answer.ts';
import { NORMALIZED_RULES } from './normalized.ts';

const INTRODUCTION = `
Walkaround analyzes photos of vehicles. Create an inspection with all its tasks, add photos, start the tasks, wait, read.

**Authentication.** \`Authorization: Bearer TOKEN\`, a JWT of the configured OpenID Connect issuer. \`npm run -s token\` prints one for the default run.

**Two representations.** \`application/json\` is nested and snake_case. \`Accept: ${NORMALIZED}\` gives \`{entities, result}\` with camelCase fields, keyed by id. Requests may use either spelling for every known field and query parameter.

**Paths.** Every path also answers under \`/v1\`.

**Repeating a request.** A POST with an \`Idempotency-Key\` header is carried out once; the same request with the same key within 24 hours is answered with the first answer.

**Errors** are \`application/problem+json\` with a stable \`code\`, a plain \`message\`, and \`errors\` that name each wrong field.
`;

/** In the order in which a newcomer meets them. */
const TAGS = [
  { name: 'Inspections', description: 'The state of a vehicle at a given time.' },
  { name: 'Images', description: 'The photos of an inspection and their quality.' },
  { name: 'Tasks', description: 'The analyses of an inspection.' },
  { name: 'Damages and views', description: 'Findings and their places on photos, and corrections.' },
  { name: 'Severity', description: 'Severity and costs by part.' },
  {
    name: 'Pricing',
    description: 'Repair costs: estimates, prices set by people, the price matrix.',
  },
  { name: 'PDF report' },
  { name: 'Vehicles', description: 'Vehicles over all their inspections, and what became of their damages.' },
  { name: 'Evidence', description: 'An inspection as one signed file that proves itself.' },
  { name: 'Sharing', description: 'Links that show an inspection to people without an account.' },
  { name: 'Organization', description: 'The default settings of your organization.' },
  { name: 'Events', description: 'Callbacks, webhooks and event streams.' },
  { name: 'Files' },
  { name: 'Live configurations', description: 'The configuration of capture apps, set by the operator.' },
  { name: 'Operations' },
];

type Json = Record<string, unknown>;

const NORMALIZED_SCHEMA = {
  type: 'object',
  description: 'The same records, keyed by id, with camelCase fields.',
  properties: {
    id: { type: 'string', description: 'The id of the main record, if the answer is a single record.' },
    entities: { type: 'object', additionalProperties: { type: 'object' } },
    result: { description: 'The id of the main record, or the ids of a list.' },
  },
  required: ['entities', 'result'],
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'Makes it safe to send this request again.',
};

const schemaTransform = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

const inputOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...input } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return input;
};

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };
const PHOTO = 'The file. JPEG, PNG, WebP, AVIF, TIFF or HEIC, told by its bytes.';

/** Files under names that the json gives them. */
const uploadOfNamed = (json: z.ZodType) => ({
  type: 'object',
  properties: { json: { ...inputOf(json), description: 'What the files are for, as JSON. It comes first.' } },
  required: ['json'],
  additionalProperties: { ...BYTES, description: PHOTO },
});

const uploadOf = (json: z.ZodType, file = 'image') => ({
  type: 'object',
  properties: {
    json: { ...inputOf(json), description: 'What the file is, as JSON. It comes first.' },
    [file]: { ...BYTES, description: file === 'image' ? PHOTO : 'The file, told by its bytes.' },
  },
  required: ['json', file],
});

/**
 * Bodies that a route parses itself, because they may come as multipart, are documented from its config. `file` is the
 * name of the file; null: its json names several.
 */
type OwnBody = { body?: z.ZodType; upload?: z.ZodType; file?: string | null };

const ownBody = ({ body, upload, file }: OwnBody) =>
  upload && {
    content: {
      ...(body && { 'application/json': { schema: inputOf(body) } }),
      'multipart/form-data': { schema: file === null ? uploadOfNamed(upload) : uploadOf(upload, file) },
    },
  };

type JsonBody = { schema: { required?: string[]; minProperties?: number } };

/** A request without a body is judged like an empty one, so a body is needed only where something in it is. */
const needsBody = (content: Record<string, JsonBody>) => {
  const json = content['application/json']?.schema;
  return json === undefined || (json.required ?? []).length > 0 || json.minProperties !== undefined;
};

/** What is true of every operation and would only be noise in every route. */
const completeOperation = (method: string, operation: Json) => {
  const body = operation.requestBody as { required: boolean; content: Record<string, JsonBody> } | undefined;
  if (body) body.required = needsBody(body.content);
  if (method === 'post' && operation.security === undefined)
    operation.parameters = [...((operation.parameters as Json[] | undefined) ?? []), IDEMPOTENCY_KEY];
  for (const [status, response] of Object.entries(
    operation.responses as Record<string, { content?: Json }>,
  )) {
    const json = response.content?.['application/json'];
    if (status.startsWith('2') && json && operation.security === undefined)
      response.content![NORMALIZED] = { schema: NORMALIZED_SCHEMA };
  }
};

type Document = Parameters<typeof jsonSchemaTransformObject>[0];

const complete = (document: Document) => {
  const openapi = jsonSchemaTransformObject(document) as { paths?: Record<string, Record<string, Json>> };
  for (const operations of Object.values(openapi.paths ?? {}))
    for (const [method, operation] of Object.entries(operations)) completeOperation(method, operation);
  return { ...openapi, 'x-normalized': NORMALIZED_RULES } as ReturnType<typeof jsonSchemaTransformObject>;
};

/** Its scripts are all our own; its styles it also writes into the page. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

export const registerOpenApi = async (app: FastifyInstance, version: string) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Walkaround', version, description: INTRODUCTION, license: { name: 'Apache-2.0' } },
      servers: [{ url: '/v1' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
      tags: TAGS,
    },
    transform: (document) => {
      const transformed = schemaTransform(document as Parameters<typeof schemaTransform>[0]);
      const body = ownBody((document.route.config ?? {}) as OwnBody);
      return body ? { ...transformed, schema: { ...transformed.schema, body } } : transformed;
    },
    transformObject: complete as never,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_POLICY,
    theme: {
      title: 'Walkaround: reference',
      css: [{ filename: 'walkaround.css', content: '.swagger-ui .topbar { display: none; }' }],
    },
    uiConfig: { persistAuthorization: true, docExpansion: 'list', defaultModelsExpandDepth: 0 },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
};
