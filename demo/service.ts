import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** A token of the demo account. */
export const readToken = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const command = join(ROOT, 'server/src/identity/token-command.ts');
  const run = promisify(execFile)(process.execPath, [command], { cwd: ROOT, env: environment });
  const { stdout } = await run.catch((error: { stderr: string }) => {
    throw new Error(error.stderr.trim());
  });
  return stdout.trim();
};

/** The address of the service at PORT, or undefined where none answers there. */
export const findService = async (port: string): Promise<string | undefined> => {
  const url = `http://localhost:${port}`;
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) });
    const { live } = (await answer.json()) as { live?: unknown };
    return live === true ? url : undefined;
  } catch {
    return undefined;
  }
};

/** What users set for a service of their own, its database above all, must not reach this one. */
const inherited = () =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', 'MODEL_DEVICE'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );

const readyAt = async (child: ChildProcess, logFile: string): Promise<string> => {
  for (const began = Date.now(); ; await sleep(100)) {
    const log = await readFile(logFile, 'utf8');
    const [, url] = /Walkaround is ready at (\S+)/.exec(log) ?? [];
    if (url) return url;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() - began > READY_WITHIN_MS)
      throw new Error(`The service did not start:\n${log}`);
  }
};

/** A service with an empty data folder of its own. `keep`: it lives on when this process ends. */
export const startService = (keep: boolean) => {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-demo-'));
  const logFile = join(folder, 'service.log');
  const log = openSync(logFile, 'w');
  const environment = { ...inherited(), PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
    cwd: ROOT,
    env: environment,
    // Through the channel it notices when this process is killed, and stops too.
    stdio: ['ignore', log, log, ...(keep ? [] : (['ipc'] as const))],
    // A Ctrl-C is for the demo alone, which then stops it in order.
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
