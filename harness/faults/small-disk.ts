import { execFileSync } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Only root may mount, and not in every container. */
export const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A file system of its own at a folder, in memory and with a bound. Undefined where none may be mounted. */
export const mountSmallDisk = async (folder: string, kibibytes: number) => {
  await mkdir(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    fill: async ({ leaving }: { leaving: number }) => {
      const { bavail, bsize } = await statfs(folder);
      const file = await open(filler, 'a');
      await file.write(Buffer.alloc(bavail * bsize - leaving));
      await file.close();
    },
    free: () => rm(filler),
    unmount: () => execFileSync('umount', [folder]),
  };
};
