/** The two models: the installed one with its neighbors, and the candidate in its place beside the same neighbors. */
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isUsable, type Model, readManifest } from '../../src/vision/engine/manifest.ts';
import { sha256Of } from '../../src/vision/engine/model-files.ts';

export type DamageModel = Pick<Model, 'version' | 'sha256' | 'thresholds' | 'suspicion_thresholds'>;

type Entry = { name: string; file: string; version: string };

const manifestOf = async (folder: string): Promise<{ models: Entry[] }> =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));

/** The model as the service would read it, and its file as its manifest says it is. */
const damageIn = async (folder: string): Promise<Model> => {
  const model = (await readManifest(folder)).get('damage');
  if (model === undefined) throw new Error(`The manifest in ${folder} has no damage model.`);
  if (!isUsable(model)) throw new Error(model.problem);
  const sha256 = await sha256Of(model.path).catch(() => {
    throw new Error(`The file ${model.path} is missing.`);
  });
  if (sha256 !== model.sha256)
    throw new Error(`${model.path} is not the file that its manifest describes. Train the candidate again.`);
  return model;
};

/** What tells the finds of both apart where they are kept; a version may be the same. */
const markOf = ({ version, sha256 }: DamageModel) => `${version} ${sha256.slice(0, 12)}`;

const writeFolder = async (folder: string, installed: string, model: Model) => {
  const { models } = await manifestOf(installed);
  const entry = (await manifestOf(resolve(model.path, '..'))).models.find(({ name }) => name === 'damage')!;
  const others = models.filter(({ name }) => name !== 'damage');
  for (const { file } of others) await symlink(resolve(installed, file), join(folder, file));
  await symlink(resolve(model.path), join(folder, 'damage.onnx'));
  const damage = { ...entry, file: 'damage.onnx', version: markOf(model) };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ models: [...others, damage] }));
};

/** Fills two empty folders that the service's code can run. */
export const prepareFolders = async (
  installed: string,
  candidate: string,
  folders: { installed: string; candidate: string },
) => {
  const [before, after] = [await damageIn(installed), await damageIn(candidate)];
  if (before.sha256 === after.sha256)
    throw new Error('The candidate is the model that is installed: there is nothing to compare.');
  await writeFolder(folders.installed, installed, before);
  await writeFolder(folders.candidate, installed, after);
  return { installed: before, candidate: after };
};
