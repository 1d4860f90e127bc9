import type { Body } from '@walkaround/harness/clients/client.ts';
import fc, { type Arbitrary } from 'fast-check';

/** Where `$ref` leads, ids that are in use, and how names are spelled: in either way, unless it is said. */
export type World = { reference: Body; ids: readonly string[]; spelling?: 'snake' | 'camel' };

const MOST = 4;

const URLS = [
  'http://127.0.0.1:9/',
  'https://[::1]/a?b=c#d',
  'http://10.0.0.1/photo.jpg',
  'http://localhost:1',
];

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

const text = ({ format, pattern, minLength = 0, maxLength = 60 }: Body): Arbitrary<string> => {
  if (format === 'uri') return fc.constantFrom(...URLS);
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 40 });
  return fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
  );
};

const number = (schema: Body, isWhole: boolean): Arbitrary<number> => {
  const { minimum = -1e9, maximum = 1e9, exclusiveMinimum } = schema;
  const min = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + (isWhole ? 1 : Number.EPSILON);
  const within = isWhole
    ? fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) })
    : fc.double({ min, max: maximum, noNaN: true });
  return fc.oneof({ weight: 4, arbitrary: within }, { weight: 1, arbitrary: fc.constantFrom(min, maximum) });
};

const object = (schema: Body, world: World): Arbitrary<unknown> => {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const members = Object.fromEntries(
    Object.entries<Body>(properties).map(([name, member]) => [
      name,
      /_ids?$/.test(name) ? withIds(member, world) : arbitraryOf(member, world),
    ]),
  );
  const named = fc.record(members, { requiredKeys: required });
  const isOpen = typeof additionalProperties === 'object';
  const free = fc.dictionary(
    isOpen && propertyNames ? (arbitraryOf(propertyNames, world) as Arbitrary<string>) : fc.string(),
    isOpen ? arbitraryOf(additionalProperties, world) : fc.jsonValue(),
    { maxKeys: isOpen ? MOST : 1, noNullPrototype: true },
  );
  return fc
    .tuple(named, isOpen ? free : fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, free), fc.boolean())
    .map(([known, more, either]) => {
      const isCamel = world.spelling ? world.spelling === 'camel' : either;
      const spelled = Object.entries(known).map(([name, member]) => [isCamel ? camel(name) : name, member]);
      return { ...more, ...Object.fromEntries(spelled) };
    });
};

/** A text that is to name something names something that there is, mostly. */
const withIds = (schema: Body, world: World): Arbitrary<unknown> => {
  const real = fc.constantFrom(...world.ids);
  const isList = schema.type === 'array';
  return fc.oneof(
    { weight: 3, arbitrary: isList ? fc.array(real, { maxLength: MOST }) : real },
    { weight: 1, arbitrary: arbitraryOf(schema, world) },
  );
};

const TYPES: Record<string, (schema: Body, world: World) => Arbitrary<unknown>> = {
  string: text,
  integer: (schema) => number(schema, true),
  number: (schema) => number(schema, false),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items, prefixItems, minItems = 0, maxItems = MOST }, world) =>
    prefixItems
      ? fc.tuple(...prefixItems.map((item: Body) => arbitraryOf(item, world)))
      : fc.array(arbitraryOf(items ?? {}, world), {
          minLength: minItems,
          maxLength: Math.max(minItems, Math.min(maxItems, MOST)),
        }),
  object,
};

/** Values that a JSON schema allows: within its bounds and at them, in both spellings, with members that nobody asked for. */
export const arbitraryOf = (schema: Body, world: World): Arbitrary<unknown> => {
  if (schema.$ref) return arbitraryOf(pointed(schema.$ref, world.reference), world);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const variants =
    schema.anyOf ??
    schema.oneOf ??
    (Array.isArray(schema.type) && schema.type.map((type: string) => ({ ...schema, type })));
  if (variants) return fc.oneof(...variants.map((variant: Body) => arbitraryOf(variant, world)));
  const build = TYPES[schema.type];
  const built = build ? build(schema, world) : fc.jsonValue({ maxDepth: 3 });
  // An example has been thought about: its parts go together.
  return schema.type === 'object' && schema.example
    ? fc.oneof({ weight: 3, arbitrary: built }, { weight: 1, arbitrary: fc.constant(schema.example) })
    : built;
};

const pointed = (pointer: string, reference: Body): Body =>
  pointer
    .split('/')
    .slice(1)
    .reduce((place, name) => place[name.replaceAll('~1', '/').replaceAll('~0', '~')], reference);
