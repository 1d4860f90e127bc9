import type { Readable } from 'node:stream';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalidField, malformedRequest, tooLarge } from '../inspections/problem.ts';

const MISSING_JSON = 'Send a part json that describes the file in valid JSON, before the file.';
const jsonTooLarge = () => tooLarge('The part json is larger than the service accepts.');

/** Some clients send the description as a file. */
const textOf = async ({ file }: MultipartFile, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size > maxBytes) throw jsonTooLarge();
    chunks.push(chunk);
  }
  if (file.truncated) throw jsonTooLarge();
  return Buffer.concat(chunks).toString();
};

const readJson = async (part: Multipart, maxBytes: number): Promise<unknown> => {
  if (part.type === 'field' && part.valueTruncated) throw jsonTooLarge();
  // A field that says it is JSON has been parsed on the way here.
  if (part.type === 'field' && part.mimetype === 'application/json') return part.value;
  const text = part.type === 'field' ? String(part.value) : await textOf(part, maxBytes);
  try {
    return JSON.parse(text);
  } catch {
    throw malformedRequest('The part json is not valid JSON.');
  }
};

/** The parts; what keeps them from being read is the fault of the request. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    const { statusCode, message } = error as Error & { statusCode?: number };
    if (statusCode === 413) throw tooLarge('The upload has too many parts. Send json and one file.');
    throw malformedRequest(`The multipart body cannot be read: ${message}. Send it again.`);
  }
}

/**
 * An upload in two parts: `json` says what the file is, then comes the file. The order matters, because
 * the file is streamed to its place while it arrives. What was received belongs to the caller.
 */
export const readUpload = async <Input, Received extends { discard(): Promise<void> }>(
  request: FastifyRequest,
  parse: (json: unknown) => Input,
  receive: (input: Input, file: Readable) => Promise<Received>,
  field = 'image',
): Promise<{ input: Input; received: Received }> => {
  let input: Input | undefined;
  let received: Received | undefined;
  try {
    for await (const part of partsOf(request)) {
      if (part.fieldname === 'json') {
        if (input !== undefined) throw invalidField('json', 'Send one part json, not several.');
        input = parse(await readJson(part, request.routeOptions.bodyLimit));
      } else if (part.type === 'file') {
        if (input === undefined) throw invalidField('json', MISSING_JSON);
        if (received) throw invalidField(part.fieldname, 'Send one file, not several.');
        received = await receive(input, part.file);
      }
    }
    if (input === undefined) throw invalidField('json', MISSING_JSON);
    if (!received)
      throw invalidField(field, `The file is missing: send it as a part of its own, named ${field}.`);
    return { input, received };
  } catch (error) {
    await received?.discard();
    throw error;
  }
};
