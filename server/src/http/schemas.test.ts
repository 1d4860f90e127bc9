import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { arbitraryOf } from '../../test/fuzz/arbitrary-of.ts';
import { parserFor } from './validation.ts';

const SEED = 20260304;

const files = await readdir(new URL('./schemas', import.meta.url), { recursive: true });
const exported = await Promise.all(
  files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => import(new URL(`./schemas/${file}`, import.meta.url).href)),
);
const schemas = exported
  .flatMap((module) => Object.entries<unknown>(module))
  .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType);

const described = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** Whether it makes something else of its input: more than filling in what is missing and leaving out what is unknown. */
const turns = (schema: z.ZodType) => {
  const plain = (io: 'input' | 'output') =>
    JSON.stringify(described(schema, io), (name, value) =>
      name === 'required' || name === 'additionalProperties' ? undefined : value,
    );
  return plain('input') !== plain('output');
};

const samples = (schema: z.ZodType, spelling: 'snake' | 'camel') => {
  const reference = described(schema, 'input');
  return fc.sample(arbitraryOf(reference, { reference, ids: ['an id'], spelling }), {
    numRuns: 15,
    seed: SEED,
  });
};

test('there are many of them', () => expect(schemas.length).toBeGreaterThan(50));

/** Itself and all that it is made of. */
const partsOf = function* (schema: z.core.$ZodType, seen = new Set<unknown>()): Generator<z.core.$ZodType> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  const members = (value: unknown): z.core.$ZodType[] => {
    if (value instanceof z.core.$ZodType) return [value];
    if (Array.isArray(value)) return value.flatMap(members);
    return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
      ? Object.values(value).flatMap(members)
      : [];
  };
  for (const part of members({ ...schema._zod.def })) yield* partsOf(part, seen);
};

test.each(schemas)('%s tells in words each rule that the reference cannot express', (_, schema) => {
  for (const part of partsOf(schema)) {
    const { checks = [] } = part._zod.def;
    const rules = checks.filter((check) => check._zod.def.check === 'custom');
    if (rules.length > 0) expect(z.globalRegistry.get(part)?.description).toMatch(/\w{3}/);
  }
});

test.each(schemas)(
  '%s reads what it has read as the same, and leaves what it is given alone',
  (_, schema) => {
    const makesTheSame = !turns(schema);
    for (const value of samples(schema, 'snake')) {
      const copy = structuredClone(value);
      const first = schema.safeParse(value);
      expect(value).toEqual(copy);
      expect(schema.safeParse(copy)).toEqual(first);
      if (first.success && makesTheSame) expect(schema.parse(first.data)).toEqual(first.data);
    }
  },
);

const ofRequests = schemas.filter(([name]) => !name.endsWith('Answer'));

test.each(ofRequests)('%s reads both spellings alike', (_, schema) => {
  const parse = parserFor(schema);
  const outcome = (value: unknown) => {
    try {
      return parse(value);
    } catch {
      return 'refused';
    }
  };
  const camels = samples(schema, 'camel').map(outcome);
  expect(samples(schema, 'snake').map(outcome)).toEqual(camels);
});
