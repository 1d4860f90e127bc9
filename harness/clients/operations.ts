import { inject } from 'vitest';
import type { Body } from './client.ts';

export type Ids = Record<string, string>;
export type Operation = { name: string; method: string; path: string; isPublic: boolean; details: Body };

/** What the reference of the shared service says. */
export const reference = async (): Promise<Body> =>
  (await fetch(`${inject('serviceUrl')}/openapi.json`)).json();

/** Every operation of the reference: a test that goes through them cannot forget a new one. */
export const operations = async (): Promise<Operation[]> => {
  const { paths } = await reference();
  return Object.entries<Record<string, Body>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, details]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      isPublic: details.security?.length === 0,
      details,
    })),
  );
};

export const namesIn = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);

/** The address of an operation or path with these ids in its places; 'x' where there is none. */
export const addressOf = (operation: string, ids: Ids = {}) =>
  operation
    .slice(operation.indexOf('/'))
    .replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? 'x'));
