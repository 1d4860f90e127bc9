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

/** Which methods each address takes; to be asked before the routes are made. */
export const knownMethods = (app: Router) => {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // Of all addresses at once: the answer to a browser that asks whether it may.
    if (url !== '*') routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  return (path: string): string[] => {
    const found = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    return [...new Set(found)].sort();
  };
};
