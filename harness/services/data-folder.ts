import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Names the folder to copy from; the processes of the tests inherit it. */
export const TEMPLATE = 'TEST_DATABASE_TEMPLATE';

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A data folder in which the database is made already, and nothing else. Without a template an empty one. */
export const newDataFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-test-'));
  const template = process.env[TEMPLATE];
  if (template === undefined) return folder;
  // Postgres may be another user than we are, and its files stay theirs.
  await run('cp', ['-a', '--reflink=auto', join(template, 'postgres'), folder]);
  const { url } = JSON.parse(await readFile(join(template, 'postgres.json'), 'utf8'));
  const own = new URL(url);
  own.port = String(await freePort());
  await writeFile(join(folder, 'postgres.json'), JSON.stringify({ url: own.href }), { mode: 0o600 });
  return folder;
};
