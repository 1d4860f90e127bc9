/** A version of the damage model that does not judge yet looks at photos that another one has judged. Nobody is told what it finds. */
import { tenantOf } from '../../inspections/access.ts';
import { thresholdFor } from '../../inspections/damages/damage-kinds.ts';
import { damageOptions } from '../../inspections/damages/damage-options.ts';
import { clientHintOf } from '../../inspections/photos/client-hint.ts';
import type { FindKind, Finds } from '../../inspections/photos/finds.ts';
import { type DamageOnPhoto, findingsOnPhoto } from '../../inspections/photos/photo-findings.ts';
import type { JobRun, Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { modelUnusable } from '../../inspections/problems/photos.ts';
import { isTemporary } from '../../inspections/problems/problem.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Task } from '../../inspections/records/task.ts';
import { isChosen, sideBySide } from '../../inspections/watching/side-by-side.ts';
import { MOST_PHOTOS_ALONG } from '../../inspections/watching/tuning.ts';
import { noteLesson } from '../inspections/note-lesson.ts';
import { type FindPorts, keptOf } from './find-on-photo.ts';
import { interpretFinds } from './interpret-finds.ts';
import { judgingModels } from './judging-models.ts';
import { readPhoto } from './read-photo.ts';

type LookAlong = { inspection_id: string; version: string };

const KINDS = [
  'damage',
  'parts',
  'vehicles',
  'photo',
  'close_up_parts',
  'part_states',
  'second_opinion',
] as const satisfies FindKind[];

/** After damages were looked for, in the same commit. */
export const askToLookAlong = async (tx: Store, head: InspectionHead): Promise<void> => {
  const along = await tx.modelVersions.lookingAlong();
  if (along === null || !isChosen(head.id, along.share)) return;
  const judging = await tx.modelVersions.judging(head.organization_id);
  if (judging?.version === along.version) return;
  const data = { inspection_id: head.id, version: along.version };
  await tx.jobs.send({ name: 'look-along', data, tenant: tenantOf(head) });
};

const damagesOn = async (
  image: Image,
  finds: Partial<Finds>,
  task: Task,
  ports: FindPorts,
): Promise<DamageOnPhoto[]> => {
  const detections = await interpretFinds(image, { finds, unavailable: {} }, ports);
  const { thresholds = {} } = (await ports.photoModels.models()).damage ?? {};
  const details = task.images.find(({ image_id }) => image_id === image.id)!.details;
  const about = {
    image_id: image.id,
    sibling_key: image.image_sibling_key,
    hint: clientHintOf(image, details),
  };
  const least = thresholdFor(thresholds, damageOptions(task.arguments).threshold);
  return findingsOnPhoto({ ...about, detections }, least).damages;
};

const look = async ({ inspection_id, version }: LookAlong, ports: Ports, { signal, step }: JobRun) => {
  const { store } = ports;
  const chosen = await store.modelVersions.lookingAlong();
  const inspection = await store.inspections.read(inspection_id, { deletedObjects: false, outlines: false });
  const task = inspection?.tasks.find(({ name }) => name === 'damage_detection');
  if (chosen?.version !== version || !inspection || inspection.deleted_at !== null || !task)
    return 'not wanted';
  const judge = await judgingModels(ports, inspection);
  const along = { ...ports, photoModels: ports.photoModels.judgingWith(chosen) };
  const installed = (await judge.photoModels.models()).damage;
  if (!installed || installed.version === version) return 'not wanted';
  const names = { judging: installed.version, along: version };
  const ids = new Set(task.images.map(({ image_id }) => image_id));
  const images = inspection.images.filter(({ id }) => ids.has(id)).slice(0, MOST_PHOTOS_ALONG);
  const seen = await store.sideBySides.seen([...ids], names);
  const kept = await keptOf(images, KINDS, judge);
  for (const image of images) {
    const { damage, ...others } = kept.get(image.id)!;
    // Another version judged it, before a change.
    if (damage === undefined || seen.has(image.id)) continue;
    await step(async () => {
      signal.throwIfAborted();
      const photo = await readPhoto(image, ports);
      const request = { want: ['damage'], known: others, idle: true, signal } as const;
      const { finds, unavailable } = await along.photoModels.find(photo, request);
      if (unavailable.damage !== undefined) throw modelUnusable(unavailable.damage);
      const places = sideBySide(
        await damagesOn(image, { ...others, damage }, task, judge),
        await damagesOn(image, { ...others, damage: finds.damage! }, task, along),
      );
      await store.sideBySides.keep({ image_id: image.id, inspection_id, ...names, places });
    });
  }
  // Where the two differ there is something to learn.
  await noteLesson({ inspection_id }, ports);
  return 'done';
};

/** Whatever is wrong with it is counted and told to operators, and nothing else: no real work waits for it or fails with it. */
export const lookAlong = async (input: LookAlong, ports: Ports, run: JobRun): Promise<string> => {
  try {
    return await look(input, ports, run);
  } catch (error) {
    if (run.signal.aborted || isTemporary(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    await ports.store.modelVersions.noteFailure(input.version, reason);
    return 'failed';
  }
};
