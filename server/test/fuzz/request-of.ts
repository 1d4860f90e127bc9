import type { Body } from '@walkaround/harness/clients/client.ts';
import { multipart } from '@walkaround/harness/clients/multipart.ts';
import type { Ids, Operation } from '@walkaround/harness/clients/operations.ts';
import fc, { type Arbitrary } from 'fast-check';
import { arbitraryOf, type World } from './arbitrary-of.ts';
import { hostileText, oddHeaders } from './hostile.ts';
import { oddJson, spoiled } from './spoiled.ts';

export type Fuzzed = {
  address: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};

type Wishes = World & { known: Ids; isRight: boolean; file: Arbitrary<Buffer> };

const NORMALIZED = 'application/vnd.walkaround.normalized+json';
const TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'a',
  'application/xml',
];

const mostly = <T>(usual: Arbitrary<T>, seldom: Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: seldom });

const encoded = (text: unknown) => encodeURIComponent(String(text).toWellFormed());

/** What is known by the parameter's name, what its schema allows, and, in a wrong request, anything. */
const parameterOf = ({ name, schema }: Body, { known, isRight, ...world }: Wishes): Arbitrary<unknown> => {
  const allowed = arbitraryOf(schema, world);
  const right = known[name] === undefined ? allowed : fc.constant<unknown>(known[name]);
  return isRight ? right : fc.oneof({ weight: 8, arbitrary: right }, allowed, hostileText);
};

const addressOf = ({ path, details }: Operation, wishes: Wishes): Arbitrary<string> => {
  const parameters: Body[] = details.parameters ?? [];
  const within = (place: string): Record<string, Arbitrary<unknown>> =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place).map((one) => [one.name, parameterOf(one, wishes)]),
    );
  const needed: string[] = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => name);
  return fc
    .tuple(fc.record(within('path')), fc.record(within('query'), { requiredKeys: needed }), fc.nat(20))
    .map(([places, query, dice]) => {
      const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name) =>
        name === '*' ? encoded(places[name]).replaceAll('%2F', '/') : encoded(places[name]),
      );
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`);
      // A parameter that comes twice is a list to some and the first or last of it to others.
      return `${filled}?${(dice === 0 ? [...pairs, ...pairs] : pairs).join('&')}`;
    });
};

/** Nobody works in a quiet service, so a right request does not wait for work. */
const withoutWaiting = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, member) => (/^wait_?for_?result$/i.test(name) ? false : member));

const jsonOf = (schema: Body, { isRight, ...world }: Wishes): Arbitrary<string> => {
  const right = arbitraryOf(schema, world).map(withoutWaiting);
  return (isRight ? right : spoiled(right)).map((value) => JSON.stringify(value));
};

const asJson = (schema: Body, wishes: Wishes): Arbitrary<Omit<Fuzzed, 'address'>> => {
  const text: Arbitrary<string | Buffer> = wishes.isRight
    ? jsonOf(schema, wishes)
    : jsonOf(schema, wishes).chain((json) => mostly(fc.constant<string | Buffer>(json), oddJson(json)));
  const type = fc.constant('application/json');
  return fc
    .tuple(text, wishes.isRight ? type : fc.oneof({ weight: 12, arbitrary: type }, fc.constantFrom(...TYPES)))
    .map(([body, contentType]) => ({
      body: typeof body === 'string' ? body : new Uint8Array(body),
      headers: { 'content-type': contentType },
    }));
};

const asForm = (schema: Body, wishes: Wishes): Arbitrary<Omit<Fuzzed, 'address'>> => {
  const parts = Object.entries<Body>(schema.properties).map(([name, part]) =>
    part.contentMediaType
      ? wishes.file.map((content) => ({ name, filename: 'a.jpeg', content }))
      : jsonOf(part, wishes).map((content) => ({ name, content })),
  );
  return fc.tuple(...parts).map((made) => multipart(made));
};

const bodyOf = ({ details }: Operation, wishes: Wishes): Arbitrary<Omit<Fuzzed, 'address'>> => {
  const kinds = Object.entries<Body>(details.requestBody?.content ?? {}).map(([type, { schema }]) =>
    type === 'multipart/form-data' ? asForm(schema, wishes) : asJson(schema, wishes),
  );
  const nothing = fc.constant({ body: undefined, headers: {} });
  return kinds.length === 0 ? nothing : fc.oneof({ weight: 15, arbitrary: fc.oneof(...kinds) }, nothing);
};

/** Requests of an operation as its own reference describes it, or with something wrong anywhere. */
export const requestOf = (operation: Operation, wishes: Wishes): Arbitrary<Fuzzed> => {
  const odd = wishes.isRight ? fc.constant({}) : mostly(fc.constant<Record<string, string>>({}), oddHeaders);
  return fc
    .tuple(addressOf(operation, wishes), bodyOf(operation, wishes), fc.boolean(), fc.option(fc.uuid()), odd)
    .map(([address, { body, headers }, isNormalized, key, more]) => ({
      address,
      body,
      headers: {
        ...headers,
        ...(isNormalized && { accept: NORMALIZED }),
        ...(key !== null && operation.method === 'POST' && { 'idempotency-key': key }),
        ...more,
      },
    }));
};
