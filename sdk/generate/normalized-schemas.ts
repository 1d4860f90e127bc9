/**
 * From the raw form that the OpenAPI document describes to the form that this SDK speaks: camelCase, and
 * records that are entities of their own replaced by their ids. The document tells which (`x-normalized`).
 */
import { type Document, operationAt, type Schema } from './document.ts';
import { BODIES, QUERIES, RECORDS, SUMMARIES, UPLOADS } from './names.ts';

const REF = '#/components/schemas/';

const nameIn = (ref: string, known: Record<string, Schema>) => {
  const name = ref.slice(REF.length);
  // The document has every record twice, once as it could be sent.
  const plain = name.replace(/Input$/, '');
  return plain in known ? plain : name;
};

const camel = (name: string) => name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** In camelCase; what becomes of each member is for the caller to say. */
const renamed = (schema: Schema, member: (name: string, schema: Schema) => Schema): Schema => {
  const deep = (inner: Schema) => renamed(inner, member);
  const { properties, required, additionalProperties, propertyNames, items, prefixItems, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [camel(name), member(name, inner)]),
      ),
    }),
    ...(required && { required: required.map(camel) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: deep(additionalProperties) }),
    ...(propertyNames?.enum && {
      propertyNames: { enum: propertyNames.enum.map((name) => camel(String(name))) },
    }),
    ...(items && { items: deep(items) }),
    ...(prefixItems && { prefixItems: prefixItems.map(deep) }),
    ...(anyOf && { anyOf: anyOf.map(deep) }),
  };
};

const camelCased = (schema: Schema, untouched: string[]): Schema =>
  renamed(schema, (name, inner) => (untouched.includes(name) ? inner : camelCased(inner, untouched)));

/** Requests may be in camelCase wherever the service knows the names; nothing is exempt. */
const asInput = (schema: Schema): Schema => renamed(schema, (_, inner) => asInput(inner));

/** The schema of a member that is an entity of its own: its id, or ids, as often as it was there. */
const idOf = ({ type, anyOf, description }: Schema): Schema => {
  const id = { type: 'string', ...(description && { description }) };
  if (type === 'array') return { ...id, type: 'array', items: { type: 'string' } };
  return anyOf?.some((option) => option.type === 'null') ? { ...id, type: ['string', 'null'] } : id;
};

const asEntity = (schema: Schema, kind: string, { relations, untouched }: Document['x-normalized']): Schema =>
  renamed(schema, (name, inner) => {
    if (name in (relations[kind] ?? {})) return idOf(inner);
    return untouched.includes(name) ? inner : camelCased(inner, untouched);
  });

const queryOf = (document: Document, at: string): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    (operationAt(document, at).parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema, description }) => {
        // Query parameters are text, so a flag is described as the words for true and false.
        const flag = schema.enum?.includes('true');
        return [
          camel(name),
          { ...(flag ? { type: 'boolean' } : schema), ...(description && { description }) },
        ];
      }),
  ),
});

const named = (places: Record<string, string>, schemaAt: (at: string) => Schema) =>
  Object.entries(places).map(([name, at]) => [name, schemaAt(at)] as const);

/** Every record and every input by the name that its type has in this SDK. */
export const normalizedSchemas = (document: Document): Record<string, Schema> => {
  const known = { ...document.components.schemas };
  const rules = document['x-normalized'];
  const cased = (schema: Schema) => camelCased(schema, rules.untouched);
  const pdf = '/inspections/{inspection_id}/pdf';
  const evidence = '/inspections/{inspection_id}/evidence';
  const answerOf = (at: string, status: string) =>
    operationAt(document, at).responses[status]!.content!['application/json']!.schema;
  const bodyOf = (type: string) => (at: string) =>
    operationAt(document, at).requestBody!.content[type]!.schema;
  known.Pdf = answerOf(`GET ${pdf}`, '200');
  known.EvidencePack = answerOf(`GET ${evidence}`, '200');
  known.EvidenceRequest = answerOf(`POST ${evidence}`, '202');
  known.PdfRequest = answerOf(`POST ${pdf}`, '202');

  const box = ['Box', cased(known.View!.properties!.bounding_box!)] as const;
  const records = Object.entries(RECORDS).flatMap(([kind, names]) =>
    names.map((name) => [name, asEntity(known[name]!, kind, rules)] as const),
  );
  const summaries = SUMMARIES.map((name) => [name, cased(known[name]!)] as const);
  const { callbacks, generate_subimages_parts } = bodyOf('application/json')(BODIES.CreateInspection)
    .properties!.tasks!.properties!.damage_detection!.properties!;
  const inputs = [
    ['Callback', asInput(callbacks!.items!)] as const,
    ['SubImages', asInput(generate_subimages_parts!)] as const,
    ...named(BODIES, (at) => asInput(bodyOf('application/json')(at))),
    ...named(UPLOADS, (at) => asInput(bodyOf('multipart/form-data')(at).properties!.json!)),
    ...named(QUERIES, (at) => queryOf(document, at)),
  ];
  const schemas: Record<string, Schema> = structuredClone(
    Object.fromEntries([box, ...records, ...summaries, ...inputs]),
  );

  // What those refer to. A compliance stands in a member that passes untouched, names and all.
  const follow = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { $ref } = schema as Schema;
    if ($ref !== undefined) {
      const name = nameIn($ref, known);
      (schema as Schema).$ref = REF + name;
      if (!(name in schemas)) {
        schemas[name] = name === 'Compliance' ? structuredClone(known[name]!) : cased(known[name]!);
        follow(schemas[name]);
      }
    }
    for (const member of Object.values(schema)) follow(member);
  };
  for (const schema of Object.values(schemas)) follow(schema);
  return schemas;
};
