import type { Readable } from 'node:stream';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalidField, malformedRequest, tooLarge } from '../../inspections/problems/requests.ts';

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
async function* partsOf(request: FastifyRequest, mostFiles: number): AsyncGenerator<Multipart> {
  try {
    const parts = request.parts({ limits: { files: mostFiles + 1, parts: mostFiles + 11 } });
    for (let next = await nextPart(parts, request.raw); !next.done; next = await nextPart(parts, request.raw))
      yield next.value;
  } catch (error) {
    const { statusCode, message } = error as Error & { statusCode?: number };
    if (statusCode === 413)
      throw tooLarge(
        `The upload has too many parts. Send json and ${mostFiles === 1 ? 'one file' : 'the files that it names'}.`,
      );
    throw malformedRequest(`The multipart body cannot be read: ${message}. Send it again.`);
  }
}

type Discardable = { discard(): Promise<void> };

/**
 * `json` says what the files are, then come the files. The order matters, because each file is streamed to its place
 * while it arrives. What was received belongs to the caller.
 */
const readForm = async <Input, Received extends Discardable>(
  request: FastifyRequest,
  parse: (json: unknown) => Input,
  receive: (input: Input, part: MultipartFile, before: ReadonlyMap<string, Received>) => Promise<Received>,
  mostFiles: number,
): Promise<{ input: Input; received: Map<string, Received> }> => {
  let input: Input | undefined;
  const received = new Map<string, Received>();
  try {
    for await (const part of partsOf(request, mostFiles)) {
      if (part.fieldname === 'json') {
        if (input !== undefined) throw invalidField('json', 'Send one part json, not several.');
        input = parse(await readJson(part, request.routeOptions.bodyLimit));
      } else if (part.type === 'file') {
        if (input === undefined) throw invalidField('json', MISSING_JSON);
        received.set(part.fieldname, await receive(input, part, received));
      }
    }
    if (input === undefined) throw invalidField('json', MISSING_JSON);
    return { input, received };
  } catch (error) {
    await Promise.all([...received.values()].map((one) => one.discard()));
    throw error;
  }
};

/** An upload of one file, whatever its name. */
export const readUpload = async <Input, Received extends Discardable>(
  request: FastifyRequest,
  parse: (json: unknown) => Input,
  receive: (input: Input, file: Readable) => Promise<Received>,
  field = 'image',
): Promise<{ input: Input; received: Received }> => {
  const form = await readForm(
    request,
    parse,
    (input, { fieldname, file }, before: ReadonlyMap<string, Received>) => {
      if (before.size > 0) throw invalidField(fieldname, 'Send one file, not several.');
      return receive(input, file);
    },
    1,
  );
  const [received] = form.received.values();
  if (!received)
    throw invalidField(field, `The file is missing: send it as a part of its own, named ${field}.`);
  return { input: form.input, received };
};

const twoOfName = (name: string) =>
  invalidField(name, 'Two files have this name. Send one of them, or give them names of their own.');

/** An upload of the files that its `json` names: `wanted` has their names, each with its place in the json. */
export const readNamedFiles = async <Input, Received extends Discardable>(
  request: FastifyRequest,
  parse: (json: unknown) => Input,
  wanted: (input: Input) => ReadonlyMap<string, string>,
  receive: (input: Input, name: string, file: Readable) => Promise<Received>,
  mostFiles: number,
): Promise<{ input: Input; received: ReadonlyMap<string, Received> }> => {
  const form = await readForm(
    request,
    parse,
    (input, { fieldname, file }, before: ReadonlyMap<string, Received>) => {
      if (before.has(fieldname)) throw twoOfName(fieldname);
      if (!wanted(input).has(fieldname))
        throw invalidField(fieldname, 'No image names this file. Name it as a file_key, or leave it out.');
      return receive(input, fieldname, file);
    },
    mostFiles,
  );
  for (const [name, path] of wanted(form.input))
    if (!form.received.has(name)) {
      await Promise.all([...form.received.values()].map((one) => one.discard()));
      throw invalidField(path, `The file ${name} is missing: send it as a part of its own, after json.`);
    }
  return form;
};

/** An upload of a json and of files that it does not name: any, up to so many. */
export const readFiles = async <Input, Received extends Discardable>(
  request: FastifyRequest,
  parse: (json: unknown) => Input,
  receive: (name: string, file: Readable) => Promise<Received>,
  mostFiles: number,
): Promise<{ input: Input; received: Received[] }> => {
  const form = await readForm(
    request,
    parse,
    (_input, { fieldname, file }, before: ReadonlyMap<string, Received>) => {
      if (before.has(fieldname)) throw twoOfName(fieldname);
      if (before.size >= mostFiles) throw invalidField(fieldname, `Send at most ${mostFiles} files.`);
      return receive(fieldname, file);
    },
    mostFiles,
  );
  return { input: form.input, received: [...form.received.values()] };
};
