/** Left and right in the names of parts: the vehicle's own sides. */
import { PART_TYPES, type PartType } from './parts.ts';

export type Side = 'left' | 'right';

const KNOWN: ReadonlySet<string> = new Set(PART_TYPES);

export const isPart = (name: string): name is PartType => KNOWN.has(name);

/** Also of a direction: `front_left` is on the left. */
export const sideOf = (name: string): Side | null =>
  /(^|_)left$/.test(name) ? 'left' : /(^|_)right$/.test(name) ? 'right' : null;

export const onOtherSide = (part: PartType): PartType => {
  const other = part.replace(/_(left|right)$/, (side) => (side === '_left' ? '_right' : '_left'));
  return isPart(other) ? other : part;
};

/** The name for "one of these, whichever side", where the list has one: wheel, hubcap, rocker_panel. */
export const withoutSide = (part: PartType): PartType | null => {
  const names = [part.replace(/_(left|right)$/, ''), part.replace(/(_(front|back))?_(left|right)$/, '')];
  return names.find((name): name is PartType => name !== part && isPart(name)) ?? null;
};

const END_PARTS =
  /^(bumper|license_plate|windshield|wiper|fog_light|hood|grill|trunk|head_light|tail_light)(_|$)/;
const OF_BACK = /^(trunk|tail_light)|_back(_|$)/;

/** Of parts that only one end of the vehicle has, which one; null for the others. */
export const endOf = (part: PartType): 'front' | 'back' | null =>
  !END_PARTS.test(part) ? null : OF_BACK.test(part) ? 'back' : 'front';

/** Of the flank only one side can be on a photo; of lights and mirrors both. */
export const isFlank = (part: string) =>
  /^(door|window|quarter_window|rocker_panel|handle|fender|petrol_door)(_|$)/.test(part);

const ANY_OF: ReadonlySet<string | null> = new Set(PART_TYPES.map(withoutSide));

/** Stands for one of several parts, so that two photos of it may show two of them. */
export const isAnyOf = (part: PartType) => ANY_OF.has(part);
