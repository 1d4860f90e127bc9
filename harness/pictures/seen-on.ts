import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Body } from '../clients/client.ts';

const COMMAND = fileURLToPath(new URL('../../server/src/commands/detect/detect.ts', import.meta.url));
const run = promisify(execFile);

/** What anybody who has only these pictures can find out with the models: the command, not the service. */
export const seenOn = async (pictures: Buffer[], { texts = false } = {}): Promise<Body[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'seen-on-'));
  try {
    const files = pictures.map((_, index) => join(folder, `${index}.jpg`));
    for (const [index, file] of files.entries()) await writeFile(file, pictures[index]!);
    const out = join(folder, 'seen.json');
    await run(process.execPath, [COMMAND, ...(texts ? ['--ocr'] : []), '--out', out, ...files]);
    return JSON.parse(await readFile(out, 'utf8')).images;
  } finally {
    await rm(folder, { recursive: true });
  }
};
