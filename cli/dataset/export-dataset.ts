/** The approved inspections of an organization as a folder that `training/` reads. */
import { join } from 'node:path';
import type { Client, TrainingInspection } from '@walkaround/sdk';
import { plural } from '../../command-line/command.ts';
import { say, showBar } from '../terminal.ts';
import { annotationsOf, CATEGORIES, carOf, hardNegativesOf, imageOf, type Photo } from './coco.ts';
import { assemble, pieces } from './json-files.ts';
import { assertSameSet, newCounts, readManifest, removedFrom, writeManifest } from './manifest.ts';
import { type Loaded, loadPhoto, nameOf, removeOthers, removePhoto } from './photo-files.ts';

export type Choice = 'shown' | 'original';

/** Links to photos end after some time, so few are asked for at once. */
const INSPECTIONS_AT_ONCE = 20;
const PHOTOS_AT_ONCE = 4;

const LABELS = 'damage.json';
const CARS = 'intact-cars.json';
const LIST = 'photos.jsonl';

async function* inspectionsOf(client: Client, photos: Choice): AsyncGenerator<TrainingInspection[]> {
  const query = { photos, limit: INSPECTIONS_AT_ONCE, paginationOrder: 'asc' as const };
  let after: object | undefined = {};
  while (after !== undefined) {
    const { result, entities, paging } = await client.organization.getTrainingInspections({
      ...query,
      ...after,
    });
    yield result.map((id) => entities.trainingInspections[id]!);
    after = paging.cursors.next;
  }
}

/** In order, a few at a time. */
const loadAll = async (folder: string, photos: Photo[], onLoaded: () => void): Promise<Loaded[]> => {
  const loaded: Loaded[] = [];
  let next = 0;
  const load = async () => {
    while (next < photos.length) {
      const place = next;
      next += 1;
      loaded[place] = await loadPhoto(folder, photos[place]!);
      onLoaded();
    }
  };
  await Promise.all(Array.from({ length: PHOTOS_AT_ONCE }, load));
  return loaded;
};

const writersIn = (folder: string) => ({
  images: pieces(join(folder, `${LABELS}.images`), ',\n'),
  annotations: pieces(join(folder, `${LABELS}.annotations`), ',\n'),
  negatives: pieces(join(folder, `${LABELS}.negatives`), ',\n'),
  cars: pieces(join(folder, CARS), ',\n'),
  list: pieces(join(folder, LIST), '\n'),
});
type Writers = ReturnType<typeof writersIn>;

const writePhoto = async (
  writers: Writers,
  counts: ReturnType<typeof newCounts>,
  inspection: TrainingInspection,
  photo: Photo,
  sha256: string,
) => {
  const file = nameOf(photo);
  await writers.images.add(JSON.stringify(imageOf(photo, inspection, file)));
  for (const annotation of annotationsOf(photo)) await writers.annotations.add(JSON.stringify(annotation));
  for (const negative of hardNegativesOf(photo)) await writers.negatives.add(JSON.stringify(negative));
  const car = carOf(photo);
  if (car) await writers.cars.add(`${JSON.stringify(file.split('/').at(-1))}: ${JSON.stringify(car)}`);
  const { id: inspection_id, group, split, approvedAt: approved_at, approvedBy: approved_by } = inspection;
  const listed = { file, sha256, inspection_id, group, split, approved_at, approved_by };
  await writers.list.add(
    JSON.stringify({ ...listed, is_blurred: photo.isBlurred, is_intact: photo.isIntact }),
  );
  counts.photos[inspection.split] += 1;
  if (photo.isIntact) counts.photos.intact += 1;
  if (photo.isBlurred) counts.photos.blurred += 1;
  for (const { category, source } of photo.labels) {
    counts.add(counts.labels, category);
    counts.add(counts.label_sources, source);
  }
  for (const { reason } of photo.ignoredRegions) counts.add(counts.ignored_regions, reason);
  for (const { source } of photo.hardNegatives) counts.add(counts.hard_negatives, source);
};

const finish = async (folder: string, writers: Writers, info: object) => {
  await assemble(join(folder, LABELS), [
    `{"info": ${JSON.stringify(info)},\n"categories": ${JSON.stringify(CATEGORIES)},\n"images": [\n`,
    writers.images,
    '\n],\n"annotations": [\n',
    writers.annotations,
    '\n],\n"hard_negatives": [\n',
    writers.negatives,
    '\n]}\n',
  ]);
  await assemble(join(folder, CARS), ['{\n', writers.cars, '\n}\n']);
  await assemble(join(folder, LIST), [writers.list, '\n']);
};

const WHY_NOT = {
  none: 'Your organization does not let models learn from its inspections. Somebody with the permission organization:manage allows it: training_use in the settings of the organization.',
  shown:
    'Your organization lets models learn from photos as people see them only. Use --photos shown, or set training_use to original in the settings of the organization.',
};

/** What an earlier run left here may not be used any longer. */
const empty = async (folder: string, about: Parameters<typeof writeManifest>[1]): Promise<number> => {
  const removed = await removeOthers(folder, new Set());
  await finish(folder, writersIn(folder), {});
  await writeManifest(folder, about, { complete: true, removed: removedFrom(removed) });
  return removed.length;
};

/** Answers how many photos could not be had. */
export const exportDataset = async (
  client: Client,
  { folder, photos }: { folder: string; photos: Choice },
): Promise<number> => {
  const { result, entities } = await client.organization.getTrainingData();
  const { trainingUse, images } = entities.trainingData[result]!;
  const at = { exported_at: new Date().toISOString() };
  const before = await readManifest(folder);
  // Where nothing is allowed any longer, all photos go, whichever they are.
  const photo_choice = trainingUse === 'none' ? (before?.photo_choice ?? photos) : photos;
  const kept = { organization: result, photo_choice };
  assertSameSet(folder, before, kept);
  if (trainingUse === 'none' || (photos === 'original' && trainingUse === 'shown')) {
    const gone = before === null ? 0 : await empty(folder, { ...kept, ...at });
    throw new Error(
      `${WHY_NOT[trainingUse]}${gone > 0 ? `\n${plural(gone, 'photo')} of an earlier run left ${folder}.` : ''}`,
    );
  }
  await writeManifest(folder, kept, at);

  const counts = newCounts();
  const writers = writersIn(folder);
  const inSet = new Set<string>();
  /** The beginnings of the hashes of all files: the same photo of two vehicles would be on both sides. */
  const seen = new Set<string>();
  let done = 0;
  let missing = 0;
  const onLoaded = () => {
    done += 1;
    showBar(`${done} of ${images} photos`, done, images);
  };
  for await (const page of inspectionsOf(client, photos)) {
    const listed = page.flatMap((inspection) => inspection.photos.map((photo) => ({ inspection, photo })));
    const loaded = await loadAll(
      folder,
      listed.map(({ photo }) => photo),
      onLoaded,
    );
    counts.inspections += page.length;
    for (const { leftOut } of page)
      for (const { reason } of leftOut) {
        counts.add(counts.left_out, reason);
        done += 1;
      }
    for (const [place, { inspection, photo }] of listed.entries()) {
      const file = loaded[place]!;
      if ('problem' in file) {
        counts.add(counts.left_out, file.problem);
        if (file.problem === 'not_ready') missing += 1;
        continue;
      }
      const beginning = file.sha256.slice(0, 24);
      if (seen.has(beginning)) {
        counts.add(counts.left_out, 'same_file');
        await removePhoto(folder, photo);
        continue;
      }
      seen.add(beginning);
      inSet.add(photo.id);
      await writePhoto(writers, counts, inspection, photo, file.sha256);
    }
  }
  const { add: _, ...told } = counts;
  await finish(folder, writers, { description: 'Approved inspections', ...kept, ...at });
  const removed = await removeOthers(folder, inSet);
  await writeManifest(folder, kept, { complete: true, ...at, ...told, removed: removedFrom(removed) });
  sayResult(folder, told, removed.length, missing);
  return missing;
};

const sayResult = (
  folder: string,
  { inspections, photos, labels, hard_negatives, left_out }: Omit<ReturnType<typeof newCounts>, 'add'>,
  removed: number,
  missing: number,
) => {
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
  say(
    `${plural(photos.train + photos.val, 'photo')} of ${plural(inspections, 'approved inspection')} in ${folder}`,
  );
  say(`  to learn from      ${photos.train}`);
  say(`  held back          ${photos.val}`);
  say(`  without damage     ${photos.intact}`);
  say(`  damages drawn      ${sum(labels)}`);
  say(`  finds dismissed    ${sum(hard_negatives)}`);
  if (sum(left_out) > 0)
    say(
      `  left out           ${sum(left_out)} (${Object.entries(left_out)
        .map(([reason, count]) => `${reason} ${count}`)
        .join(', ')})`,
    );
  if (removed > 0) say(`  gone since the last run, and removed   ${removed}`);
  if (missing > 0)
    say(`${plural(missing, 'photo')} could not be had now: run the command again later to get the rest.`);
};
