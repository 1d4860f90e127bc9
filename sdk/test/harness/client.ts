import { randomUUID } from 'node:crypto';
import { signToken, type TokenWishes } from '@walkaround/harness/services/issuer.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { inject } from 'vitest';
import type { Document } from '../../generate/document.ts';
import { RECORDS } from '../../generate/names.ts';
import { normalizedSchemas } from '../../generate/normalized-schemas.ts';
import { type ClientOptions, createClient, type EntityKind, type One } from '../../src/client.ts';

const DELETED = {
  type: 'object',
  required: ['id', 'deleted'],
  properties: {
    id: { type: 'string' },
    deleted: { const: true },
    erased: { const: true },
    parts: { type: 'array' },
  },
  additionalProperties: false,
};

export const reference = async (): Promise<Document> =>
  (await fetch(`${inject('serviceUrl')}/openapi.json`)).json() as Promise<Document>;

const checker = async () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({
    $id: 'sdk',
    components: { schemas: { ...normalizedSchemas(await reference()), DELETED } },
  });
  const ref = (name: string) => ({ $ref: `sdk#/components/schemas/${name}` });
  const kinds = Object.entries(RECORDS).map(([kind, names]) => {
    const record = { anyOf: [...names, 'DELETED'].map(ref) };
    return [kind, { type: 'object', additionalProperties: record }] as const;
  });
  return ajv.compile({
    type: 'object',
    required: ['entities', 'result'],
    properties: {
      entities: { type: 'object', additionalProperties: false, properties: Object.fromEntries(kinds) },
    },
  });
};

let check: ReturnType<typeof checker> | undefined;

/** As fetch, but what the service says must be what the types of the SDK say. */
export const checkingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.headers.get('content-type')?.startsWith('application/vnd.walkaround.normalized+json')) {
    check ??= checker();
    const validate = await check;
    const answer = await response.clone().json();
    if (!validate(answer))
      throw new Error(
        `The types do not fit ${init?.method} ${input}: ${JSON.stringify(validate.errors)}\n${JSON.stringify(answer).slice(0, 2000)}`,
      );
  }
  return response;
};

export const tokenFor = (wishes: TokenWishes = {}) =>
  signToken(inject('issuerKey'), { user: `user-${randomUUID()}`, ...wishes });

/** A client of the shared service for a user nobody else uses, which notes what it asks for. */
export const sdkClient = async (wishes: TokenWishes = {}, options: Partial<ClientOptions> = {}) => {
  const token = await tokenFor(wishes);
  const asked: string[] = [];
  const client = createClient({
    baseUrl: inject('serviceUrl'),
    getToken: () => token,
    ...options,
    fetch: (input, init) => {
      asked.push(`${init?.method} ${new URL(String(input)).pathname.replace('/v1', '')}`);
      return (options.fetch ?? fetch)(input, init);
    },
  });
  return { ...client, asked };
};

/** The one record that an answer is about. */
export const recordOf = <Kind extends EntityKind, Shown>(answer: One<Kind, Shown>): Shown => {
  const kinds = Object.values(answer.entities) as Record<string, Shown>[];
  return kinds.find((records) => Object.hasOwn(records, answer.result))![answer.result]!;
};
