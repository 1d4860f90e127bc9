/** What is to be read on a photo: what the client says it shows, else what its sight shows, else whatever is there. */
import { directionOf, isOutside, type Sight } from '../viewpoints/sights.ts';
import { degreesBetween } from '../viewpoints/viewpoints.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../vocabulary.ts';

/** `expected`: the client or the sight says that the photo shows it, so an uncertain reading may count too. */
export type Sought = { types: readonly DocumentType[]; expected: boolean };

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
  const type = imageType ?? (sight && ofSight(sight));
  if (!type) return { types: DOCUMENT_TYPES, expected: false };
  // Which of these it is, its machine-readable zone tells better than anybody.
  const isZone = ZONES.some((zone) => zone === type);
  const isDoubtful = !imageType && sight && type === 'PLATE' && !showsPlate(sight);
  return { types: isZone ? ZONES : [type], expected: !isDoubtful };
}
