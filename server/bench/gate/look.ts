/** What one model makes of the held-out photos, by the code of the service: its tasks, its rules, its thresholds. */
import { readFile } from 'node:fs/promises';
import { type Threshold, thresholdFor } from '../../src/inspections/damages/damage-kinds.ts';
import { combineFinds } from '../../src/inspections/photos/combine-finds.ts';
import type { Finds } from '../../src/inspections/photos/finds.ts';
import type { PhotoModels } from '../../src/inspections/ports/ports.ts';
import type { ModelsConfig } from '../../src/vision/engine/models.ts';
import { createPhotoModels } from '../../src/vision/engine/photo-models.ts';
import { createInspector, fingerprintOf } from '../findings/inspect.ts';
import { keptFinds } from '../findings/kept-finds.ts';
import { listedBy } from '../findings/listed.ts';
import { isSamePlace, matchDamages } from '../findings/match.ts';
import { type Find, placeFinds } from './by-place.ts';
import { add, addPlaced, type Tally } from './figures.ts';
import type { DamageModel } from './folders.ts';
import type { HeldOutInspection, HeldOutPhoto, HeldOutVehicle } from './vehicles.ts';

const SEEN = ['damage', 'parts', 'vehicles', 'photo', 'close_up_parts'] as const;

const keysOf = async (models: PhotoModels) => {
  const versions = await models.versions();
  return SEEN.flatMap((model) => (versions[model] ? [{ model, ...versions[model] }] : []));
};

type Seen = { findings: Find[]; suspicions: Find[] };

/** `findsFolder` is shared: what the neighbors of both models find is found once. */
export const createLook = (config: ModelsConfig, model: DamageModel, findsFolder: string) => {
  const models = createPhotoModels(config, { warn: (line) => void process.stderr.write(`${line}\n`) });
  const { inspect } = createInspector(models, findsFolder);
  const fingerprints = new Map<string, string>();
  const sightings = keptFinds(findsFolder, (path) => fingerprints.get(path)!);
  const thresholds = thresholdFor(model.thresholds);
  const suspected = thresholdFor(model.suspicion_thresholds);
  const worthALook: Threshold = (type) => Math.min(thresholds(type), suspected(type));

  /** On the photo by itself, once its inspection has been run. */
  const seenOn = async ({ path, width, height }: HeldOutPhoto): Promise<Seen> => {
    fingerprints.set(path, await fingerprintOf(path));
    const kept = (await sightings.of([path], await keysOf(models))).get(path)!;
    const finds = Object.fromEntries(kept) as Partial<Finds>;
    const { damages = [] } = combineFinds({ width, height }, finds, model.thresholds);
    const from = (least: Threshold) =>
      damages.filter(({ damage_type, score }) => score >= least(damage_type));
    return { findings: from(thresholds), suspicions: from(worthALook) };
  };

  const addInspection = (
    tally: Tally,
    { photos, damages }: HeldOutInspection,
    listed: ReturnType<typeof listedBy>['damages'],
  ) => {
    const truthOf = new Map(photos.map(({ name, truth }) => [name, truth]));
    const isJudged = ({ type }: (typeof listed)[number]) =>
      photos.some(({ truth }) => truth.types.includes(type === 'scattered_scratches' ? 'scratch' : type));
    const { found, covered, invented } = matchDamages(listed.filter(isJudged), damages);
    const isUnclear = ({ views }: (typeof listed)[number]) =>
      views.some(({ photo, box }) => truthOf.get(photo)!.ignored.some((other) => isSamePlace(box, other)));
    add(tally, 'inspection.found', found.length + covered.length, damages.length);
    add(tally, 'inspection.invented', invented.filter((damage) => !isUnclear(damage)).length, 1);
  };

  /** Counts of a vehicle, and what was seen on each of its photos. */
  const lookAt = async ({ inspections }: HeldOutVehicle, onInspection: () => void) => {
    const tally: Tally = {};
    const seen = new Map<string, Seen>();
    for (const inspection of inspections) {
      addInspection(tally, inspection, listedBy(await inspect(inspection.photos)).damages);
      for (const photo of inspection.photos) {
        const on = await seenOn(photo);
        seen.set(photo.path, on);
        addPlaced(tally, 'findings', placeFinds(on.findings, photo.truth));
        addPlaced(tally, 'suspicions', placeFinds(on.suspicions, photo.truth));
        if (!photo.isIntact) continue;
        const alarms = (finds: Find[]) => placeFinds(finds, photo.truth).wrong.length > 0;
        add(tally, 'intact.alarm', Number(alarms(on.findings)), 1);
        add(tally, 'intact.suspicion', Number(alarms(on.suspicions)), 1);
      }
      onInspection();
    }
    return { tally, seen };
  };

  /** Of the damage model alone on one photo, decoding included. */
  const milliseconds = async (path: string): Promise<number> => {
    const bytes = await readFile(path);
    const began = performance.now();
    await models.find(bytes, { want: ['damage'] });
    return performance.now() - began;
  };

  return { lookAt, milliseconds, close: () => models.close() };
};
export type Look = ReturnType<typeof createLook>;
export type { Seen };
