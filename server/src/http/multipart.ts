import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { invalidField, malformedRequest } from '../inspections/problem.ts';

const parseJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw malformedRequest('The part json is not valid JSON.');
  }
};

const MISSING_JSON = 'Send a part json that describes the image, before the file.';

/**
 * An upload in two parts: `json` says what the file is, then comes the file. The order matters, because
 * the file is streamed to its place while it arrives.
 */
export const readUpload = async <Input, Received>(
  request: FastifyRequest,
  parse: (json: unknown) => Input,
  receive: (input: Input, file: Readable) => Promise<Received>,
): Promise<{ input: Input; received: Received }> => {
  let input: Input | undefined;
  for await (const part of request.parts()) {
    if (part.fieldname === 'json') {
      input = parse(parseJson(part.type === 'field' ? part.value : await text(part.file)));
    } else if (part.type === 'file') {
      if (input === undefined) throw invalidField('json', MISSING_JSON);
      return { input, received: await receive(input, part.file) };
    }
  }
  if (input === undefined) throw invalidField('json', MISSING_JSON);
  throw invalidField('image', 'The file is missing: send it as a part of its own, named image.');
};
