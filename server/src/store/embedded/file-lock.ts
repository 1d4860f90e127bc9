import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** O_EXLOCK | O_NONBLOCK of macOS, which locks while it opens; Node has no name for it. */
const LOCKED_ON_MACOS = 0x20 | 0x4;

/**
 * A file that the kernel keeps for whoever holds it: `null` while somebody else does. It is held across containers, by a
 * process that is stopped too, and by whatever program the handle is passed on to; it is free when the last of them has
 * ended, however that was. `locked` is false where the system has no such locks.
 */
export async function lockFile(path: string): Promise<{ handle: FileHandle; locked: boolean } | null> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;
  if (process.platform === 'darwin')
    return open(path, flags | LOCKED_ON_MACOS, 0o600).then(
      (handle) => ({ handle, locked: true }),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EAGAIN') return null;
        throw error;
      },
    );
  const handle = await open(path, flags, 0o600);
  const outcome = await flock(handle);
  if (outcome !== 'held') return { handle, locked: outcome === 'locked' };
  await handle.close();
  return null;
}

/** Node cannot call it itself. The lock belongs to what was opened, so it outlives the program that asks for it. */
const flock = (handle: FileHandle): Promise<'locked' | 'held' | 'unknown'> =>
  new Promise((resolve) => {
    const child = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', handle.fd] });
    child.once('error', () => resolve('unknown'));
    child.once('exit', (code) => resolve(code === 0 ? 'locked' : code === 1 ? 'held' : 'unknown'));
  });
