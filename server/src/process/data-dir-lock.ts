import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, readFile, readlink, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFile } from '../store/embedded/file-lock.ts';

/**
 * One service per data folder. The lock is a file that the kernel keeps for its owner and that names it; it is written
 * into and never removed. Where the kernel cannot tell, because the owner is on another machine, its number and the time
 * of its start tell, or else its heartbeat. An owner that finds another name in the file has lost it.
 */
type Owner = {
  id: string;
  pid: number;
  started: string;
  /** Where that number counts: containers each count from 1. */
  place: string;
  /** The kernel kept the file for it, on the machine that was started under this id. */
  kept_by?: string;
  /** How long it may take to stop, and whether it is stopping. */
  drain_seconds?: number;
  draining?: boolean;
};

type LockOptions = {
  /** How long this process may take to stop. */
  drainSeconds?: number;
  /** For one that gives no sign that it will stop. */
  waitSeconds?: number;
  silenceSeconds?: number;
  say?(message: string): void;
  /** Somebody else has the folder now: this process must not touch it any more. */
  onLost?(message: string): void;
};

const HEARTBEAT_MS = 1000;
const RECORD_BYTES = 1024;

const orEmpty = (text: Promise<string>) => text.then((t) => t.trim()).catch(() => '');
const bootId = () => orEmpty(readFile('/proc/sys/kernel/random/boot_id', 'utf8'));

async function startOf(pid: number): Promise<string> {
  const stat = await orEmpty(readFile(`/proc/${pid}/stat`, 'utf8'));
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const sinceBoot = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return sinceBoot ? `${await bootId()} ${sinceBoot}` : '';
}

async function runs(owner: Owner): Promise<boolean> {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return (await startOf(owner.pid)) === owner.started;
}

const makeFolder = (dataDir: string) =>
  mkdir(dataDir, { recursive: true, mode: 0o700 })
    .then(() => access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK))
    .catch((cause: Error) => {
      throw new Error(
        `The data folder ${dataDir} cannot be used (${cause.message}). Give this user the right to write there, or another folder with DATA_DIR.`,
        { cause },
      );
    });

/** A power cut can leave the file empty or cut off: then nobody holds it. One that cannot be read says nothing. */
const readOwner = async (file: string): Promise<Owner | null> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** All of it at once and always as long, so that nobody reads half of it. */
const write = async (handle: FileHandle, owner: Owner | null) => {
  const record = Buffer.alloc(RECORD_BYTES, ' ');
  if (owner) record.write(JSON.stringify(owner));
  await handle.write(record, 0, RECORD_BYTES, 0);
};

const nameOf = (owner: Owner | null) =>
  owner ? `process ${owner.pid} on ${owner.place.split(' ')[0]}` : 'another process';

export async function lockDataDir(
  dataDir: string,
  {
    drainSeconds = 0,
    waitSeconds = 15,
    silenceSeconds = 60,
    say = () => {},
    onLost = () => {},
  }: LockOptions = {},
): Promise<{ release(): Promise<void>; draining(): Promise<void> }> {
  await makeFolder(dataDir);
  const file = join(dataDir, 'walkaround.lock');
  const me: Owner = {
    id: randomUUID(),
    pid: process.pid,
    started: await startOf(process.pid),
    place: `${hostname()} ${await orEmpty(readlink('/proc/self/ns/pid'))}`,
    drain_seconds: drainSeconds,
  };
  const handle = await take();

  let last = Promise.resolve();
  const beat = () => {
    last = last.then(async () => {
      const owner = await readOwner(file).catch(() => undefined);
      // A disk that fails for a moment is no reason to stop, nor are too many open files.
      if (owner === undefined) return;
      if (owner?.id === me.id) return write(handle, me).catch(() => {});
      clearInterval(heart);
      onLost(
        `The data folder ${dataDir} now belongs to ${nameOf(owner)}, so this service stops at once: two on one folder would destroy the database. Give each a folder of its own with DATA_DIR.`,
      );
    });
    return last;
  };
  const heart = setInterval(beat, HEARTBEAT_MS);
  heart.unref();

  return {
    draining: () => {
      me.draining = true;
      return beat();
    },
    release: async () => {
      clearInterval(heart);
      await last;
      const owner = await readOwner(file).catch(() => null);
      if (owner?.id === me.id) await write(handle, null);
      await handle.close();
    },
  };

  async function take(): Promise<FileHandle> {
    const began = performance.now();
    let beats = { at: Number.NaN, seen: began, moved: false };
    let drained = Number.NaN;
    let told = '';
    for (;;) {
      const held = await lockFile(file);
      const owner = await readOwner(file);
      if (held && !(owner && (await lives(owner, held.locked)))) {
        me.kept_by = held.locked ? await bootId() : undefined;
        await write(held.handle, me);
        // Where no kernel keeps it for one of them, the last to write has it.
        if (!held.locked) await sleep(50);
        if (held.locked || (await readOwner(file))?.id === me.id) return held.handle;
      }
      await held?.handle.close();
      if (owner?.draining && Number.isNaN(drained))
        drained = performance.now() + ((owner.drain_seconds ?? 0) + 5) * 1000;
      // One that stops clears its name a moment before it lets go.
      const isStopping = owner?.draining || (owner === null && !Number.isNaN(drained));
      const until = isStopping ? drained : patience(owner, held === null);
      if (performance.now() > until)
        throw new Error(
          `The data folder ${dataDir} is in use by ${nameOf(owner)}. Stop that process, or give this one its own folder with DATA_DIR.`,
        );
      const seconds = Math.ceil((until - began) / 1000);
      const does = owner?.draining ? 'which is stopping' : 'which still runs';
      const news = `The data folder ${dataDir} is in use by ${nameOf(owner)}, ${does}. Waiting for it, up to ${seconds} s.`;
      if (news !== told && (owner !== null || !isStopping)) {
        say(news);
        told = news;
      }
      await sleep(100);
    }

    function patience(owner: Owner | null, kept: boolean): number {
      const silent = !kept && owner !== null && owner.place !== me.place && !beats.moved;
      return began + (silent ? Math.max(waitSeconds, silenceSeconds + 5) : waitSeconds) * 1000;
    }

    async function lives(owner: Owner, locked: boolean): Promise<boolean> {
      if (owner.place === me.place) return runs(owner);
      // The kernel that kept it for that one gave it to this one.
      if (locked && owner.kept_by !== undefined && owner.kept_by === (await bootId())) return false;
      const at = (await stat(file)).mtimeMs;
      if (at !== beats.at) beats = { at, seen: performance.now(), moved: !Number.isNaN(beats.at) };
      return performance.now() - beats.seen < silenceSeconds * 1000;
    }
  }
}
