import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Document, operationAt, type Schema } from './document.ts';
import { RECORDS } from './names.ts';
import { normalizedSchemas } from './normalized-schemas.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const HEADER = `// Made from the service's OpenAPI document by sdk/generate; do not edit. To make it again:
// npm test -- sdk/test/schema.test.ts -u
`;

/** Lists of words that deserve a name, by a place where each stands. */
const wordLists = (document: Document): Record<string, Schema> => {
  const { schemas } = document.components;
  const member = (name: string, property: string) => schemas[name]!.properties![property]!;
  const query = (at: string, name: string) =>
    operationAt(document, at).parameters!.find((parameter) => parameter.name === name)!.schema;
  const body = (at: string) => operationAt(document, at).requestBody!.content['application/json']!.schema;
  const task = 'PATCH /inspections/{inspection_id}/tasks/{task_name}';
  const image = body('POST /inspections/{inspection_id}/images').properties!;
  return {
    PartType: member('Damage', 'part_type'),
    DamageType: member('Damage', 'damage_type'),
    TaskName: member('Task', 'name'),
    TaskNameInput: image.tasks!.items!.anyOf![0]!,
    TaskStatus: member('Task', 'status'),
    ProgressStatusUpdate: body(task).properties!.status!,
    InspectionStatus: member('Inspection', 'status'),
    OwnershipFilter: query('GET /inspections', 'ownership_filter'),
    PaginationOrder: query('GET /inspections', 'pagination_order'),
    EventType: member('Webhook', 'event_types').items!,
    CentersOn: image.detailed_viewpoint!.anyOf![0]!,
    Currency: member('PriceMatrix', 'currency'),
    ProblemCode: member('Problem', 'code'),
  };
};

const union = (types: string[]) => [...new Set(types)].join(' | ');

const literals = (values: unknown[]) => union(values.map((value) => JSON.stringify(value)));

const comment = (text: string | undefined) => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '');

/** Prints types one after the other; what has been named is called by its name from then on. */
const printerWith = (names: Map<string, string>) => {
  const object = ({ properties, required = [], additionalProperties, propertyNames }: Schema): string => {
    if (properties)
      return `{\n${Object.entries(properties)
        .map(([name, schema]) => {
          const optional = required.includes(name) ? '' : '?';
          return `${comment(schema.description)}${JSON.stringify(name)}${optional}: ${print(schema)};`;
        })
        .join('\n')}\n}`;
    const value = typeof additionalProperties === 'object' ? print(additionalProperties) : 'unknown';
    return propertyNames?.enum
      ? `Partial<Record<${literals(propertyNames.enum)}, ${value}>>`
      : `Record<string, ${value}>`;
  };

  const print = (schema: Schema): string => {
    if (schema.$ref) return schema.$ref.split('/').at(-1)!;
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return names.get(JSON.stringify(schema.enum)) ?? literals(schema.enum);
    if (schema.anyOf) return union(schema.anyOf.map(print));
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => print({ ...schema, type })));
    if (schema.prefixItems) return `[${schema.prefixItems.map(print).join(', ')}]`;
    switch (schema.type) {
      case 'object': {
        const type = object(schema);
        return names.get(type) ?? type;
      }
      case 'array':
        return `Array<${print(schema.items ?? {})}>`;
      case 'integer':
        return 'number';
      case undefined:
        return 'unknown';
      default:
        return schema.type;
    }
  };
  return (name: string, schema: Schema) => {
    const type = print(schema);
    if (schema.properties) names.set(type, name);
    return `${comment(schema.description)}export type ${name} = ${type};`;
  };
};

const formatted = (source: string) =>
  execFileSync(`${ROOT}/node_modules/.bin/biome`, ['format', '--stdin-file-path=sdk/src/schema.ts'], {
    cwd: ROOT,
    input: source,
    encoding: 'utf8',
  });

/** The text of src/schema.ts. */
export const printTypes = (document: Document): string => {
  const lists = wordLists(document);
  const print = printerWith(
    new Map(Object.entries(lists).map(([name, schema]) => [JSON.stringify(schema.enum), name])),
  );
  const types = [
    ...Object.entries(lists).map(([name, schema]) => `export type ${name} = ${literals(schema.enum!)};`),
    ...Object.entries(normalizedSchemas(document)).map(([name, schema]) => print(name, schema)),
    `/** What stands under each kind in the entities of an answer. */
    export type EntityOf = {${Object.entries(RECORDS)
      .map(([kind, [name]]) => `${kind}: ${name};`)
      .join('\n')}};`,
  ];
  return formatted(`${HEADER}\n${types.join('\n\n')}\n`);
};
