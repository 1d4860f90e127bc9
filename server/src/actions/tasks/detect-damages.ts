/** The task `damage_detection`: photos in, damages and parts out, each with the views that prove it. */
import { v7 as uuid } from 'uuid';
import { copiesAmong } from '../../inspections/checks/duplicate-photos.ts';
import type { PhotoPrint } from '../../inspections/checks/photo-print.ts';
import { photosByVehicle } from '../../inspections/checks/vehicle-groups.ts';
import { unsaid } from '../../inspections/damages/corrections.ts';
import { type Threshold, thresholdFor } from '../../inspections/damages/damage-kinds.ts';
import { type DamageOptions, damageOptions } from '../../inspections/damages/damage-options.ts';
import { type FoundDamage, findDamages } from '../../inspections/damages/find-damages.ts';
import { withoutLikelyRepeats } from '../../inspections/damages/merging/likely-repeats.ts';
import { placedCloseUps } from '../../inspections/matching/place-close-ups.ts';
import { clientHintOf } from '../../inspections/photos/client-hint.ts';
import type { Detections, ModelName } from '../../inspections/photos/detections.ts';
import { isFrame, shownOnDuplicates } from '../../inspections/photos/duplicate-frames.ts';
import { findingsOnPhoto, type PhotoFindings } from '../../inspections/photos/photo-findings.ts';
import type { NewFindings } from '../../inspections/ports/findings.ts';
import type { Analyzer, Ports, TaskRun } from '../../inspections/ports/ports.ts';
import type { FoundBy } from '../../inspections/records/findings/found-by.ts';
import type { Image, PhotoState } from '../../inspections/records/image.ts';
import {
  findJointly,
  jointThreshold,
  saysDamaged,
  withJointFinds,
} from '../../inspections/suspicions/joint-evidence.ts';
import { findSuspicions } from '../../inspections/suspicions/suspicions.ts';
import { heavyDeformations } from '../../inspections/vehicle-state/deformation.ts';
import { heavyPhotos } from '../../inspections/vehicle-state/heavy-photos.ts';
import { photoState } from '../../inspections/vehicle-state/photo-state.ts';
import { detectOnPhotos } from '../photos/detect-on-photos.ts';
import { judgingModels } from '../photos/judging-models.ts';
import { closeUpMatcher } from '../photos/match-close-ups.ts';
import { damageRecords, replaceFound, replaceSuspicions } from './found-records.ts';
import { makePictures } from './make-pictures.ts';

type DetectPorts = Pick<Ports, 'store' | 'photos' | 'photoModels' | 'imageRenderer'>;

/** `photo` judges the whole picture, which makes the viewpoint surer; without it the parts tell. */
export const DAMAGE_MODELS = {
  needs: ['damage', 'parts'],
  helps: ['vehicles', 'photo', 'state', 'close_up_parts', 'part_states', 'second_opinion'],
} as const;

type Judged = { photo: PhotoFindings; detections: Detections; vehicle_state: PhotoState | null };
type Results = { judged: Judged[]; damages: FoundDamage[]; models: Detections['models'] };

const foundBy =
  (models: Detections['models']) =>
  (name: ModelName): FoundBy => ({ name, version: models[name] ?? 'unknown' });

const asRecords = ({ judged, damages, models }: Results): NewFindings => {
  const by = foundBy(models);
  const found: NewFindings = { images: [], damages: [], views: [], rendered: [] };
  for (const { photo, vehicle_state } of judged) {
    const { image_id, viewpoint, has_vehicle, parts } = photo;
    const state = vehicle_state && { ...vehicle_state, model: by('state'), searched_by: by('damage') };
    found.images.push({ id: image_id, viewpoint, has_vehicle, vehicle_state: state });
    for (const part of parts) {
      const { confidence: _, ...place } = part;
      found.views.push({ id: uuid(), image_id, damage_id: null, ...place, model: by('parts') });
    }
  }
  const records = damageRecords(damages, 'damage', by);
  return { ...found, damages: records.damages, views: [...found.views, ...records.views] };
};

const picturesOf = async (
  images: readonly Image[],
  found: NewFindings,
  options: DamageOptions,
  ports: DetectPorts,
  { signal, step }: TaskRun,
) => {
  const typeOf = new Map(found.damages.map(({ id, damage_type }) => [id, damage_type]));
  const viewsOf = Map.groupBy(found.views, (view) => view.image_id);
  for (const image of images) {
    signal.throwIfAborted();
    const views = viewsOf.get(image.id) ?? [];
    const shown = {
      parts: views.filter((view) => view.damage_id === null),
      damages: views.flatMap((view) =>
        view.damage_id === null ? [] : { ...view, damage_type: typeOf.get(view.damage_id)! },
      ),
    };
    found.rendered.push(...(await step(() => makePictures(image, shown, options, ports))));
  }
};

/** By its id, the photo that each copy shows again: a picture that is sent twice shows no damage twice. */
const copiesOf = (images: readonly Image[], prints: ReadonlyMap<string, PhotoPrint>) =>
  copiesAmong(images.filter((image) => !isFrame(image)).flatMap(({ id }) => prints.get(id) ?? [])).flatMap(
    ([first, ...copies]) => copies.map((copy) => [copy, first!] as const),
  );

export const damageAnalyzer =
  (given: DetectPorts): Analyzer =>
  async ({ inspection, task }, run) => {
    const ports = await judgingModels(given, inspection);
    const details = new Map(task.images.map((image) => [image.image_id, image.details]));
    const images = inspection.images.filter(({ id }) => details.has(id));
    const options = damageOptions(task.arguments);
    const {
      results: detected,
      errors,
      duplicates: frames,
      prints,
    } = await detectOnPhotos(images, DAMAGE_MODELS, ports, run);
    const duplicates = new Map([...frames, ...copiesOf(images, prints)]);

    const own = (await ports.photoModels.models()).damage;
    const threshold = thresholdFor(own?.thresholds ?? {}, options.threshold);
    const suspected = thresholdFor(own?.suspicion_thresholds ?? {});
    const readable = images.filter(({ id }) => detected.has(id));
    const findingsOn = (image: Image, least: Threshold) => {
      const hint = clientHintOf(image, details.get(image.id)!);
      const about = { image_id: image.id, sibling_key: image.image_sibling_key, hint };
      return findingsOnPhoto({ ...about, detections: detected.get(image.id)! }, least);
    };
    const judged = readable.map((image) => {
      const detections = detected.get(image.id)!;
      return {
        photo: findingsOn(image, threshold),
        detections,
        vehicle_state: photoState(detections, threshold),
      };
    });
    const models: Detections['models'] = Object.assign(
      {},
      ...[...detected.values()].map((photo) => photo.models),
    );
    const isWitness = ({ image_id }: PhotoFindings) => !duplicates.has(image_id);
    // A damage of one vehicle is never merged with that of another.
    const byVehicle = (photos: PhotoFindings[]) =>
      photosByVehicle(photos.filter(isWitness), prints, inspection.documents);
    const vehicles = byVehicle(judged.map(({ photo }) => photo));
    const matchCloseUps = closeUpMatcher(readable, ports, run);
    const matches = await matchCloseUps(vehicles);
    const placedOn = vehicles.map((photos) => placedCloseUps(photos, matches));
    const certain = vehicles.flatMap((photos, at) => {
      const listed = findDamages(placedOn[at]!, threshold);
      const heavy = heavyPhotos(judged.filter(({ photo }) => photos.includes(photo)));
      return [...listed, ...heavyDeformations(heavy, listed)];
    });
    const shown = new Set(certain.flatMap(({ views }) => views.map(({ image_id }) => image_id)));
    const joint = jointThreshold(threshold, suspected);
    // The other photos of the vehicle tell where a close-up belongs, and what they show intact.
    const agreeing = judged.map(({ photo, detections }, at) =>
      photo.has_vehicle && !shown.has(photo.image_id) && saysDamaged(detections, threshold)
        ? findingsOn(readable[at]!, joint)
        : { ...photo, damages: [] },
    );
    const agreed = byVehicle(agreeing);
    const matchesOfThese = await matchCloseUps(agreed);
    const alsoOn = agreed.map((photos) => placedCloseUps(photos, matchesOfThese));
    const jointly = findJointly(alsoOn, joint);
    const together = withJointFinds(certain, placedOn, jointly, alsoOn);
    const damages = withoutLikelyRepeats(together, vehicles, suspected);
    const results = { judged, damages: shownOnDuplicates(damages, duplicates, images), models };
    // A suspicion alone makes no vehicle of what a photo shows.
    const ofVehicle = readable.filter((_, at) => judged[at]!.photo.has_vehicle);
    const checked = ofVehicle.map((image) => findingsOn(image, suspected));
    const placed = byVehicle(checked).map((photos) => placedCloseUps(photos, matches));
    const doubtful = findSuspicions(placed, suspected, damages);
    const suspicions = damageRecords(
      shownOnDuplicates(doubtful, duplicates, images),
      'damage',
      foundBy(models),
    );
    const spoken = await ports.store.findings.spokenFor(inspection.id, task.name);
    const found = unsaid(asRecords(results), spoken);
    await picturesOf(readable, found, options, ports, run);
    return {
      errors,
      save: async (tx) => {
        await replaceFound(tx, task, found);
        await replaceSuspicions(tx, task, suspicions);
      },
      discard: () => ports.photos.remove(found.rendered.map(({ file_key }) => file_key)),
    };
  };
