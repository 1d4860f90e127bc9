/** Settings of capture apps, from a folder that the operator fills; read for every request, so that a change counts at once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LiveConfigs } from '../inspections/ports/ports.ts';
import { liveConfigUnusable } from '../inspections/problems/access.ts';

/** No dot and no slash, so that no name leads out of the folder. */
const NAME = /^[A-Za-z0-9_-]{1,100}$/;

const LiveConfig = z.record(z.string(), z.unknown());

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** What is wrong is not quoted: everybody may ask, and the file may be another one than it should be. */
const parse = (id: string, text: string) => {
  try {
    return LiveConfig.parse(JSON.parse(text));
  } catch (error) {
    throw liveConfigUnusable(id, error instanceof SyntaxError ? 'it is not JSON' : 'it is not a JSON object');
  }
};

export const createLiveConfigs = (folder: string | null): LiveConfigs => ({
  read: async (id) => {
    if (folder === null || !NAME.test(id)) return null;
    try {
      return parse(id, await readFile(join(folder, `${id}.json`), 'utf8'));
    } catch (error) {
      if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return null;
      throw error;
    }
  },
});
