/** The models: ONNX Runtime, each file of the manifest by its checksum and a run, and those that read text. */
import type { Config } from '../../config/config.ts';
import type { ModelName } from '../../inspections/photos/detections.ts';
import { MODEL_NAMES } from '../../inspections/photos/model-registry.ts';
import { isUsable, type Model, readManifest, type Unusable } from '../../vision/engine/manifest.ts';
import { type Engine, ONE_PIXEL, openModel, openSession } from '../../vision/engine/model-session.ts';
import { coresOf } from '../../vision/engine/models.ts';
import { createOtherVersions } from '../../vision/engine/other-versions.ts';
import { assertPublisher, checkSignature } from '../../vision/engine/signature.ts';
import { forbidTelemetry } from '../../vision/engine/telemetry.ts';
import { openTextSessions } from '../../vision/text/text-sessions.ts';
import { NotReached, withInstallation } from '../models/installation.ts';
import type { Check, Doubt } from './check.ts';

/** An ONNX model that gives out the one number it is given. */
const ECHO = 'CAg6NwoQCgF4EgF5IghJZGVudGl0eRIBZ1oPCgF4EgoKCAgBEgQKAggBYg8KAXkSCgoICAESBAoCCAFCBAoAEBE=';

type Warn = (message: string) => void;

/** What goes well but with a warning, such as a CPU where a GPU was asked for, is a doubt. */
const withWarnings = async (check: (warn: Warn) => Promise<string>): Promise<string | Doubt> => {
  const warnings: string[] = [];
  const found = await check((message) => warnings.push(message));
  return warnings.length > 0 ? { doubt: warnings.join(' ') } : found;
};

const checkRuntime = async (engine: Engine, warn: Warn) => {
  const ort = await import('onnxruntime-node').catch((error: Error) => {
    throw new Error(`It cannot be loaded (${error.message}). Run "npm ci" again, on a system with glibc.`);
  });
  const { session, device } = await openSession(ort, Buffer.from(ECHO, 'base64'), engine, 'A model', warn);
  const answer = await session.run({ x: new ort.Tensor('float32', [42], [1]) });
  await session.release();
  if (answer.y?.data[0] !== 42) throw new Error('It counts wrongly on this machine. Run "npm ci" again.');
  return `${ort.env.versions.common}, on the ${device}`;
};

const checkModel = async (model: Model | Unusable | undefined, engine: Engine, warn: Warn) => {
  if (model === undefined)
    throw new Error('It is not in the manifest, so nothing can be said of what it sees.');
  const opened = isUsable(model) ? await openModel(model, engine, warn) : model;
  if (!isUsable(opened)) throw new Error(opened.problem);
  await opened.run(ONE_PIXEL).finally(opened.close);
  return `${opened.model.version}, the file is whole and runs`;
};

const checkText = async (engine: Engine, warn: Warn) => {
  const sessions = await openTextSessions(engine, warn);
  if (!isUsable(sessions)) throw new Error(sessions.problem);
  await sessions.close();
  return 'the files are whole and run';
};

const publisherCheck = ({ folder, publisherKey }: Config['models']): Check => ({
  name: 'publisher',
  run: async () => {
    await assertPublisher(folder, publisherKey);
    if (publisherKey !== null) return `the models are signed by ${publisherKey}`;
    const found = await checkSignature(folder);
    if (found.signed) return 'the models are signed by whoever publishes this version';
    return { doubt: `${found.why} Right for models of your own; otherwise restore them (git checkout).` };
  },
});

/** Versions of the damage model that judge or look along, by the files that a worker would fetch. */
const checkVersions = async (config: Config, engine: Engine, warn: Warn): Promise<string> => {
  const seen = await withInstallation(config, async ({ store, photos }) => {
    const inUse = new Set((await store.modelVersions.holding()).map(({ version }) => version));
    const files = createOtherVersions({
      folder: `${config.dataDir}/models`,
      open: async (key) => (await photos.open(key)).stream,
    });
    const checked: string[] = [];
    for (const version of (await store.modelVersions.list()).filter((one) => inUse.has(one.version)))
      checked.push(await checkModel(await files.modelOf(version), engine, warn));
    return checked;
  }).catch((error) => {
    if (error instanceof NotReached) return `not looked at: ${error.message}`;
    throw error;
  });
  if (typeof seen === 'string') return seen;
  return seen.join('; ') || 'none is in use besides the one above';
};

export const modelChecks = async (config: Config): Promise<Check[]> => {
  const { models } = config;
  forbidTelemetry();
  const engine = { device: models.device, cores: coresOf(models) };
  const manifest = await readManifest(models.folder);
  const modelCheck = (name: ModelName): Check => ({
    name: `model ${name}`,
    run: () => withWarnings((warn) => checkModel(manifest.get(name), engine, warn)),
  });
  return [
    { name: 'ONNX Runtime', run: () => withWarnings((warn) => checkRuntime(engine, warn)) },
    publisherCheck(models),
    ...MODEL_NAMES.map(modelCheck),
    {
      name: 'added models',
      run: () => withWarnings((warn) => checkVersions(config, engine, warn)),
    },
    { name: 'model text', run: () => withWarnings((warn) => checkText(engine, warn)) },
  ];
};
