/** Parts that differ only by their side cost and measure the same: `door_front` is both front doors. */
import { NO_PART, PART_TYPES, type PartType } from './parts.ts';

type WithoutSide<T> = T extends `${infer Family}_left` | `${infer Family}_right` ? Family : T;
export type PartFamily = Exclude<WithoutSide<PartType>, 'ignore' | 'background'>;

/** Of a part that is one: not `ignore` or `background`. */
export const familyOf = (part: PartType): PartFamily => part.replace(/_(left|right)$/, '') as PartFamily;

export const PART_FAMILIES: readonly PartFamily[] = [
  ...new Set(PART_TYPES.filter((part) => !NO_PART.includes(part)).map(familyOf)),
];
