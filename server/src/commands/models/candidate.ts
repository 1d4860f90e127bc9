/** A folder with a candidate for the damage model, and the checks before anything is stored. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { type Gate, gateSchema } from '../../inspections/records/model-version.ts';
import { entriesIn, isUsable, type Model, modelFrom } from '../../vision/engine/manifest.ts';
import { ONE_PIXEL, openModel } from '../../vision/engine/model-session.ts';
import { coresOf } from '../../vision/engine/models.ts';
import { forbidTelemetry } from '../../vision/engine/telemetry.ts';

export type Candidate = { model: Model; entry: Record<string, unknown>; gate: Gate | null };

/** A version is named in commands, tables and metrics. */
const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/;

const readGate = async (folder: string, { version, sha256 }: Model): Promise<Gate | null> => {
  const path = join(folder, 'gate.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new Error(`${path} cannot be read: ${error.message}.`);
  });
  if (text === null) return null;
  let gate: Gate;
  try {
    gate = gateSchema.parse(JSON.parse(text));
  } catch (error) {
    const wrong =
      error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : (error as Error).message;
    throw new Error(`${path} is not what "npx walkaround gate" writes: ${wrong}. Run it again.`);
  }
  if (gate.candidate.sha256 !== sha256 || gate.candidate.version !== version)
    throw new Error(
      `${path} is about another file: ${gate.candidate.version} with the sha256 ${gate.candidate.sha256}, and here is ${version} with ${sha256}. Run "npx walkaround gate" on this folder.`,
    );
  return gate;
};

const described = async (folder: string): Promise<Pick<Candidate, 'model' | 'entry'>> => {
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new Error(
      `${folder} is no folder, and no version of that name is installed. Name the folder that "npx walkaround train" made; "npx walkaround models list" shows the versions.`,
    );
  const entries = await entriesIn(folder);
  if (!(entries instanceof Map))
    throw new Error(
      `${folder} holds no model: ${(entries as { problem: string }).problem.replace(/ Set MODELS_DIR.*$/, '')}`,
    );
  const others = [...entries.keys()].filter((name) => name !== 'damage');
  if (others.length > 0 || !entries.has('damage'))
    throw new Error(
      `${join(folder, 'manifest.json')} has ${[...entries.keys()].map((name) => `"${name}"`).join(', ') || 'no model'}, and only the damage model can be tried. Leave the entry "damage" alone in it.`,
    );
  const entry = entries.get('damage') as Record<string, unknown>;
  const model = modelFrom(folder, 'damage', entry);
  if (!isUsable(model)) throw new Error(model.problem);
  if (!VERSION.test(model.version))
    throw new Error(
      `The version ${JSON.stringify(model.version)} cannot be used: write it like 1.4.0-own.20261117, with letters, digits, dots and hyphens.`,
    );
  return { model, entry };
};

/** Opened and run once, which takes seconds: the sum is right, and it takes and gives what its manifest says. */
export const tryOut = async (model: Model, { models }: Config) => {
  forbidTelemetry();
  const opened = await openModel(model, { device: models.device, cores: coresOf(models) }, () => {});
  if (!isUsable(opened)) throw new Error(opened.problem.replace(/ Restore it \(git checkout\)[^.]*\./, ''));
  await opened.run(ONE_PIXEL).finally(opened.close);
};

export const readCandidate = async (folder: string): Promise<Candidate> => {
  const { model, entry } = await described(folder);
  return { model, entry, gate: await readGate(folder, model) };
};
