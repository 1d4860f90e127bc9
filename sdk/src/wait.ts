import type { One } from './answers.ts';
import { isPassing, WalkaroundError } from './error.ts';
import { type InspectionEvent, watchEvents } from './events.ts';
import { pause } from './pause.ts';
import { path, type Request } from './request.ts';
import type { TaskNameInput } from './schema.ts';

export type WaitOptions = {
  signal?: AbortSignal;
  /** Usually ten minutes. */
  timeoutMs?: number;
  /** How often to ask while the service cannot be listened to. Usually every 2 s. */
  pollMs?: number;
};

export type TaskWaitOptions = WaitOptions & {
  /** How many photos the task has gone through. */
  onProgress?: (progress: { done: number; total: number }) => void;
};

/** Even when listening: a proxy may hold events back. */
const ASK_ANYWAY_MS = 20_000;

/** A bell that remembers having been rung while nobody listened. */
const bell = () => {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    wait: async (milliseconds: number, signal: AbortSignal) => {
      const over = new AbortController();
      const time = pause(milliseconds, AbortSignal.any([signal, over.signal]));
      try {
        await Promise.race([rung.promise, time]);
      } finally {
        over.abort();
        time.catch(() => {});
      }
      rung = Promise.withResolvers();
    },
  };
};

type Wait<T> = WaitOptions & {
  inspectionId: string;
  what: string;
  /** The answer, once it is final. */
  ask: (signal: AbortSignal) => Promise<T | undefined>;
  hear: (event: InspectionEvent) => boolean;
};

/** Asks whenever something happened; listens for that, and asks from time to time where it cannot. */
const waitFor = async <T>(request: Request, wait: Wait<T>): Promise<T> => {
  const { inspectionId, what, ask, hear, timeoutMs = 600_000, pollMs = 2000 } = wait;
  const over = new AbortController();
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([over.signal, late, ...(wait.signal ? [wait.signal] : [])]);
  const news = bell();
  let listening = false;

  const listen = async () => {
    const onListening = (now: boolean) => {
      listening = now;
      news.ring();
    };
    for await (const event of watchEvents(request, inspectionId, { signal, onListening }))
      if (hear(event)) news.ring();
  };

  try {
    for (let first = true; ; first = false) {
      const answer = await ask(signal).catch((error) => {
        if (isPassing(error)) return undefined;
        throw error;
      });
      if (answer !== undefined) return answer;
      // Asking meets whatever keeps it from listening, and says so.
      if (first)
        listen()
          .catch(() => {})
          .finally(news.ring);
      await news.wait(listening ? ASK_ANYWAY_MS : pollMs, signal);
    }
  } catch (error) {
    if (late.aborted && !wait.signal?.aborted)
      throw new WalkaroundError('timeout', `${what} was not done within ${timeoutMs / 1000} s.`, {
        cause: error,
      });
    throw error;
  } finally {
    over.abort();
  }
};

/** The task once it is done. One that ends in an error is thrown as `task_failed`. */
export const waitForTask = (
  request: Request,
  inspectionId: string,
  task: TaskNameInput,
  { onProgress, ...options }: TaskWaitOptions = {},
): Promise<One<'tasks'>> =>
  waitFor(request, {
    ...options,
    inspectionId,
    what: `The task ${task}`,
    ask: async (signal) => {
      const call = { method: 'GET', path: path`/inspections/${inspectionId}/tasks/${task}` } as const;
      const answer = await request<One<'tasks'>>(call, { signal });
      const { status, errorMessages } = answer.entities.tasks[answer.result]!;
      if (status === 'ERROR')
        throw new WalkaroundError('task_failed', errorMessages.at(-1)?.message ?? `The task ${task} failed.`);
      return status === 'DONE' || status === 'VALIDATED' ? answer : undefined;
    },
    hear: (event) => {
      if (event.type === 'inspection.deleted') return true;
      if (event.task !== (task === 'image_ocr' ? 'images_ocr' : task)) return false;
      if (event.type === 'task.progress') onProgress?.({ done: event.done!, total: event.total! });
      return event.type !== 'task.progress';
    },
  });

/** The report that was asked for, once it is made. */
export const waitForPdf = (
  request: Request,
  inspectionId: string,
  options: WaitOptions = {},
): Promise<One<'pdfs'>> =>
  waitFor(request, {
    ...options,
    inspectionId,
    what: 'The PDF report',
    ask: (signal) =>
      request<One<'pdfs'>>({ method: 'GET', path: path`/inspections/${inspectionId}/pdf` }, { signal }).catch(
        (error) => {
          if (error instanceof WalkaroundError && error.code === 'pdf_in_progress') return undefined;
          throw error;
        },
      ),
    hear: ({ type }) => type === 'pdf.ready' || type === 'pdf.error' || type === 'inspection.deleted',
  });
