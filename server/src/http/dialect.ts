import type { FastifyRequest } from 'fastify';

/**
 * Clients of generation 4 and 5 name their version. They take any object for a verdict on a photo, and ask again
 * only while there is null in its place.
 */
export const readsNullAsPending = ({ headers }: FastifyRequest) =>
  headers['x-monk-sdk-version'] !== undefined;
