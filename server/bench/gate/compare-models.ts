/** Both models on the same held-out vehicles: figures with intervals, and the photos on which they differ. */
import type { DataSet } from '../../../command-line/data-set.ts';
import type { Progress } from '../figure.ts';
import { compare, drawsOf, type Pair, ratioOf } from './bootstrap.ts';
import type { SeenPhoto } from './examples.ts';
import { figureKinds } from './figures.ts';
import type { Look } from './look.ts';
import { CONFIDENCE, CONFIDENCE_BY_TYPE, ROUNDS, SEED, TIMED_PHOTOS } from './tuning.ts';
import { type HeldOutVehicle, heldOutVehicles } from './vehicles.ts';
import { type JudgedSet, outcomeOf, type SetName, type Speed } from './verdict.ts';

export type Looks = { installed: Look; candidate: Look };

const photosOf = (vehicles: readonly HeldOutVehicle[]) =>
  vehicles.flatMap(({ inspections }) => inspections).flatMap(({ photos }) => photos);

export const compareOn = async (
  name: SetName,
  set: DataSet,
  looks: Looks,
  progress: Progress,
): Promise<{ judged: JudgedSet; seen: SeenPhoto[] }> => {
  const vehicles = heldOutVehicles(set);
  if (vehicles.length === 0)
    throw new Error(`No vehicle of ${set.folder} is held out: its photos have no split "val".`);
  const inspections = vehicles.flatMap((vehicle) => vehicle.inspections);
  const pairs: Pair[] = [];
  const seen: SeenPhoto[] = [];
  let done = 0;
  const onInspection = () => {
    done += 1;
    const tenths = Math.floor((5 * done) / inspections.length);
    progress(
      done,
      2 * inspections.length,
      `${tenths * 10} % of ${inspections.length} inspections, both models`,
    );
  };
  for (const vehicle of vehicles) {
    const installed = await looks.installed.lookAt(vehicle, onInspection);
    const candidate = await looks.candidate.lookAt(vehicle, onInspection);
    pairs.push({ installed: installed.tally, candidate: candidate.tally });
    for (const photo of photosOf([vehicle]))
      seen.push({
        photo,
        installed: installed.seen.get(photo.path)!,
        candidate: candidate.seen.get(photo.path)!,
      });
  }
  const types = [...new Set(photosOf(vehicles).flatMap(({ truth }) => truth.types))];
  const draws = drawsOf(vehicles.length, ROUNDS, SEED);
  const figures = figureKinds(types).map((kind) => {
    const compared = compare(pairs, kind.id, draws, kind.type === null ? CONFIDENCE : CONFIDENCE_BY_TYPE);
    return { ...kind, ...compared, outcome: outcomeOf(kind, compared) };
  });
  const damages = photosOf(vehicles).reduce((sum, { truth }) => sum + truth.labeled.length, 0);
  const counts = { vehicles: vehicles.length, photos: seen.length, inspections: inspections.length, damages };
  return { judged: { name, ...counts, figures }, seen };
};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** In turn, so that a busy moment of the machine hits both. The first photo of each only warms up. */
export const compareSpeed = async (set: DataSet, { installed, candidate }: Looks): Promise<Speed> => {
  const photos = photosOf(heldOutVehicles(set)).slice(0, TIMED_PHOTOS);
  const times = { installed: [] as number[], candidate: [] as number[] };
  for (const { path } of [photos[0]!, ...photos]) {
    times.installed.push(await installed.milliseconds(path));
    times.candidate.push(await candidate.milliseconds(path));
  }
  const [before, after] = [times.installed.slice(1), times.candidate.slice(1)];
  const counts = after.map((count, photo) => ({ count, of: before[photo]! }));
  return {
    installed_ms: mean(before),
    candidate_ms: mean(after),
    photos: photos.length,
    ratio: ratioOf(counts, drawsOf(photos.length, ROUNDS, SEED), CONFIDENCE),
  };
};
