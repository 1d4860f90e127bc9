import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { documentedFetch } from '../clients/documented-fetch.ts';
import type { ApiConfig } from '../clients/generations/newer-transport.ts';
import { photo } from '../pictures/pictures.ts';
import { httpsService } from './https.ts';
import { signToken, type TokenWishes } from './issuer.ts';

/** A service that speaks HTTPS, and what clients of generation 4 and 5 are told about it. */
export const newerService = async (environment: Record<string, string> = {}) => {
  const service = await httpsService(environment);
  const host = new URL(service.url).host;
  return {
    ...service,
    configFor: async (wishes: TokenWishes = {}): Promise<ApiConfig> => ({
      apiDomain: `${host}/v1/`,
      thumbnailDomain: `${host}/image_resize`,
      authToken: await signToken(inject('issuerKey'), {
        ...wishes,
        user: wishes.user ?? `user-${randomUUID()}`,
      }),
      fetch: documentedFetch,
    }),
  };
};

export const photoBlob = async (width = 640, height = 480): Promise<Blob> =>
  new Blob([new Uint8Array(await photo(width, height))]);
