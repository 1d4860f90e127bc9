import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  link,
  mkdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * One service per data folder. The lock is a file that names its owner. A number alone does not name a
 * process: numbers are reused, and containers each count from 1. So the file also says when the owner
 * started and where that number counts; from elsewhere, only the owner's heartbeat tells that it lives.
 */
type Owner = { id: string; pid: number; started: string; place: string };

const HEARTBEAT_MS = 2_000;
const SILENCE_MEANS_DEAD_MS = 10_000;

/** A power cut can leave the file empty or cut off: then nobody holds it. */
const UNREADABLE: Owner = { id: '', pid: 0, started: '', place: '' };

const orEmpty = (text: Promise<string>) => text.then((t) => t.trim()).catch(() => '');

async function startOf(pid: number): Promise<string> {
  const stat = await orEmpty(readFile(`/proc/${pid}/stat`, 'utf8'));
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const sinceBoot = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return sinceBoot
    ? `${await orEmpty(readFile('/proc/sys/kernel/random/boot_id', 'utf8'))} ${sinceBoot}`
    : '';
}

async function runs(owner: Owner): Promise<boolean> {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return (await startOf(owner.pid)) === owner.started;
}

export async function lockDataDir(
  dataDir: string,
  { waitSeconds = 15 }: { waitSeconds?: number } = {},
): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
    .then(() => access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK))
    .catch((cause: Error) => {
      throw new Error(
        `The data folder ${dataDir} cannot be used (${cause.message}). Give this user the right to write there, or another folder with DATA_DIR.`,
        { cause },
      );
    });
  const file = join(dataDir, 'walkaround.lock');
  const me: Owner = {
    id: randomUUID(),
    pid: process.pid,
    started: await startOf(process.pid),
    place: `${hostname()} ${await orEmpty(readlink('/proc/self/ns/pid'))}`,
  };
  const mine = join(dataDir, `.walkaround.lock.${me.id}`);
  const deadline = performance.now() + waitSeconds * 1000;
  let lastSeen = { beat: Number.NaN, at: performance.now() };

  try {
    while (!(await tryOnce())) {
      if (performance.now() > deadline) throw await refusal();
      await sleep(100);
    }
  } finally {
    await rm(mine, { force: true });
  }
  const heart = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), HEARTBEAT_MS);
  heart.unref();

  return async () => {
    clearInterval(heart);
    if ((await readOwner())?.id === me.id) await rm(file, { force: true });
  };

  async function readOwner(): Promise<Owner | null> {
    return readFile(file, 'utf8').then(
      (text) => {
        try {
          return JSON.parse(text) as Owner;
        } catch {
          return UNREADABLE;
        }
      },
      () => null,
    );
  }

  async function tryOnce(): Promise<boolean> {
    await writeFile(mine, JSON.stringify(me), { mode: 0o644 });
    const owner = await readOwner();
    if (!owner) {
      // A link appears whole or not at all, and only where nothing was.
      return link(mine, file).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
    }
    if (await lives(owner)) return false;
    // Two may find the same dead owner: the last to write wins, and the other sees that it lost.
    if ((await readOwner())?.id !== owner.id) return false;
    await rename(mine, file);
    await sleep(50);
    return (await readOwner())?.id === me.id;
  }

  async function lives(owner: Owner): Promise<boolean> {
    if (owner === UNREADABLE) return false;
    if (owner.place === me.place) return runs(owner);
    const beat = await stat(file).then(
      (s) => s.mtimeMs,
      () => Number.NaN,
    );
    if (beat !== lastSeen.beat) lastSeen = { beat, at: performance.now() };
    return performance.now() - lastSeen.at < SILENCE_MEANS_DEAD_MS;
  }

  async function refusal(): Promise<Error> {
    const owner = await readOwner();
    const who = owner ? `process ${owner.pid} on ${owner.place.split(' ')[0]}` : 'another process';
    return new Error(
      `The data folder ${dataDir} is in use by ${who}. Stop that process, or give this one its own folder with DATA_DIR.`,
    );
  }
}
