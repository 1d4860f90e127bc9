import type { FastifyRequest } from 'fastify';
import { expiryFor, signFilePath } from '../inspections/signed-links.ts';

/** Makes the addresses that answers contain. */
export type Links = { origin: string; file(key: string): string };

export type LinkSettings = { publicUrl: string | undefined; fileSecret: string; fileTtlSeconds: number };

const forRequest = (request: FastifyRequest, settings: LinkSettings): Links => {
  const origin = settings.publicUrl ?? `${request.protocol}://${request.host}`;
  const expires = expiryFor(new Date(), settings.fileTtlSeconds);
  return { origin, file: (key) => origin + signFilePath(settings.fileSecret, key, expires) };
};

export const linksFor = (settings: LinkSettings) => (request: FastifyRequest) =>
  forRequest(request, settings);
