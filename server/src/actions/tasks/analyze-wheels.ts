/** The task `wheel_analysis`: photos in, what can be said of each wheel out, and the hubcaps that are missing. */
import { v7 as uuid } from 'uuid';
import { iou } from '../../inspections/geometry/boxes.ts';
import { clientHintOf } from '../../inspections/photos/client-hint.ts';
import type { Detections, ModelName } from '../../inspections/photos/detections.ts';
import { shownOnDuplicates } from '../../inspections/photos/duplicate-frames.ts';
import type { NewFindings, NewWheel } from '../../inspections/ports/findings.ts';
import type { Analyzer, Ports, TaskRun } from '../../inspections/ports/ports.ts';
import type { FoundBy } from '../../inspections/records/findings/found-by.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { Json } from '../../inspections/records/json.ts';
import { TIRE_ON_WHEEL } from '../../inspections/wheels/tuning.ts';
import { missingHubcaps } from '../../inspections/wheels/wheel-damages.ts';
import { mayBeFlat, NOTHING_KNOWN, predictionsFrom } from '../../inspections/wheels/wheel-predictions.ts';
import { type WheelOnPhoto, wheelNamed, wheelsOn } from '../../inspections/wheels/wheels-on-photo.ts';
import { detectOnPhotos } from '../photos/detect-on-photos.ts';
import { findOnPhoto } from '../photos/find-on-photo.ts';
import { judgingModels } from '../photos/judging-models.ts';
import { damageRecords, replaceFound } from './found-records.ts';

type WheelPorts = Pick<Ports, 'store' | 'photos' | 'photoModels'>;

/** `vehicles` tells the wheels of another car, `photo` instruments from wheels. */
const MODELS = { needs: ['wheels', 'parts'], helps: ['vehicles', 'photo'] } as const;

/** Not of the whole vehicle: the client names the wheel, or says that it is a close-up. */
const isCloseUp = (image: Image, details: Json) =>
  wheelNamed(image, details) !== null || image.image_type === 'close_up';

const wheelsOf = (
  image: Image,
  details: Json,
  detections: Detections,
  longshots: boolean,
): WheelOnPhoto[] => {
  const photo = { image_id: image.id, hint: clientHintOf(image, details), detections };
  const wheels = wheelsOn(photo, wheelNamed(image, details));
  return longshots ? wheels : wheels.slice(0, 1);
};

const asRecord = (
  { image_id, wheel_name, bounding_box, attributes }: WheelOnPhoto,
  isFoundFlat: boolean,
  model: FoundBy,
) => ({
  id: uuid(),
  image_id,
  wheel_name,
  bounding_box,
  predictions: attributes ? predictionsFrom(attributes, isFoundFlat) : NOTHING_KNOWN,
  model,
});

/** The wheels that may be flat and on which the damage model finds a flat tire, too. It runs on the photos of such wheels alone. */
const foundFlat = async (
  wheels: readonly WheelOnPhoto[],
  images: readonly Image[],
  ports: WheelPorts,
  { signal }: TaskRun,
): Promise<ReadonlySet<WheelOnPhoto>> => {
  const inDoubt = wheels.filter(({ attributes }) => attributes && mayBeFlat(attributes));
  const threshold = (await ports.photoModels.models()).damage?.thresholds.flat_tire ?? Infinity;
  const flat = new Set<WheelOnPhoto>();
  for (const image of images.filter(({ id }) => inDoubt.some(({ image_id }) => image_id === id))) {
    const { finds } = await findOnPhoto(image, ['damage'], ports, { signal });
    const tires = (finds.damage ?? []).filter(
      ({ damage_type, score }) => damage_type === 'flat_tire' && score >= threshold,
    );
    for (const wheel of inDoubt.filter(({ image_id }) => image_id === image.id))
      if (tires.some((tire) => iou(tire.bounding_box, wheel.bounding_box!) >= TIRE_ON_WHEEL)) flat.add(wheel);
  }
  return flat;
};

export const wheelAnalyzer =
  (given: WheelPorts): Analyzer =>
  async ({ inspection, task }, run) => {
    const ports = await judgingModels(given, inspection);
    const details = new Map(task.images.map((image) => [image.image_id, image.details]));
    const longshots = task.arguments.use_longshots !== false;
    const images = inspection.images
      .filter(({ id }) => details.has(id))
      .filter((image) => longshots || isCloseUp(image, details.get(image.id)!));
    const { results, errors, duplicates } = await detectOnPhotos(images, MODELS, ports, run);

    const onPhotos = images
      .filter(({ id }) => results.has(id))
      .flatMap((image) => wheelsOf(image, details.get(image.id)!, results.get(image.id)!, longshots));
    const [any] = results.values();
    const by = (name: ModelName) => ({ name, version: any?.models[name] ?? 'unknown' });
    const flat = await foundFlat(onPhotos, images, ports, run);
    const wheels: NewWheel[] = onPhotos.map((wheel) => asRecord(wheel, flat.has(wheel), by('wheels')));
    const hubcaps = missingHubcaps(onPhotos.filter(({ image_id }) => !duplicates.has(image_id)));
    const found: NewFindings = {
      images: [],
      rendered: [],
      ...damageRecords(shownOnDuplicates(hubcaps, duplicates), 'wheels', by),
    };
    return {
      errors,
      save: async (tx) => {
        await replaceFound(tx, task, found);
        await tx.wheels.replace(inspection.id, wheels);
      },
    };
  };
