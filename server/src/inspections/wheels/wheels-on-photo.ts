/** Which wheels a photo shows, and which of the four each is. */
import { areaOf, shareInBox } from '../geometry/boxes.ts';
import type { Detections, PredictedAttributes } from '../photos/detections.ts';
import { type AnalyzedPhoto, type PartOnPhoto, resolveParts } from '../photos/photo-findings.ts';
import { PART_THRESHOLD, UNSURE_SIDE } from '../photos/tuning.ts';
import type { WheelName } from '../records/findings/wheel.ts';
import type { DetailedViewpoint } from '../records/image.ts';
import type { Json } from '../records/json.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import { sight } from '../viewpoints/sights.ts';
import { WHEEL_NAMES } from '../vocabulary.ts';
import { LEAST_WHEEL_ON_VEHICLE, MUCH_SMALLER, UNSEEN_WHEEL_CONFIDENCE } from './tuning.ts';
import { isSurelyGood, isTooPoor } from './wheel-predictions.ts';

export type WheelOnPhoto = {
  image_id: string;
  /** null where nobody can say which of the four it is. */
  wheel_name: WheelName | null;
  /** How sure that is, the wheel itself included. */
  confidence: number;
  /** null where the client says that there is a wheel and none can be seen. */
  bounding_box: BoundingBox | null;
  polygons: Polygon[];
  /** null where nothing can be said. */
  attributes: PredictedAttributes | null;
};

const isWheelName = (name: string): name is WheelName => (WHEEL_NAMES as readonly string[]).includes(name);

type Described = { sight_id: string | null; detailed_viewpoint: DetailedViewpoint | null };

/** The wheel that the client says the photo is about: in the task's details, by its sight, or as what it centers on. */
export const wheelNamed = (image: Described, details: Json): WheelName | null => {
  const centers = (image.detailed_viewpoint?.centers_on ?? [])
    .map((name) => name.replace(/^(rim|hubcap)_/, 'wheel_'))
    .filter(isWheelName);
  const center = new Set(centers).size === 1 ? centers[0]! : null;
  const ofSight = image.sight_id === null ? null : (sight(image.sight_id)?.wheel_name ?? null);
  return (details.wheel_name as WheelName | undefined) ?? ofSight ?? center;
};

/** Instruments look like wheels. */
const isOutside = ({ photo }: Detections) =>
  !['interior', 'none'].includes(photo?.viewpoint?.prediction ?? '');

const isOnVehicle = ({ bounding_box }: PartOnPhoto, { has_vehicle, vehicle }: Detections) =>
  has_vehicle !== false && (!vehicle?.box || shareInBox(bounding_box, vehicle.box) >= LEAST_WHEEL_ON_VEHICLE);

/** The one that the photo is about first. `named` is the client's word on that one. */
export const wheelsOn = (
  photo: Omit<AnalyzedPhoto, 'sibling_key'>,
  named: WheelName | null,
): WheelOnPhoto[] => {
  const { image_id, detections } = photo;
  if (!isOutside(detections)) return named ? [unseen(image_id, named, null)] : [];
  const hint = { ...photo.hint, parts: [...(named ? [named] : []), ...photo.hint.parts] };
  const parts = resolveParts({ detections, hint })
    .parts.filter(({ part_type, score }) => part_type.startsWith('wheel') && score >= PART_THRESHOLD)
    .toSorted((a, b) => areaOf(b.bounding_box) - areaOf(a.bounding_box));
  const asWheel = (part: PartOnPhoto, wheel_name: WheelName | null, confidence: number): WheelOnPhoto => {
    const { bounding_box, polygons } = part;
    return {
      image_id,
      wheel_name,
      confidence,
      bounding_box,
      polygons,
      attributes: attributesOf(part, detections),
    };
  };
  const main = named && mainOf(parts, named);
  const others = parts
    .filter((part) => part !== main && isOnVehicle(part, detections))
    .map((part) => asWheel(part, nameOf(part, named), part.confidence))
    .filter((wheel) => wheel.wheel_name !== null || isGood(wheel))
    .toSorted((a, b) => Number(isGood(b)) - Number(isGood(a)));
  if (!named) return others;
  return [main ? asWheel(main, named, main.score) : unseen(image_id, named, detections), ...others];
};

const isGood = ({ attributes }: WheelOnPhoto) => attributes !== null && !isTooPoor(attributes);

const mainOf = (largestFirst: PartOnPhoto[], named: WheelName): PartOnPhoto | undefined => {
  const large = largestFirst.filter(
    ({ bounding_box }) => areaOf(bounding_box) >= MUCH_SMALLER * areaOf(largestFirst[0]!.bounding_box),
  );
  return large.find(({ part_type }) => part_type === named) ?? large[0];
};

/** Two wheels on a photo never have one name. */
const nameOf = ({ part_type, score, confidence }: PartOnPhoto, taken: WheelName | null) =>
  isWheelName(part_type) && part_type !== taken && confidence > UNSURE_SIDE * score ? part_type : null;

const attributesOf = ({ bounding_box: { xmin, ymin } }: PartOnPhoto, { wheels = [] }: Detections) =>
  wheels.find(({ bounding_box: box }) => box.xmin === xmin && box.ymin === ymin)?.attributes ?? null;

/** From very close by no wheel is seen as one. Whether it is one the model cannot tell, so it must be sure of itself. */
const unseen = (image_id: string, named: WheelName, detections: Detections | null): WheelOnPhoto => {
  const whole = detections?.as_wheel && isSurelyGood(detections.as_wheel) ? detections : null;
  return {
    image_id,
    wheel_name: named,
    confidence: UNSEEN_WHEEL_CONFIDENCE,
    bounding_box: whole && { xmin: 0, ymin: 0, width: whole.width, height: whole.height },
    polygons: [],
    attributes: whole?.as_wheel ?? null,
  };
};
