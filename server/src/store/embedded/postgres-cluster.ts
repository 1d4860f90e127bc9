import { constants } from 'node:fs';
import { chmod, chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type Account, runPostgresTool } from './postgres-binaries.ts';

/** Where the files of the built-in Postgres are, who owns them and which programs work on them. */
export type Cluster = { folder: string; account: Account; binaries: string };

const ROLE = 'walkaround';
const DATABASE = 'walkaround';

export const connectionUrl = (port: number, password: string) =>
  `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;

/**
 * The value of `-D`. As another account Postgres may lack the right to walk down to the folder (data under
 * a 0700 home). It starts inside it, though, and this path leads there without the way down.
 */
export const dataArgument = ({ folder, account }: Cluster) =>
  account && process.platform === 'linux' ? '/proc/self/cwd' : folder;

/** The account for Postgres: ours, or when we are root the owner of the files, at first `nobody`. */
export async function accountFor(folder: string): Promise<Account> {
  const owner = await stat(folder).catch(() => null);
  const me = process.getuid?.();
  if (me !== 0) {
    if (owner && owner.uid !== me)
      throw new Error(
        `The database in ${folder} belongs to another user (uid ${owner.uid}). Start as that user, or as root if root made it, or run: chown -R ${me} ${folder}`,
      );
    if (!owner && !hasName())
      throw new Error(
        `Postgres makes its files only for a user that has a name, and uid ${me} has none. Run the service as a user in /etc/passwd, or set DATABASE_URL to a Postgres of your own.`,
      );
    return null;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? [null, '65534', '65534'];
  if (owner && (await stat(join(folder, 'PG_VERSION')).catch(() => null)))
    throw new Error(
      `The database in ${folder} belongs to root, as whom Postgres does not run: it was copied without its owner. Run: chown -R ${uid}:${gid} ${folder}`,
    );
  return { uid: Number(uid), gid: Number(gid) };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Never through a link: the account that owns the folder must not lead root to other files. */
export async function overwrite(file: string, content: string) {
  const handle = await open(
    file,
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Made aside and renamed at the end, so that a start that is killed halfway leaves no half database. */
export async function createCluster(cluster: Cluster, password: string) {
  const making: Cluster = { ...cluster, folder: `${cluster.folder}.new` };
  const { folder, account, binaries } = making;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  const locale = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await runPostgresTool(
    join(binaries, 'initdb'),
    ['-D', dataArgument(making), '--username=postgres', '--auth=reject', ...locale],
    { account, cwd: folder },
  );
  await runSql(making, [
    `CREATE ROLE ${ROLE} LOGIN PASSWORD '${password}'`,
    `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`,
  ]);
  // The superuser has no password and so no way in from outside.
  await overwrite(join(folder, 'pg_hba.conf'), `host ${DATABASE} ${ROLE} 127.0.0.1/32 scram-sha-256\n`);
  await rename(folder, cluster.folder);
}

export const setPassword = (cluster: Cluster, password: string) =>
  runSql(cluster, [`ALTER ROLE ${ROLE} PASSWORD '${password}'`]);

/** In single-user mode, which needs no server and no login. */
async function runSql(cluster: Cluster, statements: string[]) {
  await runPostgresTool(
    join(cluster.binaries, 'postgres'),
    [
      '--single',
      '-D',
      dataArgument(cluster),
      '-c',
      'exit_on_error=on',
      '-c',
      'log_checkpoints=off',
      'postgres',
    ],
    { account: cluster.account, cwd: cluster.folder, input: `${statements.join('\n')}\n` },
  );
}
