import { assertDocumented } from './contract.ts';

/** As fetch, but every JSON answer must be as the published OpenAPI document says. */
export const documentedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { origin, pathname } = new URL(String(input));
  const type = response.headers.get('content-type') ?? '';
  if (/json/.test(type)) {
    const body = await response.clone().json();
    await assertDocumented(
      `${origin}/v1`,
      init?.method ?? 'GET',
      origin + pathname,
      response.status,
      type,
      body,
    );
  }
  return response;
};
