import { existsSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { consoleNotBuilt } from '../../inspections/problems/access.ts';
import type { Router } from '../context.ts';

/** What the console is told before it starts, and where its built files are. */
export type ConsoleSettings = {
  folder: string;
  publicUrl: string | undefined;
  start(): z.infer<typeof Start>;
};

/** Its pages have addresses that no resource of the interface has, so that no answer depends on who asks. */
const PAGES = ['/', '/callback', '/new', '/settings', '/about', '/shared/*', '/inspection/*', '/vehicle/*'];

const Start = z.object({
  issuer: z.string().describe('The OpenID Connect issuer.'),
  client_id: z.string().describe('The console, as the issuer knows it.'),
  scope: z.string(),
  audience: z.string(),
  address: z.string().nullable().describe('The only origin at which people can sign in; null: any.'),
  max_image_bytes: z.number().int().describe('Larger photos are scaled down before they are sent.'),
  max_image_pixels: z.number().int(),
});

/** Only what comes from the service itself runs; pictures may also be made by the page, and tokens come from the issuer. */
const policyFor = ({ publicUrl, start }: ConsoleSettings) => {
  const files = publicUrl ? ` ${new URL(publicUrl).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data:${files}`,
    "media-src 'self' blob:",
    `connect-src 'self' blob: ${new URL(start().issuer).origin}${files}`,
    `frame-src 'self' blob:${files}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

const protect = (reply: FastifyReply, settings: ConsoleSettings) =>
  reply
    .header('content-security-policy', policyFor(settings))
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'same-origin')
    .header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
    .header('cross-origin-opener-policy', 'same-origin-allow-popups')
    .header('cache-control', 'no-cache');

const isBuiltIn = ({ folder }: ConsoleSettings) => existsSync(join(folder, 'index.html'));

/** For an address that nothing has. */
export const missingPage = (settings: ConsoleSettings) =>
  isBuiltIn(settings) ? (reply: FastifyReply) => protect(reply, settings).sendFile('index.html') : null;

export const consoleRoutes = async (app: Router, settings: ConsoleSettings) => {
  app.get(
    '/console.json',
    {
      schema: {
        tags: ['Operations'],
        summary: 'How the console signs people in, and what photos it may send',
        security: [],
        response: { 200: Start },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(settings.start()),
  );
  const isBuilt = isBuiltIn(settings);
  if (isBuilt) {
    await app.register(staticFiles, {
      root: settings.folder,
      index: false,
      // The page itself comes by the addresses below, which protect it.
      globIgnore: ['index.html', '**/*.gz'],
      preCompressed: true,
      wildcard: false,
      // What is under /assets carries its own fingerprint in its name.
      setHeaders: (reply, path) => {
        if (path.startsWith(join(settings.folder, 'assets')))
          reply.header('cache-control', 'public, max-age=31536000, immutable');
      },
    });
  }
  for (const page of PAGES)
    app.get(page, { schema: { hide: true } }, async (_request, reply) => {
      if (!isBuilt) throw consoleNotBuilt();
      // The address of a shared page is a secret.
      if (page.startsWith('/shared'))
        return protect(reply, settings)
          .header('referrer-policy', 'no-referrer')
          .header('x-robots-tag', 'noindex, nofollow')
          .sendFile('index.html');
      return protect(reply, settings).sendFile('index.html');
    });
};
