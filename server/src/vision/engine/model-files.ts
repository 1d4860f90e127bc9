/** Which models cannot be used, as far as their files tell without being loaded. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ModelFault, ModelFaults } from '../../inspections/capabilities.ts';
import { MODEL_NAMES } from '../../inspections/photos/model-registry.ts';
import { isUsable, type Model, readManifest } from './manifest.ts';

/** Read piece by piece: such a file may be large. */
export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/** A file is read again only where it has changed: asked every few seconds, 80 MB would be read for nothing. */
export const watchModelFiles = (folder: string): (() => Promise<ModelFaults>) => {
  const sums = new Map<string, { stamp: string; sha256: string }>();
  const sumOf = async (path: string) => {
    const { mtimeMs, size, ino } = await stat(path);
    const stamp = `${mtimeMs} ${size} ${ino}`;
    const known = sums.get(path);
    if (known?.stamp === stamp) return known.sha256;
    const sha256 = await sha256Of(path);
    sums.set(path, { stamp, sha256 });
    return sha256;
  };
  const faultOf = async ({ path, sha256 }: Model): Promise<ModelFault | null> => {
    try {
      return (await sumOf(path)) === sha256 ? null : 'damaged';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unusable';
    }
  };
  return async () => {
    const faults: ModelFaults = {};
    const manifest = await readManifest(folder);
    for (const name of MODEL_NAMES) {
      const model = manifest.get(name);
      // No folder, or one without this model.
      if (model === undefined) faults[name] = 'missing';
      else {
        const fault = isUsable(model) ? await faultOf(model) : 'unusable';
        if (fault !== null) faults[name] = fault;
      }
    }
    return faults;
  };
};
