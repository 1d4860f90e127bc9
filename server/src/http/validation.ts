import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { FieldError } from '../inspections/problems/problem.ts';
import { invalidInput } from '../inspections/problems/requests.ts';
import { renamerFor } from './bodies/known-names.ts';
import { unstorable } from './bodies/storable.ts';

const MOST_ERRORS = 20;

const sentence = (issue: z.core.$ZodIssue): string => {
  // The schema's own sentence says more than a general one; those of the library begin so.
  if (!issue.message.startsWith('Invalid')) return issue.message.replace(/[^.]$/, '$&.');
  if (issue.code === 'invalid_value') return `Use one of: ${issue.values.join(', ')}.`;
  if (issue.code === 'invalid_type') {
    const given = issue.input === undefined ? 'It is missing' : 'It has the wrong type';
    return `${given}: expected ${issue.expected}.`;
  }
  return issue.message;
};

/** A value that fits no variant is judged by the variant it came closest to. */
const leaves = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] }));
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const depth = (issues: z.core.$ZodIssue[]) => Math.max(...issues.map((i) => i.path.length));
  const closest = issue.errors.reduce((best, next) => (depth(next) > depth(best) ? next : best));
  return closest.flatMap((inner) => leaves({ ...inner, path: [...issue.path, ...inner.path] }));
};

const fieldErrors = (error: z.core.$ZodError): FieldError[] =>
  error.issues
    .slice(0, MOST_ERRORS)
    .flatMap(leaves)
    .map((issue) => ({ path: issue.path.join('.'), message: sentence(issue) }));

const plainParserFor = <T extends z.ZodType>(schema: T) => {
  const rename = renamerFor(schema);
  return (data: unknown): z.output<T> => {
    const result = schema.safeParse(rename(data), { reportInput: true });
    if (!result.success) throw invalidInput(fieldErrors(result.error));
    return result.data;
  };
};

/** Parses a body, in either spelling, or refuses it with the path of each wrong field. */
export const parserFor = <T extends z.ZodType>(schema: T) => {
  const parse = plainParserFor(schema);
  return (data: unknown): z.output<T> => {
    const wrong = unstorable(data);
    if (wrong) throw invalidInput([wrong]);
    return parse(data);
  };
};

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  // What stands in a path is an id or a name, and anything else is simply not there.
  const parse = httpPart === 'params' ? plainParserFor(schema) : parserFor(schema);
  return (data) => {
    try {
      // A request without a body is judged like an empty one: what is missing is named field by field.
      return { value: parse(httpPart === 'body' ? (data ?? {}) : data) };
    } catch (error) {
      return { error: error as Error };
    }
  };
};
