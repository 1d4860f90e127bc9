import { type Body, type Client, until } from './client.ts';

export type Seen = { id: string; event: string; data: Body };

const parse = (frame: string): Seen | null => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
  const [id, data] = [field('id'), field('data')];
  return id && data ? { id, event: field('event')!, data: JSON.parse(data) } : null;
};

/** Listens as an EventSource does, and keeps what it heard. */
export const listen = async (api: Client, inspectionId: string, lastEventId?: string) => {
  const stop = new AbortController();
  const response = await fetch(`${api.baseUrl}/inspections/${inspectionId}/events`, {
    headers: {
      authorization: `Bearer ${api.token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  });
  const seen: Seen[] = [];
  let over = false;
  const read = async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (text + chunk).split('\n\n');
      text = frames.pop()!;
      seen.push(...frames.map(parse).filter((frame) => frame !== null));
    }
  };
  const reading = read()
    .catch(() => {})
    .finally(() => {
      over = true;
    });
  return {
    response,
    seen,
    isOver: () => over,
    until: (wanted: (seen: Seen[]) => boolean) => until(async () => seen, wanted),
    close: async () => {
      stop.abort();
      await reading;
    },
  };
};

/** Everything that has happened to an inspection so far. */
export const eventsOf = async (api: Client, inspectionId: string): Promise<Seen[]> => {
  const stream = await listen(api, inspectionId, '0');
  let before = -1;
  await stream.until((seen) => {
    const settled = seen.length === before;
    before = seen.length;
    return settled && seen.length > 0;
  });
  await stream.close();
  return stream.seen;
};
