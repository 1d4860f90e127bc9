/** What is to be read on a photo: what the client says it shows, else what its sight shows, else whatever is there. */
import { directionOf, isOutside, type Sight } from '../viewpoints/sights.ts';
import { degreesBetween } from '../viewpoints/viewpoints.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../vocabulary.ts';

/** `said`: somebody knows that it is there, so a reading that is not quite sure may count. */
export type Sought = { types: readonly DocumentType[]; said: boolean };

const ZONES = ['PASSPORT', 'ID_FR', 'ID'] as const;

const ofSight = (sight: Sight): DocumentType | null => {
  if (sight.label === 'vin') return 'VIN';
  if (sight.label.startsWith('dashboard')) return 'ODOMETER';
  return isOutside(sight) ? 'PLATE' : null;
};

/** From its sides a vehicle shows no plate, but letters that look like one: on its tires, on its doors. */
const FROM_ITS_ENDS = 60;

const showsPlate = (sight: Sight) => {
  const direction = directionOf(sight);
  return direction !== null && [0, 180].some((end) => degreesBetween(direction, end) <= FROM_ITS_ENDS);
};

export function soughtOn(imageType: DocumentType | undefined, sight: Sight | null): Sought {
  const said = imageType ?? (sight && ofSight(sight));
  if (!said) return { types: DOCUMENT_TYPES, said: false };
  // Which of these it is, its machine-readable zone tells better than anybody.
  const isZone = ZONES.some((type) => type === said);
  const isDoubtful = !imageType && sight && said === 'PLATE' && !showsPlate(sight);
  return { types: isZone ? ZONES : [said], said: !isDoubtful };
}
