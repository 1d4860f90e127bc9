import type { FastifyRequest } from 'fastify';
import { expiryFor, signFilePath } from '../inspections/sharing/signed-links.ts';

/** Makes the addresses that answers contain. */
export type Links = {
  origin: string;
  file(key: string): string;
  /** Of what was deleted, for those who asked for such: the links that were given before are over. */
  deletedFile(key: string): string;
};
/** Links of a shared inspection end when its share link does. */
export type SharedUntil = { id: string; expires_at: string };

export type LinkSettings = { publicUrl: string | undefined; fileSecret: string; fileTtlSeconds: number };

const forRequest = (request: FastifyRequest, settings: LinkSettings, shared?: SharedUntil): Links => {
  const origin = settings.publicUrl ?? `${request.protocol}://${request.host}`;
  const usual = expiryFor(new Date(), settings.fileTtlSeconds);
  const expires = shared ? Math.min(usual, Math.floor(Date.parse(shared.expires_at) / 1000)) : usual;
  // An answer names one photo in many places (each damage and part that is seen on it); it is signed once.
  const signed = new Map<string, string>();
  const file = (key: string) => {
    let link = signed.get(key);
    if (link === undefined) {
      link = origin + signFilePath(settings.fileSecret, { key, expires, share: shared?.id });
      signed.set(key, link);
    }
    return link;
  };
  const deletedFile = (key: string) =>
    origin + signFilePath(settings.fileSecret, { key, expires, deleted: true });
  return { origin, file, deletedFile };
};

/** Those that belong into an answer with this record. */
export const linksTo = ({ deleted_at }: { deleted_at: string | null }, links: Links): Links =>
  deleted_at === null ? links : { ...links, file: links.deletedFile };

export const linksFor = (settings: LinkSettings) => (request: FastifyRequest, shared?: SharedUntil) =>
  forRequest(request, settings, shared);
