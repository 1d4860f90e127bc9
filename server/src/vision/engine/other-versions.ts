/** Versions of the damage model that came after the service was installed: their files are in the file store. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isTemporary } from '../../inspections/problems/problem.ts';
import type { ModelVersion } from '../../inspections/records/model-version.ts';
import { isUsable, type Model, modelFrom, type Unusable } from './manifest.ts';
import { sha256Of } from './model-files.ts';

export type VersionFiles = {
  /** On this machine: ONNX Runtime opens files, and the store may be far away. */
  folder: string;
  open(key: string): Promise<Readable>;
};

/** For who runs only what is in the manifest. */
export const NO_FILES: VersionFiles = {
  folder: tmpdir(),
  open: () => Promise.reject(new Error('no file store')),
};

export type OtherVersions = { modelOf(version: ModelVersion): Promise<Model | Unusable> };

const isWhole = async (path: string, sha256: string) => (await sha256Of(path).catch(() => null)) === sha256;

export const createOtherVersions = ({ folder, open }: VersionFiles): OtherVersions => {
  const ready = new Map<string, Promise<Model | Unusable>>();

  const fetchFile = async (key: string, path: string) => {
    await mkdir(folder, { recursive: true });
    const part = `${path}.${randomUUID()}.part`;
    try {
      await pipeline(await open(key), createWriteStream(part));
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
  };

  /** The copy of an earlier run is taken if it is whole. */
  const prepare = async ({ version, sha256, file_key, entry }: ModelVersion): Promise<Model | Unusable> => {
    const file = `${sha256}.onnx`;
    const model = modelFrom(folder, 'damage', { ...entry, file, sha256 });
    if (!isUsable(model) || (await isWhole(model.path, sha256))) return model;
    try {
      await fetchFile(file_key, model.path);
    } catch (error) {
      if (isTemporary(error)) throw error;
      const { message } = error as Error;
      return {
        problem: `The file ${file_key} of the damage model ${version} cannot be had from the file store (${message}). Go back with "npx walkaround models back", or restore the file.`,
      };
    }
    if (await isWhole(model.path, sha256)) return model;
    return {
      problem: `The file ${file_key} of the damage model ${version} is damaged: its sha256 is not ${sha256}. Go back with "npx walkaround models back", or restore the file.`,
    };
  };

  return {
    modelOf: (version) => {
      const key = `${version.version} ${version.sha256}`;
      const known = ready.get(key);
      if (known) return known;
      const preparing = prepare(version);
      ready.set(key, preparing);
      // What cannot be used now is looked at anew the next time.
      preparing.then(
        (model) => isUsable(model) || ready.delete(key),
        () => ready.delete(key),
      );
      return preparing;
    },
  };
};
