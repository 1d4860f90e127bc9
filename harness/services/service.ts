import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { remembering } from '../models/folder.ts';
import { newDataFolder } from './data-folder.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const READY = /Walkaround is ready at (\S+)/;
const WORKER_READY = /The worker is ready()/;
const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 20_000;

/**
 * The environment of a program that a test starts: nothing that could configure it, only what finds programs, and what
 * makes a start take half of the processor time, and the networks answer the same question once.
 */
export const inherited = (): Record<string, string> => ({
  ...Object.fromEntries(
    ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  ...remembering(),
});

export type Service = {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  /** SIGTERM, then wait; the exit code. */
  stop(): Promise<number | null>;
};

/**
 * The real thing, as a process of its own on a free port; the environment is all that can be told to it. `main`: of
 * another version. Its models run on one core: on two they take a tenth more processor time, and other files of the
 * run have use for the second.
 */
export const startService = async (
  environment: Record<string, string>,
  dataDir?: string,
  main = MAIN,
): Promise<Service> => {
  const folder = dataDir ?? (await newDataFolder());
  const child = spawn(process.execPath, [main], {
    env: { ...inherited(), PORT: '0', MODEL_CORES: '1', DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The service ${why}:\n${output}`));
    const timer = setTimeout(() => fail('was not ready in time'), READY_WITHIN_MS);
    const read = (chunk: Buffer) => {
      output += chunk;
      const match = (environment.ROLE === 'worker' ? WORKER_READY : READY).exec(output);
      if (!match) return;
      clearTimeout(timer);
      resolve(match[1]!);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => fail(`ended with ${code}`));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    if (!dataDir) await rm(folder, { recursive: true, force: true });
    return child.exitCode;
  };
  try {
    return { url: await ready, dataDir: folder, process: child, output: () => output, stop };
  } catch (error) {
    // Killed at once it would leave its Postgres behind.
    const late = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
    await stop().catch(() => {});
    clearTimeout(late);
    throw error;
  }
};
