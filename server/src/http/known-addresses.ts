import type { Router } from './context.ts';

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `/a/:b/*` as a pattern of the paths that it stands for. */
const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : literal(part)))
      .join('/')}$`,
  );

const firstPart = (path: string) => path.split('/')[1] ?? '';

export type KnownAddresses = ReturnType<typeof knownAddresses>;

/** What the addresses take; to be asked before the routes are made. */
export const knownAddresses = (app: Router) => {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  const ofInterface = new Set<string>();
  app.addHook('onRoute', ({ url, method, schema }) => {
    // Of all addresses at once: the answer to a browser that asks whether it may.
    if (url === '*') return;
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
    if (!schema?.hide) ofInterface.add(firstPart(url));
  });
  return {
    methodsAt: (path: string): string[] => {
      const found = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
      return [...new Set(found)].sort();
    },
    /** Whether anything of the interface begins like it. */
    isOfInterface: (path: string) => ofInterface.has(firstPart(path)),
  };
};
