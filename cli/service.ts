import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The programs that the package of the service names; what is in it is its own affair. */
const START = fileURLToPath(import.meta.resolve('@walkaround/server/start'));
const TOKEN = fileURLToPath(import.meta.resolve('@walkaround/server/token'));
/** A start takes seconds. On a machine that is busy with other work it took more than a minute. */
const READY_WITHIN_MS = 300_000;

/** A token of the demo account. */
export const readToken = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const run = promisify(execFile)(process.execPath, [TOKEN], { cwd: ROOT, env: environment });
  const { stdout } = await run.catch((error: { stderr: string }) => {
    throw new Error(error.stderr.trim());
  });
  return stdout.trim();
};

/** A service that made its certificate itself is trusted by the copy in its data folder. */
const trustOwnCertificate = async (dataDir = './data') => {
  const file = join(resolve(ROOT, dataDir), 'tls/certificate.pem');
  const certificate = await readFile(file, 'utf8').catch(() => undefined);
  if (certificate) setDefaultCACertificates([...getCACertificates('default'), certificate]);
};

/** Whether a service of ours answers there. */
export const answersAt = async (url: string): Promise<boolean> => {
  if (url.startsWith('https:')) await trustOwnCertificate(process.env.DATA_DIR);
  try {
    const answer = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(5000) });
    const { live } = (await answer.json()) as { live?: unknown };
    return live === true;
  } catch {
    return false;
  }
};

/** The address of the service at this port of the machine, or undefined where none answers there. */
export const findService = async (port: string): Promise<string | undefined> => {
  for (const url of [`http://localhost:${port}`, `https://localhost:${port}`])
    if (await answersAt(url)) return url;
  return undefined;
};

/** What users set for a service of their own, its database above all, must not reach this one. */
const INHERITED = [
  ...['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE'],
  ...['MODELS_DIR', 'MODEL_DEVICE', 'MODEL_THREADS', 'MODEL_CORES'],
  ...['MODEL_CLOSER_LOOKS', 'MODEL_TIMEOUT_SECONDS'],
  ...['MAX_IMAGE_BYTES', 'MAX_IMAGE_PIXELS', 'BLUR', 'REPORT_BRANDS_DIR'],
];

/** Limits that protect a shared service are in the way of one with one user, who can stop it at any time. */
const FOR_ONE_USER = {
  PORT: '0',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '0',
  MAX_IMAGES_PER_INSPECTION: '100000',
  TASK_TIMEOUT_SECONDS: '86400',
  SHUTDOWN_TIMEOUT_SECONDS: '1',
};

const environmentFor = (dataDir: string): NodeJS.ProcessEnv => {
  const inherited = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  return { ...inherited, ...FOR_ONE_USER, DATA_DIR: dataDir };
};

const readyAt = async (child: ChildProcess, logFile: string): Promise<string> => {
  for (const began = Date.now(); ; await sleep(100)) {
    const log = await readFile(logFile, 'utf8');
    const [, url] = /Walkaround is ready at (\S+)/.exec(log) ?? [];
    if (url) return url;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The service did not start:\n${log}`);
    if (Date.now() - began > READY_WITHIN_MS)
      throw new Error(
        `The service was not ready after ${READY_WITHIN_MS / 60_000} minutes. Is this machine busy? Try again later.\n${log}`,
      );
  }
};

/** A service with an empty data folder of its own. `keep`: it lives on when this process ends. */
export const startService = (keep: boolean) => {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-own-'));
  const logFile = join(folder, 'service.log');
  const log = openSync(logFile, 'w');
  const environment = environmentFor(folder);
  const child = spawn(process.execPath, [START], {
    cwd: ROOT,
    env: environment,
    // Through the channel it notices when this process is killed, and stops too.
    stdio: ['ignore', log, log, ...(keep ? [] : (['ipc'] as const))],
    // A Ctrl-C is for this process alone, which then stops it in order.
    detached: true,
  });
  closeSync(log);
  return {
    ready: readyAt(child, logFile),
    environment,
    folder,
    pid: child.pid!,
    letGo: () => child.unref(),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
};
