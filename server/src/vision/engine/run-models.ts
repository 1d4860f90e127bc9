/** Runs the requested models on one decoded photo, each once; that of damages again, closer, where one is in doubt. */
import { deflateRawSync } from 'node:zlib';
import { isJudged, PART_DAMAGES, type PartDamage } from '../../inspections/damages/part-states.ts';
import { isInDoubt } from '../../inspections/damages/second-opinion.ts';
import { longSide, sharedArea } from '../../inspections/geometry/boxes.ts';
import type {
  DamageFind,
  DetectedBox,
  DetectedPart,
  ModelName,
} from '../../inspections/photos/detections.ts';
import type { Finds, PartFinds, PartState, WheelFinds } from '../../inspections/photos/finds.ts';
import { MODELS } from '../../inspections/photos/model-registry.ts';
import { FAINT, PART_THRESHOLD } from '../../inspections/photos/tuning.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import { predictedAttributes, probabilitiesOf } from '../nets/attributes.ts';
import { closeUpFinds } from '../nets/close-up-logits.ts';
import { closerWindows, confirmedBy } from '../nets/closer-look.ts';
import { boxFinds, type DetectorOutputs, damageFinds } from '../nets/damage-finds.ts';
import { findCrops } from '../nets/find-crops.ts';
import { partCrop, placeOnPart, SEEN_AT } from '../nets/part-crop.ts';
import { IN_DOUBT, MORE_DETAIL } from '../nets/tuning.ts';
import { detectedParts } from '../outlines/part-outlines.ts';
import { letterbox } from '../pixels/letterbox.ts';
import { areaAround, fitted, type Picture } from '../pixels/picture.ts';
import { isBlank, type Pixels } from '../pixels/pixels.ts';
import type { FindRequest, Found } from './find-request.ts';
import { isUsable, type Unusable } from './manifest.ts';
import type { OpenModel } from './model-session.ts';

/** Opens a model when it is asked for the first time. */
type OpenOnce = (name: ModelName) => Promise<OpenModel | Unusable>;

type PhotoRun = {
  picture: Picture;
  open: Map<ModelName, OpenModel>;
  leastScore: number | undefined;
  closerLooks: number;
  /** What crops of parts and finds are cut from, made when the first one is. */
  small(): Promise<{ photo: Pixels; scale: number }>;
  throwIfCanceled(): void;
};

export const withHelpers = (want: readonly ModelName[]): ModelName[] => [
  ...new Set(want.flatMap((name) => [name, ...MODELS[name].needs, ...MODELS[name].helped_by])),
];

async function choose(want: readonly ModelName[], openOnce: OpenOnce) {
  const open = new Map<ModelName, OpenModel>();
  const unavailable: Found['unavailable'] = {};
  for (const name of want) {
    const model = await openOnce(name);
    if (isUsable(model)) open.set(name, model);
    else unavailable[name] = model.problem;
  }
  return { open, unavailable };
}

export async function runModels(
  picture: Picture,
  { want, parts: known, damages: before, leastScore, closerLooks = 0 }: FindRequest,
  openOnce: OpenOnce,
  throwIfCanceled: () => void,
): Promise<Found> {
  const { open, unavailable } = await choose(want, openOnce);
  const models = Object.fromEntries([...open.values()].map(({ model }) => [model.name, model.version]));
  const on: PhotoRun = { picture, open, leastScore, closerLooks, small: smallOnce(picture), throwIfCanceled };
  const finds: Partial<Finds> = isBlank(picture.pixels) ? nothingFound(open) : await findAll(on);
  const parts = known ?? finds.parts?.parts;
  if (open.has('wheels') && !finds.wheels) {
    if (parts) finds.wheels = await classifyWheels(on, parts);
    else unavailable.wheels = unavailable.parts ?? 'Wheels are analyzed where parts were found.';
  }
  if (open.has('part_states') && !finds.part_states) {
    if (parts) finds.part_states = await judgeParts(on, parts, finds.damage);
    else unavailable.part_states = unavailable.parts ?? 'Parts are judged where they were found.';
  }
  if (open.has('second_opinion') && !finds.second_opinion) {
    const damages = before ?? finds.damage;
    if (damages) finds.second_opinion = await judgeFinds(on, damages);
    else unavailable.second_opinion = unavailable.damage ?? 'A second opinion is on damages that were found.';
  }
  return { finds, models, unavailable };
}

const smallOnce = (picture: Picture): PhotoRun['small'] => {
  const fit = letterbox(SEEN_AT, picture.width, picture.height);
  let made: ReturnType<PhotoRun['small']> | undefined;
  return () => (made ??= fitted(picture, fit).then((photo) => ({ photo, scale: fit.scale })));
};

async function findAll(on: PhotoRun): Promise<Partial<Finds>> {
  const parts = await findParts(on);
  const vehicles = await findBoxes(on, 'vehicles');
  const damage = await findDamages(on);
  const plates = await findBoxes(on, 'plates');
  const faces = await findBoxes(on, 'faces');
  const photo = await classifyPhoto(on);
  const state = await classify(on, 'state', 'vehicle_state');
  const close_up_parts = await classifyCloseUp(on);
  const paint = await classify(on, 'paint', 'paint_color');
  return {
    ...(parts && { parts }),
    ...(vehicles && { vehicles }),
    ...(damage && { damage }),
    ...(plates && { plates }),
    ...(faces && { faces }),
    ...(photo && { photo }),
    ...(state && { state }),
    ...(close_up_parts && { close_up_parts }),
    ...(paint && { paint }),
  };
}

const packed = (labels: Uint8Array) => deflateRawSync(labels).toString('base64');

/** On one color there is nothing, whatever a model makes of it. */
function nothingFound(open: PhotoRun['open']): Partial<Finds> {
  return {
    ...(open.has('parts') && { parts: { parts: [], labels: packed(new Uint8Array(1)), pixels_per_cell: 1 } }),
    ...(open.has('damage') && { damage: [] }),
    ...(open.has('vehicles') && { vehicles: [] }),
    ...(open.has('plates') && { plates: [] }),
    ...(open.has('faces') && { faces: [] }),
    ...(open.has('part_states') && { part_states: [] }),
    ...(open.has('second_opinion') && { second_opinion: [] }),
    ...(open.has('wheels') && { wheels: { wheels: [] } }),
    ...(open.has('photo') && { photo: null }),
    ...(open.has('state') && { state: null }),
    ...(open.has('close_up_parts') && { close_up_parts: null }),
    ...(open.has('paint') && { paint: null }),
  };
}

/** The whole picture on the model's square, and its answers: valid until that model runs again. */
async function run({ picture, open, throwIfCanceled }: PhotoRun, name: ModelName) {
  const opened = open.get(name);
  if (!opened) return null;
  throwIfCanceled();
  const { model } = opened;
  const fit = letterbox(model.size, picture.width, picture.height, model.multiple);
  return { model, fit, outputs: await opened.run(await fitted(picture, fit), fit.input) };
}

async function findParts(on: PhotoRun): Promise<PartFinds | null> {
  const ran = await run(on, 'parts');
  if (!ran) return null;
  const { model, fit, outputs } = ran;
  const logits = outputs.logits!;
  const cells = Math.round(Math.sqrt(logits.length / model.classes.length));
  const { parts, labels, pixelsPerCell } = detectedParts(logits, cells, fit, model.classes);
  return { parts, labels: packed(labels), pixels_per_cell: pixelsPerCell };
}

async function findDamages(on: PhotoRun): Promise<DamageFind[] | null> {
  const ran = await run(on, 'damage');
  if (!ran) return null;
  const { leastScore, closerLooks, picture } = on;
  const { outputs, fit, model } = ran;
  const hasMoreDetail = longSide(picture.pixels) >= MORE_DETAIL * model.size;
  if (closerLooks === 0 || !hasMoreDetail)
    return damageFinds(outputs as DetectorOutputs, fit, model, leastScore);
  const faint = damageFinds(outputs as DetectorOutputs, fit, model, Math.min(leastScore ?? 1, IN_DOUBT.from));
  const closer: DetectedBox[] = [];
  for (const window of closerWindows(faint, picture, closerLooks))
    closer.push(...(await damagesInWindow(on, window)));
  return confirmedBy(faint, closer).filter(
    ({ damage_type, score }) => score >= (leastScore ?? model.thresholds[damage_type]!),
  );
}

/** Boxes on the photo of what is seen in a window of it. */
async function damagesInWindow({ picture, open, throwIfCanceled }: PhotoRun, window: BoundingBox) {
  const { model, run } = open.get('damage')!;
  throwIfCanceled();
  const area = areaAround(picture, window, 0);
  const fit = letterbox(model.size, area.width, area.height, model.multiple);
  const outputs = await run(await fitted(picture, fit, area), fit.input);
  const [across, down] = [picture.width / picture.pixels.width, picture.height / picture.pixels.height];
  return boxFinds(outputs as DetectorOutputs, fit, model, IN_DOUBT.from).map(
    ({ bounding_box: box, ...found }) => ({
      ...found,
      bounding_box: {
        xmin: (area.left + box.xmin) * across,
        ymin: (area.top + box.ymin) * down,
        width: box.width * across,
        height: box.height * down,
      },
    }),
  );
}

async function findBoxes(on: PhotoRun, name: 'vehicles' | 'plates' | 'faces') {
  const ran = await run(on, name);
  // A lower score for damages must not see vehicles, plates or faces where there are none.
  return ran && boxFinds(ran.outputs as Pick<DetectorOutputs, 'boxes' | 'scores'>, ran.fit, ran.model);
}

async function classifyPhoto(on: PhotoRun): Promise<Finds['photo']> {
  const ran = await run(on, 'photo');
  if (!ran) return null;
  const { outputs, model } = ran;
  return {
    attributes: predictedAttributes(outputs, model),
    viewpoints: probabilitiesOf(outputs, model, 'viewpoint'),
  };
}

/** How likely each label of one attribute is. */
async function classify(on: PhotoRun, name: 'state' | 'paint', attribute: string) {
  const ran = await run(on, name);
  return ran && probabilitiesOf(ran.outputs, ran.model, attribute);
}

async function classifyCloseUp(on: PhotoRun): Promise<Finds['close_up_parts']> {
  const ran = await run(on, 'close_up_parts');
  return ran && closeUpFinds(ran.outputs.logits!, ran.fit, ran.model);
}

async function classifyWheels(on: PhotoRun, parts: readonly DetectedPart[]): Promise<WheelFinds> {
  const { width, height } = on.picture;
  const wheels: WheelFinds['wheels'] = [];
  for (const { bounding_box } of parts.filter(({ part_type }) => part_type.startsWith('wheel')))
    wheels.push({ bounding_box, attributes: await classifyWheel(on, bounding_box) });
  if (wheels.length > 0) return { wheels };
  return { wheels, as_wheel: await classifyWheel(on, { xmin: 0, ymin: 0, width, height }) };
}

async function classifyWheel({ picture, open, throwIfCanceled }: PhotoRun, box: BoundingBox) {
  const { model, run } = open.get('wheels')!;
  throwIfCanceled();
  const area = areaAround(picture, box, model.margin);
  const pixels = await fitted(picture, letterbox(model.size, area.width, area.height), area);
  return predictedAttributes(await run(pixels), model);
}

/**
 * Each part by itself: is it scratched, dented or broken, and where? A part that no damage touches, however faint, is not judged: most
 * photos show intact vehicles. Where the damages were found before, all are.
 */
async function judgeParts(
  { picture, open, small, throwIfCanceled }: PhotoRun,
  parts: readonly DetectedPart[],
  damages?: readonly DamageFind[],
) {
  const { model, run } = open.get('part_states')!;
  const isTouched = ({ bounding_box }: DetectedPart) =>
    !damages ||
    damages.some((find) => find.score >= FAINT && sharedArea(find.bounding_box, bounding_box) > 0);
  const isSeen = (part: DetectedPart) =>
    isJudged(part.part_type) && part.score >= PART_THRESHOLD && isTouched(part);
  if (!parts.some(isSeen)) return parts.map(() => null);
  const { photo, scale } = await small();
  const states: Finds['part_states'] = [];
  for (const part of parts) {
    throwIfCanceled();
    const outputs = isSeen(part) && (await run(partCrop(photo, part, scale, model.size)));
    states.push(
      outputs ? stateFrom(outputs, model, (cells) => placeOnPart(cells, part, picture, scale)) : null,
    );
  }
  return states;
}

/** Each damage in doubt once more: how likely it is one of its type. */
async function judgeFinds({ open, small, throwIfCanceled }: PhotoRun, damages: readonly DamageFind[]) {
  if (!damages.some(isInDoubt)) return damages.map(() => null);
  const { model, run } = open.get('second_opinion')!;
  const { photo, scale } = await small();
  const opinions: Finds['second_opinion'] = [];
  for (const find of damages) {
    throwIfCanceled();
    if (!isInDoubt(find)) opinions.push(null);
    else {
      const crops = findCrops(photo, find.bounding_box, scale, model.size / 2);
      opinions.push(
        predictedAttributes(await run(crops, crops), model)[find.damage_type]?.confidence ?? null,
      );
    }
  }
  return opinions;
}

const stateFrom = (
  outputs: Record<string, Float32Array>,
  model: OpenModel['model'],
  placeOf: (strengths: Float32Array) => BoundingBox,
): PartState => {
  const places = outputs.places!;
  const cells = places.length / PART_DAMAGES.length;
  const told = predictedAttributes(outputs, model);
  const kinds = Object.fromEntries(
    PART_DAMAGES.map((kind, at) => [
      kind,
      { score: told[kind]!.confidence, at: placeOf(places.subarray(at * cells, (at + 1) * cells)) },
    ]),
  ) as Pick<PartState, PartDamage>;
  const { moderate, severe } = told;
  if (!moderate || !severe) return kinds;
  return { ...kinds, how_bad: { moderate: moderate.confidence, severe: severe.confidence } };
};
