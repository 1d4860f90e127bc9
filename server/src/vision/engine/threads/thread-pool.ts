/**
 * Threads that answer questions one at a time. A question waits until a thread is free, is refused when
 * too many wait already, and can be canceled while it waits or runs. A thread that dies is replaced; its
 * question is asked once more and then given up. No promise is left open, whatever a thread does.
 *
 * No thread is ever terminated, nor may the process exit before they have ended (end-process.ts): inside ONNX Runtime
 * either aborts the whole process. They are asked to go, and one that is stuck is left alone until it comes back.
 */
import type { Worker } from 'node:worker_threads';
import { modelsBusy, modelsFailed } from '../../../inspections/problems/photos.ts';
import { Problem } from '../../../inspections/problems/problem.ts';
import { shuttingDown } from '../../../inspections/problems/requests.ts';

/** A thread says first that it is ready, then answers; `problem` is a refusal, `failure` its own fault. */
export type FromThread<Ready, Answer> =
  | { ready: Ready }
  | { id: number; answer: Answer }
  | { id: number; problem: Pick<Problem, 'code' | 'message'> }
  | { id: number; failure: string };
export type ToThread<Question> = { id: number; question: Question } | { close: true };

/** Somebody stands there and waits for the answer; a job does; nobody does, and it may wait for ever. */
export type Urgency = 'urgent' | 'usual' | 'idle';

type PoolSettings<Ready> = {
  threads: number;
  /** The thread looks into `canceled` between its steps: the id of a question nobody waits for any more. */
  open(canceled: SharedArrayBuffer): Worker;
  mostWaiting: number;
  /** After so long a thread is taken for stuck. */
  patienceMs: number;
  onReady(ready: Ready): void;
  onDeath(reason: string): void;
};

type Job<Question, Answer> = {
  id: number;
  question: Question;
  urgency: Urgency;
  attempts: number;
  resolve(answer: Answer): void;
  /** Ends the waiting of whoever asked; the thread may still be at it. */
  reject(reason: unknown): void;
  settled: boolean;
};

type Seat<Question, Answer> = {
  worker: Worker;
  canceled: Int32Array;
  ready: boolean;
  job: Job<Question, Answer> | undefined;
  timer: NodeJS.Timeout | undefined;
};

const MOST_ATTEMPTS = 2;
/** So many deaths in a row before being ready: then starting more threads would go on for ever. */
const HOPELESS = 3;
/** So many stuck threads at once take enough cores and memory: the next is replaced when one of them has come back. */
const MOST_STUCK = 3;
/** Longer than any run takes. */
const CLOSING_MS = 10_000;
/** In the place of a question's id: everything is to be given up, also what is being loaded. */
export const CLOSING = -1;

let alive = 0;

/** Threads of this process, of any pool, that have not ended. */
export const threadsAlive = () => alive;

export type ThreadPool<Question, Answer> = {
  /** Resolves when every thread is ready, or none can be. */
  started: Promise<void>;
  ask(question: Question, signal?: AbortSignal, urgency?: Urgency): Promise<Answer>;
  close(): Promise<void>;
};

export function createThreadPool<Question, Answer, Ready>(
  settings: PoolSettings<Ready>,
): ThreadPool<Question, Answer> {
  const seats = new Set<Seat<Question, Answer>>();
  const stuck = new Set<Seat<Question, Answer>>();
  const waiting: Job<Question, Answer>[] = [];
  const started = Promise.withResolvers<void>();
  let failedStarts = 0;
  let lastId = 0;
  let lastWasUrgent = false;
  let closed = false;
  let hopeless: Problem | undefined;

  function takeSeat() {
    const canceled = new SharedArrayBuffer(4);
    const worker = settings.open(canceled);
    const seat: Seat<Question, Answer> = {
      worker,
      canceled: new Int32Array(canceled),
      ready: false,
      job: undefined,
      timer: undefined,
    };
    seats.add(seat);
    alive += 1;
    let reason = 'the thread ended';
    worker.on('error', (error: Error) => {
      reason = error.message;
    });
    worker.on('exit', () => {
      alive -= 1;
      if (stuck.delete(seat)) return closed || seats.size >= settings.threads ? undefined : takeSeat();
      leaveSeat(seat, reason);
    });
    worker.on('message', (message: FromThread<Ready, Answer>) => hear(seat, message));
  }

  function hear(seat: Seat<Question, Answer>, message: FromThread<Ready, Answer>) {
    if (!seats.has(seat)) return;
    if ('ready' in message) {
      seat.ready = true;
      failedStarts = 0;
      seat.worker.unref();
      settings.onReady(message.ready);
      if ([...seats].every(({ ready }) => ready)) started.resolve();
      return handOut();
    }
    const { job } = seat;
    if (job?.id !== message.id) return;
    clearTimeout(seat.timer);
    seat.job = undefined;
    // An idle thread must not keep the process alive; one at work must.
    seat.worker.unref();
    if ('answer' in message) job.resolve(message.answer);
    else if ('failure' in message) job.reject(modelsFailed(message.failure));
    else job.reject(new Problem(message.problem.code, message.problem.message));
    handOut();
  }

  function leaveSeat(seat: Seat<Question, Answer>, reason: string) {
    if (!seats.delete(seat)) return;
    clearTimeout(seat.timer);
    if (closed) return;
    settings.onDeath(reason);
    const { job } = seat;
    if (job && !job.settled) {
      if (job.attempts < MOST_ATTEMPTS) waiting.unshift(job);
      else job.reject(modelsFailed(reason));
    }
    if (!seat.ready) failedStarts++;
    if (stuck.size >= MOST_STUCK) return;
    if (failedStarts < HOPELESS) return takeSeat();
    if (seats.size > 0) return;
    hopeless = modelsFailed(reason);
    started.resolve();
    for (const left of waiting.splice(0)) left.reject(hopeless);
  }

  function handOut() {
    for (const seat of seats) {
      if (waiting.length === 0) return;
      if (!seat.ready || seat.job) continue;
      const job = nextInLine();
      job.attempts++;
      seat.job = job;
      seat.worker.ref();
      seat.timer = setTimeout(() => abandon(seat), settings.patienceMs);
      seat.worker.postMessage({ id: job.id, question: job.question } satisfies ToThread<Question>);
    }
  }

  /** What a thread is stuck with is not asked again: the next thread would be stuck too. */
  function abandon(seat: Seat<Question, Answer>) {
    const reason = `no answer after ${settings.patienceMs / 1000} s`;
    stuck.add(seat);
    seat.worker.unref();
    sendAway(seat);
    seat.job?.reject(modelsFailed(reason));
    leaveSeat(seat, reason);
  }

  /** Urgent ones first, but not two in a row while others wait: nothing but what is idle waits for ever. */
  function nextInLine() {
    const wanted = lastWasUrgent ? 'usual' : 'urgent';
    const at = waiting.findIndex(({ urgency }) => urgency === wanted);
    const any = waiting.findIndex(({ urgency }) => urgency !== 'idle');
    const [job] = waiting.splice(Math.max(at < 0 ? any : at, 0), 1);
    lastWasUrgent = job!.urgency === 'urgent';
    return job!;
  }

  function cancel(job: Job<Question, Answer>, reason: unknown) {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    for (const seat of seats) if (seat.job === job) Atomics.store(seat.canceled, 0, job.id);
    job.reject(reason);
  }

  function newJob(question: Question, urgency: Urgency, { resolve, reject }: PromiseWithResolvers<Answer>) {
    const job: Job<Question, Answer> = {
      id: ++lastId,
      question,
      urgency,
      attempts: 0,
      settled: false,
      resolve: (answer) => {
        job.settled = true;
        resolve(answer);
      },
      reject: (reason) => {
        job.settled = true;
        reject(reason);
      },
    };
    return job;
  }

  for (let i = 0; i < settings.threads; i++) takeSeat();

  return {
    started: started.promise,
    async ask(question, signal, urgency = 'usual') {
      signal?.throwIfAborted();
      if (closed) throw shuttingDown();
      if (hopeless) throw hopeless;
      if (waiting.length >= settings.mostWaiting) throw modelsBusy(settings.mostWaiting);
      const asked = Promise.withResolvers<Answer>();
      const job = newJob(question, urgency, asked);
      const onAbort = () => cancel(job, signal!.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(job);
      handOut();
      return await asked.promise.finally(() => signal?.removeEventListener('abort', onAbort));
    },
    async close() {
      closed = true;
      started.resolve();
      for (const job of waiting.splice(0)) job.reject(shuttingDown());
      for (const { job } of seats) job?.reject(shuttingDown());
      await Promise.all([...seats, ...stuck].map(dismiss));
    },
  };
}

/** Asked to go it frees what it holds in native memory; what it is at ends at the next step. */
function sendAway({ worker, canceled }: Seat<unknown, never>) {
  Atomics.store(canceled, 0, CLOSING);
  worker.postMessage({ close: true } satisfies ToThread<unknown>);
}

/** Resolves when the thread has ended, or is taken for stuck. */
async function dismiss(seat: Seat<unknown, never>) {
  const { worker } = seat;
  worker.ref();
  const gone = Promise.withResolvers<void>();
  worker.once('exit', () => gone.resolve());
  const timer = setTimeout(gone.resolve, CLOSING_MS);
  sendAway(seat);
  await gone.promise;
  clearTimeout(timer);
  worker.unref();
}
