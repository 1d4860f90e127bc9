import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { openFile } from '../../../actions/photos/open-file.ts';
import type { ByteRange, OpenedFile } from '../../../inspections/ports/ports.ts';
import { whileAwaited } from '../../client-gone.ts';
import type { OpenContext, Router } from '../../context.ts';
import { refusals } from '../../schemas/common.ts';

const FileQuery = z.object({
  expires: z.coerce.number().int(),
  signature: z.string().max(100),
  share: z.string().max(36).optional().describe('The share link that it came with.'),
  deleted: z.literal('true').optional().describe('It was given for a photo that had been deleted.'),
  width: z.coerce.number().int().min(1).max(4000).optional().describe('A thumbnail of about this width.'),
});

const linkTo = (key: string, { expires, signature, share, deleted }: z.infer<typeof FileQuery>) => ({
  key,
  expires,
  signature,
  share,
  deleted: deleted !== undefined,
});

const OWN_LINK = 'Give the path of an image as an answer of this service has it.';

/** Only its path counts: nothing is ever fetched from it. */
const SignedLink = z
  .string()
  .max(4000)
  .transform((text, context) => {
    const url = URL.parse(text, 'http://here');
    const key = url?.pathname.split('/files/')[1];
    const signed = FileQuery.safeParse(Object.fromEntries(url?.searchParams ?? []));
    if (key && signed.success) return linkTo(key, signed.data);
    context.addIssue({ code: 'custom', message: OWN_LINK });
    return z.NEVER;
  });

const ResizeQuery = z.object({
  image_url: SignedLink.describe('The path of an image.'),
  width: z.coerce.number().int().min(0).max(4000),
  height: z.coerce.number().int().min(0).max(4000).optional().describe('It follows from the width.'),
});

const Bytes = {
  description: 'The bytes of the file, or of the range that was asked for.',
  content: { 'image/*': { schema: z.any() } },
};

/** One range of bytes, as browsers ask for; anything else is answered with the whole file. */
const parseRange = (header: string | undefined): ByteRange | undefined => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || (first === '' && !Number(last))) return undefined;
  if (first === '') return { start: -Number(last) };
  const range = { start: Number(first), end: last === '' ? undefined : Number(last) };
  return range.end === undefined || range.end >= range.start ? range : undefined;
};

const send = (reply: FastifyReply, file: OpenedFile, expires: number) => {
  const seconds = Math.max(0, expires - Math.floor(Date.now() / 1000));
  reply
    .header('content-type', file.mimetype)
    .header('cache-control', `private, max-age=${seconds}, immutable`)
    .header('accept-ranges', 'bytes')
    .header('cross-origin-resource-policy', 'cross-origin')
    // Pages show reports in a frame.
    .removeHeader('x-frame-options')
    // In a sandbox browsers do not show a PDF.
    .header(
      'content-security-policy',
      file.mimetype === 'application/pdf' ? "default-src 'none'" : "default-src 'none'; sandbox",
    );
  if (file.range) {
    const { start, end } = file.range;
    reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`);
    return reply.header('content-length', end - start + 1).send(file.stream);
  }
  return reply.header('content-length', file.size).send(file.stream);
};

/** Photos, by the signed links that answers contain: no token, so that an <img> can show them. */
export const fileRoutes = (app: Router, { ports }: OpenContext) => {
  app.get(
    '/files/*',
    {
      schema: {
        tags: ['Files'],
        summary: 'Read a photo by its signed link',
        description:
          'Images contain these links. Byte ranges are supported; width returns a thumbnail. 503 with Retry-After while plates and faces are being blurred, and if blurring fails.',
        params: z.object({ '*': z.string() }),
        querystring: FileQuery,
        security: [],
        response: { 200: Bytes, 206: Bytes, ...refusals(403, 404, 416, 422) },
      },
    },
    async (request, reply) => {
      const { width } = request.query;
      const link = linkTo(request.params['*'], request.query);
      const range = width === undefined ? parseRange(request.headers.range) : undefined;
      const file = await openFile(link, { width, range }, whileAwaited(ports, reply));
      return send(reply, file, link.expires);
    },
  );

  // Clients write the address with and without the slash.
  for (const path of ['/image_resize', '/image_resize/'])
    app.get(
      path,
      {
        schema: {
          hide: path.endsWith('/'),
          tags: ['Files'],
          summary: 'Read a smaller picture of a photo, as clients of generation 4 and 5 ask for it',
          description:
            'The photo of image_url in one of a few sizes, at least as wide as requested, in the same proportions.',
          querystring: ResizeQuery,
          security: [],
          response: { 200: Bytes, ...refusals(403, 404, 422) },
        },
      },
      async (request, reply) => {
        const { image_url: link, width } = request.query;
        return send(reply, await openFile(link, { width }, whileAwaited(ports, reply)), link.expires);
      },
    );
};
