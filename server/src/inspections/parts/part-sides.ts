/** Left and right in the names of parts: the vehicle's own sides. */
import { isPart, PART_TYPES, type PartType } from './parts.ts';

export type Side = 'left' | 'right';

/** Also of a direction: `front_left` is on the left. */
export const sideOf = (name: string): Side | null =>
  /(^|_)left$/.test(name) ? 'left' : /(^|_)right$/.test(name) ? 'right' : null;

/** Of a part or a direction; the name itself where it has no side. */
export const onOtherSide = <T extends string>(name: T): T =>
  name.replace(/(^|_)(left|right)$/, (_, before, side) => before + other(side)) as T;

export const other = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** The same part at the other end of the vehicle; the name itself where that has none. */
export const onOtherEnd = (name: PartType): PartType => {
  const there = name.replace(/_(front|back)(?=_|$)/, (_, end) => (end === 'front' ? '_back' : '_front'));
  return isPart(there) ? there : name;
};

/** The same part on this side. */
export const onSide = <T extends string>(name: T, side: Side): T =>
  name.replace(/_(left|right)$/, `_${side}`) as T;

/** The name for "one of these, whichever side", where the list has one: wheel, hubcap, rocker_panel. */
export const withoutSide = (part: PartType): PartType | null => {
  const names = [part.replace(/_(left|right)$/, ''), part.replace(/(_(front|back))?_(left|right)$/, '')];
  return names.find((name): name is PartType => name !== part && isPart(name)) ?? null;
};

const ANY_OF: ReadonlySet<string | null> = new Set(PART_TYPES.map(withoutSide));

/** Stands for one of several parts, so that two photos of it may show two of them. */
export const isAnyOf = (part: PartType) => ANY_OF.has(part);
