/** The parts model's own names in the words of the specification, and what a name says about its place. */
import { PART_TYPES } from '../../inspections/parts/parts.ts';

const SPECIFICATION_NAMES: Record<string, string> = {
  back_bumper: 'bumper_back',
  back_glass: 'windshield_back',
  back_left_door: 'door_back_left',
  back_left_light: 'tail_light_left',
  back_right_door: 'door_back_right',
  back_right_light: 'tail_light_right',
  front_bumper: 'bumper_front',
  front_glass: 'windshield_front',
  front_left_door: 'door_front_left',
  front_left_light: 'head_light_left',
  front_right_door: 'door_front_right',
  front_right_light: 'head_light_right',
  left_mirror: 'mirror_left',
  right_mirror: 'mirror_right',
  // The specification has one name for the lid of a saloon and the tailgate of an estate.
  tailgate: 'trunk',
};

const KNOWN: ReadonlySet<string> = new Set(PART_TYPES);

/** null for what is no part: the background, and names that the specification does not have. */
export function partNamed(className: string): string | null {
  const name = SPECIFICATION_NAMES[className] ?? className;
  return KNOWN.has(name) && name !== 'background' && name !== 'ignore' ? name : null;
}

export type Side = 'left' | 'right';
export type End = 'front' | 'back';

export const sideOf = (part: string): Side | null =>
  part.endsWith('_left') ? 'left' : part.endsWith('_right') ? 'right' : null;

export const onSide = (part: string, side: Side) => part.replace(/_(left|right)$/, `_${side}`);

const FRONT = /^(hood|head_light|grill|header_panel|front_spoiler)|_front(_|$)/;
const BACK = /^(trunk|tail_light|rear_spoiler|petrol_door)|_back(_|$)/;

export const endOf = (part: string): End | null =>
  FRONT.test(part) ? 'front' : BACK.test(part) ? 'back' : null;

/** Parts of the flank: a photo shows one flank only, while both lights, mirrors or bumper corners can be in sight. */
export const isFlank = (part: string) =>
  /^(door|window|rocker_panel|handle|quarter_window|petrol_door)(_|$)/.test(part);
