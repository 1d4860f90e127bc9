/** Looks at one photo, which was decoded once for all, with the models that were asked for: each is run once. */

import {
  damagesOnVehicle,
  type Evidence,
  opinionOf,
  showsVehicle,
} from '../../inspections/damages/damages-on-vehicle.ts';
import { partOfDamage } from '../../inspections/damages/part-of-damage.ts';
import { withScatteredScratches } from '../../inspections/damages/scattered-scratches.ts';
import { type PartMap, shareOfParts } from '../../inspections/parts/part-map.ts';
import { MODELS } from '../../inspections/photos/model-registry.ts';
import type {
  AttributesSeen,
  DamageFind,
  ModelName,
  PhotoSeen,
  WheelSeen,
} from '../../inspections/photos/photo-seen.ts';
import { largestVehicle, vehicleFrom } from '../../inspections/photos/vehicle-on-photo.ts';
import { settledViewpoint, viewpointFrom } from '../../inspections/photos/viewpoint.ts';
import type { BoundingBox } from '../../inspections/records/records.ts';
import { attributesSeen, probabilitiesOf } from '../nets/attributes.ts';
import { boxFinds, type DetectorOutputs, damageFinds } from '../nets/damage-finds.ts';
import { partsSeen } from '../outlines/part-outlines.ts';
import { type Letterbox, letterbox } from '../pixels/letterbox.ts';
import { areaAround, fitted, type Picture } from '../pixels/picture.ts';
import { isBlank } from '../pixels/pixels.ts';
import type { LookRequest } from './look-request.ts';
import { isUsable, type Manifest, type Unusable } from './manifest.ts';
import type { OpenModel } from './model-session.ts';

/** Opens a model when it is asked for the first time. */
export type OpenOnce = (name: ModelName) => Promise<OpenModel | Unusable>;

/** Wheels are looked at closer: that takes more pixels than fit into any model's square. */
const CLOSER = 2;

type Look = {
  picture: Picture;
  open: Map<ModelName, OpenModel>;
  leastScore: number | undefined;
  throwIfCancelled(): void;
};

async function choose(want: readonly ModelName[], openOnce: OpenOnce) {
  const open = new Map<ModelName, OpenModel>();
  const unavailable: PhotoSeen['unavailable'] = {};
  const find = (names: readonly ModelName[]) => Array.fromAsync(names, openOnce);
  for (const name of want) {
    const needed = await find([name, ...MODELS[name].needs]);
    const missing = needed.find((model) => !isUsable(model));
    if (missing) unavailable[name] = (missing as Unusable).problem;
    else for (const model of needed as OpenModel[]) open.set(model.model.name, model);
    for (const helper of missing ? [] : await find(MODELS[name].helped_by))
      if (isUsable(helper)) open.set(helper.model.name, helper);
  }
  return { open, unavailable };
}

/** How many pixels of a photo's longer side the models that look can use. */
export function longestSideFor(want: readonly ModelName[], manifest: Manifest): number {
  const looking = new Set(want.flatMap((name) => [name, ...MODELS[name].needs, ...MODELS[name].helped_by]));
  const sizes = [...looking].map((name) => {
    const model = manifest.get(name);
    return model && isUsable(model) ? model.size : 1;
  });
  return Math.max(1, ...sizes) * (looking.has('wheels') ? CLOSER : 1);
}

export async function lookAt(
  picture: Picture,
  { want, leastScore }: LookRequest,
  openOnce: OpenOnce,
  throwIfCancelled: () => void,
): Promise<PhotoSeen> {
  const { open, unavailable } = await choose(want, openOnce);
  const { width, height } = picture;
  if (isBlank(picture.pixels)) return { width, height, ...nothingSeen(open), unavailable };
  const look: Look = { picture, open, leastScore, throwIfCancelled };

  const parts = await lookForParts(look);
  const found = await lookForBoxes(look, 'vehicles');
  const vehicles = found?.filter(({ label }) => label === 'vehicle') ?? null;
  const persons = found?.filter(({ label }) => label === 'person');
  const damages = await lookForDamages(look);
  const plates = await lookForBoxes(look, 'plates');
  const faces = await lookForBoxes(look, 'faces');
  const whole = await lookAtWhole(look);
  return {
    width,
    height,
    models: versionsOf(open),
    unavailable,
    ...(parts && { parts: parts.seen.parts }),
    ...vehicleIn(look, parts, { whole: vehicles, opinion: opinionOf(whole?.seen ?? null) }, damages),
    ...(persons && { persons }),
    ...(plates && { plates }),
    ...(faces && { faces }),
    ...viewpointOf(parts, whole),
    ...(whole && { photo: whole.seen }),
    ...(parts && open.has('wheels') && (await lookAtWheels(look, parts.seen))),
  };
}

/** On one colour there is nothing, whatever a model makes of it. */
function nothingSeen(open: Look['open']): Omit<PhotoSeen, 'width' | 'height' | 'unavailable'> {
  const asked = [...open.keys()].map((name) => MODELS[name]);
  return {
    models: versionsOf(open),
    ...(asked.some(({ tells_vehicle }) => tells_vehicle) && { has_vehicle: false }),
    ...Object.fromEntries(asked.flatMap(({ finds }) => (finds === null ? [] : [[finds, []]]))),
  };
}

const versionsOf = (open: Look['open']) =>
  Object.fromEntries([...open.values()].map(({ model }) => [model.name, model.version]));

/** The whole picture on the model's square, and its answers: valid until that model runs again. */
async function run({ picture, open, throwIfCancelled }: Look, name: ModelName) {
  const opened = open.get(name);
  if (!opened) return null;
  throwIfCancelled();
  const fit = letterbox(opened.model.size, picture.width, picture.height);
  return { model: opened.model, fit, outputs: await opened.run(await fitted(picture, fit)) };
}

type PartsLook = { seen: PartMap; fit: Letterbox };

async function lookForParts(look: Look): Promise<PartsLook | null> {
  const ran = await run(look, 'parts');
  if (!ran) return null;
  const { model, fit, outputs } = ran;
  const logits = outputs.logits!;
  const cells = Math.round(Math.sqrt(logits.length / model.classes.length));
  return { seen: partsSeen(logits, cells, fit, model.classes), fit };
}

/** Whether there is a vehicle, and what is wrong with it: a damage in no vehicle is none. */
function vehicleIn(
  { picture, open, leastScore }: Look,
  parts: PartsLook | null,
  others: Omit<Evidence, 'partsShare'>,
  damages: DamageFind[] | null,
): Partial<PhotoSeen> {
  if (!parts) return vehicleWithoutParts(picture, others);
  const evidence = { ...others, partsShare: shareOfParts(parts.seen, parts.fit) };
  const vehicle = vehicleFrom(others.whole, parts.seen, parts.fit);
  const kept = damagesOnVehicle(damages ?? [], vehicle, evidence);
  // Finds that only a lower score than the model's own lets in are no evidence of a vehicle.
  const thresholds = open.get('damage')?.model.thresholds ?? {};
  const sure = kept.filter(({ damage_type, score }) => score >= (thresholds[damage_type] ?? 1));
  const has_vehicle = showsVehicle(evidence, sure);
  return {
    has_vehicle,
    // On a close-up there is a vehicle, but no box that says how much of it is in the picture.
    ...(has_vehicle && vehicle.present && { vehicle }),
    ...(damages && { damages: onParts(kept, parts, leastScore) }),
  };
}

/** A close-up shows no whole vehicle: that none is found says nothing unless another model agrees. */
function vehicleWithoutParts(
  picture: Picture,
  { whole, opinion }: Omit<Evidence, 'partsShare'>,
): Partial<PhotoSeen> {
  if (whole?.length) {
    const boxes = whole.map(({ bounding_box }) => bounding_box);
    return { has_vehicle: true, vehicle: largestVehicle(boxes, picture) };
  }
  return opinion === null ? {} : { has_vehicle: opinion !== 'none' };
}

function onParts(finds: DamageFind[], { seen }: PartsLook, leastScore: number | undefined) {
  const damages = finds.map((find) => ({
    ...find,
    part_type: partOfDamage(find, seen)?.part_type ?? null,
  }));
  // Whoever asks for lower scores wants every find by itself.
  return leastScore === undefined ? withScatteredScratches(damages, seen.parts) : damages;
}

async function lookForDamages(look: Look) {
  const ran = await run(look, 'damage');
  return ran && damageFinds(ran.outputs as DetectorOutputs, ran.fit, ran.model, look.leastScore);
}

async function lookForBoxes(look: Look, name: 'vehicles' | 'plates' | 'faces') {
  const ran = await run(look, name);
  // A lower score for damages must not see vehicles, plates or faces where there are none.
  return ran && boxFinds(ran.outputs as Pick<DetectorOutputs, 'boxes' | 'scores'>, ran.fit, ran.model);
}

type WholeLook = { seen: AttributesSeen; viewpoints: Record<string, number> };

async function lookAtWhole(look: Look): Promise<WholeLook | null> {
  const ran = await run(look, 'photo');
  if (!ran) return null;
  const { outputs, model } = ran;
  return { seen: attributesSeen(outputs, model), viewpoints: probabilitiesOf(outputs, model, 'viewpoint') };
}

function viewpointOf(parts: PartsLook | null, whole: WholeLook | null): Partial<PhotoSeen> {
  const fromParts = parts && viewpointFrom(parts.seen.parts);
  const settled = settledViewpoint(fromParts, whole?.seen.viewpoint ?? null, whole?.viewpoints);
  if (!settled) return {};
  const { prediction, confidence, probabilities } = settled;
  return { viewpoint: { prediction, confidence }, viewpoints: probabilities };
}

async function lookAtWheels(look: Look, seen: PartMap): Promise<Pick<PhotoSeen, 'wheels' | 'as_wheel'>> {
  const { width, height } = look.picture;
  const wheels: WheelSeen[] = [];
  for (const { part_type, bounding_box } of seen.parts.filter((part) => part.part_type.startsWith('wheel')))
    wheels.push({ part_type, bounding_box, attributes: await lookAtWheel(look, bounding_box) });
  if (wheels.length > 0) return { wheels };
  return { wheels, as_wheel: await lookAtWheel(look, { xmin: 0, ymin: 0, width, height }) };
}

async function lookAtWheel({ picture, open, throwIfCancelled }: Look, box: BoundingBox) {
  const { model, run } = open.get('wheels')!;
  throwIfCancelled();
  const area = areaAround(picture, box, model.margin);
  const pixels = await fitted(picture, letterbox(model.size, area.width, area.height), area);
  return attributesSeen(await run(pixels), model);
}
