/** How one of several vehicles is called: by its photos and its number plate. */
import { numberRanges } from '../../../../vocabulary/number-ranges.ts';
import type { Writing } from '../page/writing.ts';
import type { ShownVehicle } from '../report-data.ts';
import { counted, fill } from './words.ts';

export const vehicleInWords = (
  { words: { checks }, options: { language } }: Pick<Writing, 'words' | 'options'>,
  { vehicle_group, plate, photo_numbers }: Pick<ShownVehicle, 'vehicle_group' | 'plate' | 'photo_numbers'>,
): string => {
  if (vehicle_group === null) return checks.no_group;
  const forms = vehicle_group === 1 ? checks.photos : checks.perhaps_another;
  const name = fill(counted(language, forms, photo_numbers.length), { photos: numberRanges(photo_numbers) });
  return plate === null ? name : `${name} · ${plate}`;
};
