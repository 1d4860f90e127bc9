/**
 * Work with pictures, done in processes that can be killed: a codec cannot be stopped otherwise, and a file that
 * nobody thought of may keep it busy for hours or take all memory there is. A few processes stay warm; each does one
 * piece of work at a time. Heavy work never has all of them, so that an ordinary photo always gets its turn, and
 * none of it takes a thread that health and files need.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import {
  decodersBusy,
  decodersFailed,
  decodersStarved,
  pictureTooCostly,
} from '../inspections/problems/photos.ts';
import { Problem } from '../inspections/problems/problem.ts';
import { shuttingDown } from '../inspections/problems/requests.ts';
import type { FromDecoder, Reply, Task } from './decoder-process.ts';

export type DecoderSettings = {
  /** At least two, where there is heavy work. */
  processes: number;
  /** Longer than this no picture is worked on. */
  patienceMs: number;
  /** More memory than this no process may take. */
  mostMemory: number;
  mostWaiting: number;
};

type Job = Task & {
  attempts: number;
  signal: AbortSignal | undefined;
  resolve(answer: never): void;
  reject(reason: unknown): void;
};
type Seat = {
  child: ChildProcess;
  ready: boolean;
  job: Job | undefined;
  /** Why it was killed. */
  verdict: unknown;
  timers: NodeJS.Timeout[];
  /** What it said last, in case it dies. */
  words: string;
};

const WATCH_EVERY_MS = 100;
const PAGE_BYTES = 4096;
/** The caller has gone. Work that ends within this time keeps its process alive for the next picture. */
const GRACE_MS = 250;
/** One stays warm. */
const IDLE_MS = 30_000;
/** A process that still holds so much after its work is replaced: the codecs give little back. */
const KEPT_MEMORY = 300 * 2 ** 20;
const MOST_ATTEMPTS = 2;
/** A process that had less of a processor than this share was kept waiting by the machine, not by its picture. By judgment. */
const LEAST_SHARE = 0.25;
/** Of Linux, in which /proc counts the time of a process. */
const TICK_MS = 10;

/** A module of work with pictures, by its address. */
// biome-ignore lint/suspicious/noExplicitAny: a function of any kind.
export type Works = Record<string, (...args: any[]) => unknown>;
export type WorkModule<W> = URL & { readonly works?: W };

export type Decoders = {
  run<W extends Works, Name extends string & keyof W>(
    module: WorkModule<W>,
    name: Name,
    args: Parameters<W[Name]>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<W[Name]>>>;
  close(): void;
};

/** 0 where the system does not tell. */
const memoryOf = ({ pid }: ChildProcess) => {
  try {
    return PAGE_BYTES * Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
  } catch {
    return 0;
  }
};

/** What it has had of the processors; not a number where the system does not tell. */
const processorMsOf = ({ pid }: ChildProcess) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
    return TICK_MS * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return Number.NaN;
  }
};

export function createDecoders(settings: DecoderSettings): Decoders {
  const { processes, patienceMs, mostMemory, mostWaiting } = settings;
  const seats = new Set<Seat>();
  const waiting: Job[] = [];

  function takeSeat() {
    // With nothing of the environment: no secret of the service is in a process that reads hostile files.
    const child = fork(new URL('./decoder-process.ts', import.meta.url), [], {
      serialization: 'advanced',
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const seat: Seat = { child, ready: false, job: undefined, verdict: undefined, timers: [], words: '' };
    seats.add(seat);
    child.on('message', (message: FromDecoder) => hear(seat, message));
    child.on('error', (error) => leave(seat, error.message));
    child.on('exit', (code, signal) => leave(seat, `it ended with ${signal ?? code}. ${seat.words}`));
    child.stderr!.on('data', (words) => {
      seat.words = `${seat.words}${words}`.slice(-500);
    });
    (child.stderr as unknown as { unref(): void }).unref();
    return seat;
  }

  function handOut() {
    for (const job of [...waiting]) {
      const seat = seatFor(job);
      if (!seat) continue;
      waiting.splice(waiting.indexOf(job), 1);
      rest(seat);
      seat.job = job;
      seat.child.ref();
      seat.child.channel?.ref();
      if (seat.ready) begin(seat, job);
    }
  }

  /** Heavy work leaves one process to the others, and that one is warm: a new one takes the heavy work. */
  function seatFor({ heavy }: Job): Seat | undefined {
    const all = [...seats];
    if (heavy && all.filter(({ job }) => job?.heavy).length >= processes - 1) return undefined;
    const idle = all.filter(({ job, verdict }) => !job && verdict === undefined);
    if (idle.length > (heavy ? 1 : 0)) return idle[0];
    return seats.size < processes ? takeSeat() : undefined;
  }

  function begin(seat: Seat, job: Job) {
    job.attempts++;
    const watch = () => {
      if (memoryOf(seat.child) > mostMemory) kill(seat, pictureTooCostly('more memory than a photo may'));
    };
    const before = processorMsOf(seat.child);
    const giveUpOn = () => {
      const isStarved = processorMsOf(seat.child) - before < LEAST_SHARE * patienceMs;
      const seconds = patienceMs / 1000;
      kill(
        seat,
        isStarved ? decodersStarved(seconds) : pictureTooCostly(`longer than ${seconds} s, the limit`),
      );
    };
    // Beside that of a client who hung up while the process started.
    seat.timers.push(setTimeout(giveUpOn, patienceMs), setInterval(watch, WATCH_EVERY_MS));
    const { module, name, args, heavy } = job;
    seat.child.send({ module, name, args, heavy } satisfies Task, (error) => {
      if (error) kill(seat, decodersFailed(error.message));
    });
  }

  const rest = (seat: Seat) => {
    for (const timer of seat.timers) clearTimeout(timer);
    seat.timers = [];
  };

  function hear(seat: Seat, message: FromDecoder) {
    const { job } = seat;
    if ('ready' in message) {
      seat.ready = true;
      return job && begin(seat, job);
    }
    if (!job || seat.verdict !== undefined) return;
    rest(seat);
    seat.job = undefined;
    // An idle process must not keep the service alive; one at work must.
    seat.child.unref();
    seat.child.channel?.unref();
    if (message.retired || memoryOf(seat.child) > KEPT_MEMORY) kill(seat, 'is spent');
    else seat.timers = [setTimeout(() => seats.size > 1 && kill(seat, 'is idle'), IDLE_MS).unref()];
    settle(job, message);
    handOut();
  }

  function settle(job: Job, { outcome }: Reply) {
    if (job.signal?.aborted) job.reject(job.signal.reason);
    else if ('answer' in outcome) job.resolve(outcome.answer as never);
    else if ('tooHeavy' in outcome) waiting.push(Object.assign(job, { heavy: true }));
    else if ('failure' in outcome) job.reject(new Error(outcome.failure));
    else {
      const { code, message, ...extra } = outcome.problem;
      job.reject(new Problem(code, message, extra));
    }
  }

  const kill = (seat: Seat, verdict: unknown) => {
    seat.verdict ??= verdict;
    seat.child.kill('SIGKILL');
  };

  /** The process is gone: until then a file that it was writing may still grow. */
  function leave(seat: Seat, reason: string) {
    if (!seats.delete(seat)) return;
    rest(seat);
    const { job, ready, verdict } = seat;
    if (job?.signal?.aborted) job.reject(job.signal.reason);
    else if (job && verdict !== undefined) job.reject(verdict);
    // Linux may have ended it for the memory that another one took.
    else if (job && ready && job.attempts < MOST_ATTEMPTS) waiting.unshift(job);
    else if (job && ready) job.reject(pictureTooCostly('more than the service has for one photo'));
    else job?.reject(decodersFailed(reason));
    handOut();
  }

  const giveUp = (job: Job) => {
    const place = waiting.indexOf(job);
    if (place >= 0) return waiting.splice(place, 1)[0]!.reject(job.signal!.reason);
    const seat = [...seats].find((candidate) => candidate.job === job);
    if (seat) seat.timers.push(setTimeout(() => kill(seat, job.signal!.reason), GRACE_MS));
  };

  return {
    async run(module, name, args, signal) {
      signal?.throwIfAborted();
      if (waiting.length >= mostWaiting) throw decodersBusy(mostWaiting);
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      const task = { module: module.href, name, args, heavy: false };
      const job: Job = { ...task, attempts: 0, signal, resolve, reject };
      const onAbort = () => giveUp(job);
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(job);
      handOut();
      return await promise.finally(() => signal?.removeEventListener('abort', onAbort));
    },
    close() {
      for (const job of waiting.splice(0)) job.reject(shuttingDown());
      for (const seat of seats) kill(seat, shuttingDown());
    },
  };
}

/** Those of this process: one line for photos, previews, logos and whatever else is decoded. */
const ofProcess = createDecoders({
  processes: Math.max(2, Math.min(4, Math.floor(availableParallelism() / 2))),
  patienceMs: 30_000,
  mostMemory: 1.5 * 2 ** 30,
  mostWaiting: 256,
});
export const inDecoder = ofProcess.run;
export const closeDecoders = ofProcess.close;
