import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A version of the service to come: this one, with one migration more. `main` is what starts it. */
export const makeNextVersion = async (migration: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-next-'));
  for (const part of [
    'server/src',
    'server/migrations',
    'server/package.json',
    'package.json',
    'vocabulary',
    'command-line',
  ])
    await cp(join(ROOT, part), join(folder, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(ROOT, 'console'), join(folder, 'console'));
  await writeFile(join(folder, 'server/migrations/9999-next.sql'), migration);
  return {
    main: join(folder, 'server/src/main.ts'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
