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

/** More than the last bytes need on their way through the parser. */
const STUCK_AFTER_MS = 2000;

/** The parser waits for ever for the end of some broken parts, also when there is nothing left that could come. */
const nextPart = async (parts: AsyncIterator<Multipart>, body: Readable) => {
  const stuck = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const giveUpSoon = () => {
    timer = setTimeout(() => stuck.reject(new Error('a part of it has no end')), STUCK_AFTER_MS);
  };
  if (body.readableEnded) giveUpSoon();
  else body.once('end', giveUpSoon);
  try {
    return await Promise.race([parts.next(), stuck.promise]);
  } finally {
    clearTimeout(timer);
    body.off('end', giveUpSoon);
  }
};

/** The parts; what keeps them from being read is the fault of the request. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    const parts = request.parts();
    for (let next = await nextPart(parts, request.raw); !next.done; next = await nextPart(parts, request.raw))
      yield next.value;
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
