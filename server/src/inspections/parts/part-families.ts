/** Parts that differ only by their side cost and measure the same: `door_front` is both front doors. */
import { NO_PART, PART_TYPES, type PartType } from './parts.ts';

type WithoutSide<T> = T extends `${infer Family}_left` | `${infer Family}_right` ? Family : T;
export type PartFamily = Exclude<WithoutSide<PartType>, 'ignore' | 'background'>;

/** Of a part that is one: not `ignore` or `background`. */
export const familyOf = (part: PartType): PartFamily => part.replace(/_(left|right)$/, '') as PartFamily;

export const PART_FAMILIES: readonly PartFamily[] = [
  ...new Set(PART_TYPES.filter((part) => !NO_PART.includes(part)).map(familyOf)),
];

const METAL: readonly PartFamily[] = [
  'door_front',
  'door_back',
  'fender_front',
  'fender_back',
  'header_panel',
  'hood',
  'petrol_door',
  'pillar',
  'rocker_panel',
  'roof',
  'trunk',
];
const PLASTIC: readonly PartFamily[] = [
  'bumper_front',
  'bumper_back',
  'front_spoiler',
  'handle_front',
  'handle_back',
  'handle_back_center',
  'mirror',
  'rear_spoiler',
];

/** What decides how a part is repaired. Glass, lights, wheels and trim are not painted. */
export type Surface = 'painted metal' | 'painted plastic' | 'unpainted';

export const surfaceOf = (family: PartFamily): Surface => {
  if (METAL.includes(family)) return 'painted metal';
  return PLASTIC.includes(family) ? 'painted plastic' : 'unpainted';
};
