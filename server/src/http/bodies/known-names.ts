/**
 * Requests may spell every known field in snake_case or camelCase (and as older clients mangle them:
 * `coverage360`, `t_1`). The schema itself says which names are known; everything inside free-form
 * objects passes untouched.
 */
import { z } from 'zod';

type Rename = (value: unknown) => unknown;

const same: Rename = (value) => value;

const canonical = (name: string) => name.replaceAll('_', '').toLowerCase();

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const renameObject = (shape: Record<string, z.core.$ZodType>): Rename => {
  const known = new Map(Object.keys(shape).map((name) => [canonical(name), name]));
  const inner = new Map(Object.entries(shape).map(([name, schema]) => [name, renamerFor(schema)]));
  return (value) => {
    if (!isPlainObject(value)) return value;
    const renamed: Record<string, unknown> = {};
    for (const [given, member] of Object.entries(value)) {
      const name = inner.has(given) ? given : (known.get(canonical(given)) ?? given);
      // The exact spelling wins where a request has both.
      if (name !== given && Object.hasOwn(value, name)) continue;
      Object.defineProperty(renamed, name, {
        value: (inner.get(name) ?? same)(member),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return renamed;
  };
};

/** Built once per schema when the routes are registered. */
export const renamerFor = (schema: z.core.$ZodType): Rename => {
  if (schema instanceof z.ZodObject) return renameObject(schema.shape);
  if (schema instanceof z.ZodArray) {
    const item = renamerFor(schema.element);
    return item === same ? same : (value) => (Array.isArray(value) ? value.map(item) : value);
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return renamerFor(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return renamerFor(schema.def.in);
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map(renamerFor).filter((option) => option !== same);
    return (value) => options.reduce((renamed, option) => option(renamed), value);
  }
  return same;
};
