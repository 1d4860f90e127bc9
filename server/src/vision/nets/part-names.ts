/** The parts model's own names in the words of the specification. */
import { isPart, NO_PART } from '../../inspections/parts/parts.ts';

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

/** null for what is no part: the background, and names that the specification does not have. */
export function partNamed(className: string): string | null {
  const name = SPECIFICATION_NAMES[className] ?? className;
  return isPart(name) && !NO_PART.includes(name) ? name : null;
}
