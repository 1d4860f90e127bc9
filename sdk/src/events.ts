import { isPassing, WalkaroundError } from './error.ts';
import { backoffMs, pause } from './pause.ts';
import { path, type Request } from './request.ts';
import type { EventType, Task, TaskName, TaskStatus } from './schema.ts';

/** Something that happened to an inspection; which of the rest is there depends on the type. */
export type InspectionEvent = {
  id: string;
  type: EventType;
  createdAt: string;
  inspectionId: string;
  task?: TaskName;
  taskId?: string;
  status?: TaskStatus;
  /** Of task.progress: how many photos. */
  done?: number;
  total?: number;
  imageId?: string;
  damageId?: string;
  suspicionId?: string;
  reportId?: string;
  shareLinkId?: string;
  changed?: string;
  errorMessages?: Task['errorMessages'];
  complianceIssues?: string[];
};

export type WatchOptions = {
  signal?: AbortSignal;
  /** Begin after this event ('0': with the first one) instead of now. */
  lastEventId?: string;
  /** A connection on which nothing came for so long is dead. Usually 45 s; the service says something every 15. */
  silentMs?: number;
  /** Called whenever listening begins (true) and whenever the connection is lost (false). */
  onListening?: (listening: boolean) => void;
};

/** Events have one form; the rest of this SDK is in camelCase. */
const camelCased = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [camel(name), camelCased(member)]));
};

const fieldIn = (frame: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];

const eventIn = (frame: string, id: string | undefined): InspectionEvent | undefined => {
  const data = fieldIn(frame, 'data');
  if (id === undefined || data === undefined) return undefined;
  return { ...(camelCased(JSON.parse(data)) as InspectionEvent), id };
};

/** The frames of one connection. Not every browser can iterate over a stream. */
async function* framesOf(stream: ReadableStream<Uint8Array>, silentMs: number): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const end = () => reader.cancel().catch(() => {});
  try {
    for (let text = ''; ; ) {
      const silence = setTimeout(end, silentMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      const frames = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = frames.pop()!;
      yield* frames;
    }
  } finally {
    await end();
  }
}

/**
 * What happens to an inspection, as it happens, until the inspection is deleted or the signal says so. A
 * connection that is lost is opened again after the last event that was heard.
 */
export async function* watchEvents(
  request: Request,
  inspectionId: string,
  { signal, lastEventId, silentMs = 45_000, onListening = () => {} }: WatchOptions = {},
): AsyncGenerator<InspectionEvent> {
  const address = path`/inspections/${inspectionId}/events`;
  for (let last = lastEventId, failures = 0, heard = false; ; failures += 1) {
    try {
      const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) };
      const stream = await request(
        { method: 'GET', path: address, headers, endless: true },
        { signal },
        async (response) => response.body!,
      );
      heard = true;
      onListening(true);
      for await (const frame of framesOf(stream, silentMs)) {
        failures = 0;
        // The first frame has an id and no event: where to go on if the connection is lost before there is one.
        const id = fieldIn(frame, 'id');
        last = id ?? last;
        const event = eventIn(frame, id);
        if (!event) continue;
        yield event;
        if (event.type === 'inspection.deleted') return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (heard && error instanceof WalkaroundError && error.status === 404) return;
      // A stream that breaks throws whatever the platform throws.
      if (error instanceof WalkaroundError && !isPassing(error)) throw error;
    }
    onListening(false);
    await pause(backoffMs(failures), signal);
  }
}
