/** For tests: `npx walkaround` as npm starts it, from a folder of the user's. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Settings = { cwd: string; env?: Record<string, string>; onStart?: (child: ChildProcess) => void };

export const walkaround = async (args: string[], { cwd, env = {}, onStart }: Settings) => {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/walkaround.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, INIT_CWD: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  onStart?.(child);
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await status, out, said };
};
