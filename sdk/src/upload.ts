export type Progress = { sent: number; total: number };
export type OnProgress = (progress: Progress) => void;

type Sending = { method: string; headers: Headers; body: Blob; signal: AbortSignal | undefined };

/** Not randomUUID: browsers have that only on https. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

export type Attached = { field: string; content: Blob };

const partOf = (boundary: string, { field, content }: Attached): (string | Blob)[] => {
  const name = 'name' in content && typeof content.name === 'string' ? content.name : field;
  return [
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${quoted(name)}"\r\n`,
    `content-type: ${content.type || 'application/octet-stream'}\r\n\r\n`,
    content,
    '\r\n',
  ];
};

/**
 * What the files are, then the files. Made by hand and not as FormData, because a Blob knows its size, which progress
 * needs, and can be sent again.
 */
export const multipart = (json: unknown, files: readonly Attached[]): Blob => {
  const boundary = `walkaround-${randomKey()}`;
  return new Blob(
    [
      `--${boundary}\r\ncontent-disposition: form-data; name="json"\r\n\r\n${JSON.stringify(json)}\r\n`,
      ...files.flatMap((file) => partOf(boundary, file)),
      `--${boundary}--\r\n`,
    ],
    { type: `multipart/form-data; boundary=${boundary}` },
  );
};

/** What is used of XMLHttpRequest; the types of Node do not know it. */
type Xhr = {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
  getAllResponseHeaders(): string;
  responseType: string;
  response: ArrayBuffer;
  status: number;
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
};

const headersIn = (lines: string) =>
  new Headers(
    lines
      .trim()
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
  );

/** Of all that browsers offer, only XMLHttpRequest tells how much has been sent. */
const sendByXhr = (
  xhr: Xhr,
  url: string,
  { method, headers, body, signal }: Sending,
  onProgress: OnProgress,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      xhr.abort();
      reject(signal!.reason);
    };
    const settle = (then: () => void) => () => {
      signal?.removeEventListener('abort', abort);
      then();
    };
    xhr.open(method, url);
    xhr.responseType = 'arraybuffer';
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    xhr.onload = settle(() =>
      resolve(
        new Response(xhr.response, { status: xhr.status, headers: headersIn(xhr.getAllResponseHeaders()) }),
      ),
    );
    xhr.onerror = settle(() => reject(new TypeError('The connection was lost.')));
    if (signal?.aborted) abort();
    else {
      signal?.addEventListener('abort', abort, { once: true });
      xhr.send(body);
    }
  });

/** In Node the body can be a stream, and what was taken from it is on its way. */
const counted = (body: Blob, onProgress: OnProgress) => {
  let sent = 0;
  return body.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        controller.enqueue(chunk);
        sent += chunk.length;
        onProgress({ sent, total: body.size });
      },
    }),
  );
};

export const sendWithProgress = (
  fetch: typeof globalThis.fetch,
  url: string,
  sending: Sending,
  onProgress: OnProgress,
): Promise<Response> => {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => Xhr };
  if (XMLHttpRequest) return sendByXhr(new XMLHttpRequest(), url, sending, onProgress);
  const body = counted(sending.body, onProgress);
  return fetch(url, { ...sending, body, duplex: 'half' } as RequestInit);
};
