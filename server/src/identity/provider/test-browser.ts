/** For tests: as much of a browser as a login needs. Keeps cookies by path; follows nothing by itself. */
type Cookie = { name: string; value: string; path: string };

export type Browser = {
  get(url: string, accept?: string): Promise<Response>;
  post(url: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  cookies: Cookie[];
};

export const openBrowser = (): Browser => {
  const cookies: Cookie[] = [];
  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((a) => a.startsWith('path='))?.slice(5) ?? '/';
    const expired = attributes.some((a) => a.startsWith('expires=') && Date.parse(a.slice(8)) < Date.now());
    const known = cookies.findIndex((c) => c.name === name && c.path === path);
    if (known >= 0) cookies.splice(known, 1);
    if (!expired) cookies.push({ name, value: pair.slice(name.length + 1), path });
  };
  const request = async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url);
    const fitting = cookies.filter(
      ({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')),
    );
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...init.headers,
        cookie: fitting.map((c) => `${c.name}=${c.value}`).join('; '),
      },
    });
    response.headers.getSetCookie().forEach(keep);
    return response;
  };
  return {
    cookies,
    get: (url, accept = 'text/html') => request(url, { headers: { accept } }),
    post: (url, form, headers = {}) =>
      request(url, { method: 'POST', body: new URLSearchParams(form), headers }),
  };
};

/** Where an answer sends the browser. */
export const target = (response: Response, from: string): string => {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`${from} answered ${response.status} without a redirect`);
  return new URL(location, from).href;
};
