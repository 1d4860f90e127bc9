import { z } from 'zod';
import { openFile } from '../../actions/open-file.ts';
import type { ByteRange } from '../../inspections/ports.ts';
import type { Context, Router } from '../context.ts';
import { refusals } from '../schemas/common.ts';

const FileQuery = z.object({
  expires: z.coerce.number().int(),
  signature: z.string().max(100),
  width: z.coerce.number().int().min(1).max(4000).optional().describe('A thumbnail of about this width.'),
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

/** Photos, by the signed links that answers contain: no token, so that an <img> can show them. */
export const fileRoutes = (app: Router, { ports }: Context) => {
  app.get(
    '/files/*',
    {
      schema: {
        tags: ['Files'],
        summary: 'Read a photo by its signed link',
        description:
          'The links come with images. Ranges of bytes work; width gives a thumbnail. 503 with Retry-After while plates and faces are being blurred, and when they cannot be.',
        params: z.object({ '*': z.string() }),
        querystring: FileQuery,
        security: [],
        response: { 200: Bytes, 206: Bytes, ...refusals(403, 404, 416, 422) },
      },
    },
    async (request, reply) => {
      const { expires, signature, width } = request.query;
      const link = { key: request.params['*'], expires, signature };
      const range = width === undefined ? parseRange(request.headers.range) : undefined;
      const file = await openFile(link, { width, range }, ports);
      const seconds = Math.max(0, expires - Math.floor(Date.now() / 1000));
      reply
        .header('content-type', file.mimetype)
        .header('cache-control', `private, max-age=${seconds}, immutable`)
        .header('accept-ranges', 'bytes')
        .header('cross-origin-resource-policy', 'cross-origin')
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
    },
  );
};
