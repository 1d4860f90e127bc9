/** What is said of a vehicle on which no damage is listed, in any language: for the report and the console. */
import type names from './en.json';
import { fill, pluralForm } from './sentences.ts';

type Words = Pick<typeof names, 'to_check' | 'vehicle_state'>;

export type Whole = {
  state: string | null;
  noVehicle: boolean;
  retakePhotos: boolean;
  flatTire: boolean;
  placesToCheck: number;
};

/** `none`: that nothing was found. A flat tire is in no list of damages, and what is said beside it is about the others. */
export const nothingListed = (words: Words, language: string, whole: Whole, none: string): string => {
  const { to_check, vehicle_state } = words;
  if (whole.noVehicle) return vehicle_state.no_vehicle;
  if (whole.retakePhotos) return vehicle_state.retake_photos;
  const say = whole.flatTire ? to_check.besides_tire : { ...to_check, none };
  const isOpen = whole.state === null;
  const n = whole.placesToCheck;
  if (n === 0) return isOpen ? say.unclear : say.none;
  return fill(pluralForm(language, isOpen ? say.places : say.reservation, n), { n });
};

/** Where the state of the vehicle does not stand beside it. */
export const nothingListedAlone = (words: Words, language: string, whole: Whole, none: string): string =>
  [whole.flatTire && words.vehicle_state.flat_tire, nothingListed(words, language, whole, none)]
    .filter(Boolean)
    .join(' ');
