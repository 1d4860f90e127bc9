/** The parts of JSON Schema that the service's OpenAPI document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  prefixItems?: Schema[];
  description?: string;
};

type Content = Record<string, { schema: Schema }>;
type Parameter = { name: string; in: string; schema: Schema; description?: string };

export type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
  /** How the form that this SDK speaks is made of the one that the schemas describe. */
  'x-normalized': {
    kinds: string[];
    /** Which members of a kind of entity are entities of their own. */
    relations: Record<string, Record<string, string>>;
    /** Members whose names and content stay as they are. */
    untouched: string[];
  };
};

/** `POST /inspections` and the like. */
export const operationAt = (document: Document, at: string): Operation => {
  const [method, path] = at.split(' ') as [string, string];
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`The reference has no ${at} any more. Correct what names it.`);
  return found;
};
