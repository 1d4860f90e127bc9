/** gate.json in the folder of a candidate: what `npx walkaround models` reads before it installs one. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JudgedSet, Speed, Verdict } from './verdict.ts';

type Version = { sha256: string; version: string };

export type GateResult = Verdict & {
  format: 1;
  candidate: Version;
  installed: Version;
  measured_at: string;
  sets: JudgedSet[];
  speed: Speed;
};

/** More digits than a figure means make a file nobody reads. */
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Math.round(value * 1e4) / 1e4 : value;

/** A service may be reading the old one. */
export const writeGateFile = async (folder: string, result: GateResult) => {
  const path = join(folder, 'gate.json');
  await writeFile(`${path}.new`, `${JSON.stringify(result, rounded, 1)}\n`);
  await rename(`${path}.new`, path);
};
