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

const Bytes = z.any().describe('The bytes of the file, or of the range that was asked for.');

/** One range of bytes, as browsers ask for; anything else is answered with the whole file. */
const parseRange = (header: string | undefined): { start: number; end?: number } | undefined => {
  const match = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return undefined;
  const start = Number(match[1]);
  const end = match[2] === '' ? undefined : Number(match[2]);
  return end === undefined || end >= start ? { start, end } : undefined;
};

const contentRange = (range: ByteRange, size: number) => {
  const end = Math.min(range.end ?? size - 1, size - 1);
  return { header: `bytes ${range.start}-${end}/${size}`, length: end - range.start + 1 };
};

/** Photos, by the signed links that answers contain: no token, so that an <img> can show them. */
export const fileRoutes = (app: Router, { ports }: Context) => {
  app.get(
    '/files/*',
    {
      schema: {
        tags: ['Files'],
        summary: 'Read a photo by its signed link',
        description: 'The links come with images. Ranges of bytes work; width gives a thumbnail.',
        params: z.object({ '*': z.string() }),
        querystring: FileQuery,
        security: [],
        response: { 200: Bytes, 206: Bytes, ...refusals(403, 404, 422) },
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
        .header('content-security-policy', "default-src 'none'; sandbox");
      if (range) {
        const part = contentRange(range, file.size);
        reply.code(206).header('content-range', part.header).header('content-length', part.length);
      } else reply.header('content-length', file.size);
      return reply.send(file.stream);
    },
  );
};
