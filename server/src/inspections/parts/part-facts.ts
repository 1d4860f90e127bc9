/** What each part is and where on the vehicle it sits: the one table that all rules about parts read. */
import { familyOf, type PartFamily } from './part-families.ts';
import { isPart } from './parts.ts';

export type End = 'front' | 'back';

/** A mirror is painted, and it is glass. */
export type PartKind = 'body' | 'mirror' | 'glass' | 'lamp' | 'wheel' | 'plate' | 'inside' | 'none';

export type PartFacts = {
  /**
   * end: seen straight from the other end of the vehicle, it cannot be on the photo.
   * flank: a photo never shows it of both sides.
   * fender: seen from a side only that side's is on the photo, but from an end both are.
   * null: none of these. A rear spoiler stands above the roof and is seen from the front too; wheels show beyond a
   * bumper; a wiper without a name of its end may be at either.
   */
  place: 'end' | 'flank' | 'fender' | null;
  /** The half of the vehicle that it sits in; null for the middle, and where the name does not tell. */
  half: End | null;
  kind: PartKind;
  /** What decides how it is repaired. Glass, lamps, wheels and trim are not painted. */
  surface: Surface;
};

/** Metal is painted; what is bolted on comes off, what is welded in has to be cut out. */
export type Surface = 'bolted metal' | 'welded metal' | 'painted plastic' | 'unpainted';

export const isMetal = (surface: Surface) => surface === 'bolted metal' || surface === 'welded metal';

/** Parts that differ only by their side are one family, with one row. */
const FACTS: Record<PartFamily, PartFacts> = {
  bumper_back: { place: 'end', half: 'back', kind: 'body', surface: 'painted plastic' },
  bumper_front: { place: 'end', half: 'front', kind: 'body', surface: 'painted plastic' },
  car_inside: { place: null, half: null, kind: 'inside', surface: 'unpainted' },
  damaged_car_inside: { place: null, half: null, kind: 'inside', surface: 'unpainted' },
  door_back: { place: 'flank', half: 'back', kind: 'body', surface: 'bolted metal' },
  door_front: { place: 'flank', half: 'front', kind: 'body', surface: 'bolted metal' },
  fender_back: { place: 'fender', half: 'back', kind: 'body', surface: 'welded metal' },
  fender_front: { place: 'fender', half: 'front', kind: 'body', surface: 'bolted metal' },
  fog_light_back: { place: 'end', half: 'back', kind: 'lamp', surface: 'unpainted' },
  fog_light_front: { place: 'end', half: 'front', kind: 'lamp', surface: 'unpainted' },
  front_spoiler: { place: 'end', half: 'front', kind: 'body', surface: 'painted plastic' },
  grill: { place: 'end', half: 'front', kind: 'body', surface: 'unpainted' },
  grill_low: { place: 'end', half: 'front', kind: 'body', surface: 'unpainted' },
  grill_radiator: { place: 'end', half: 'front', kind: 'body', surface: 'unpainted' },
  handle_back: { place: 'flank', half: 'back', kind: 'body', surface: 'painted plastic' },
  handle_back_center: { place: 'end', half: 'back', kind: 'body', surface: 'painted plastic' },
  handle_front: { place: 'flank', half: 'front', kind: 'body', surface: 'painted plastic' },
  head_light: { place: 'end', half: 'front', kind: 'lamp', surface: 'unpainted' },
  header_panel: { place: 'end', half: 'front', kind: 'body', surface: 'bolted metal' },
  hood: { place: 'end', half: 'front', kind: 'body', surface: 'bolted metal' },
  hook: { place: null, half: null, kind: 'body', surface: 'unpainted' },
  hubcap: { place: null, half: null, kind: 'wheel', surface: 'unpainted' },
  hubcap_back: { place: null, half: 'back', kind: 'wheel', surface: 'unpainted' },
  hubcap_front: { place: null, half: 'front', kind: 'wheel', surface: 'unpainted' },
  indicator_light: { place: null, half: null, kind: 'lamp', surface: 'unpainted' },
  interior: { place: null, half: null, kind: 'inside', surface: 'unpainted' },
  license_plate_back: { place: 'end', half: 'back', kind: 'plate', surface: 'unpainted' },
  license_plate_front: { place: 'end', half: 'front', kind: 'plate', surface: 'unpainted' },
  logo: { place: null, half: null, kind: 'body', surface: 'unpainted' },
  mirror: { place: null, half: null, kind: 'mirror', surface: 'painted plastic' },
  mirror_support: { place: null, half: null, kind: 'body', surface: 'unpainted' },
  petrol_door: { place: 'flank', half: 'back', kind: 'body', surface: 'bolted metal' },
  pillar: { place: null, half: null, kind: 'body', surface: 'welded metal' },
  quarter_window_back: { place: 'flank', half: 'back', kind: 'glass', surface: 'unpainted' },
  quarter_window_front: { place: 'flank', half: 'front', kind: 'glass', surface: 'unpainted' },
  rear_spoiler: { place: null, half: 'back', kind: 'body', surface: 'painted plastic' },
  rim_back: { place: null, half: 'back', kind: 'wheel', surface: 'unpainted' },
  rim_front: { place: null, half: 'front', kind: 'wheel', surface: 'unpainted' },
  rocker_panel: { place: 'flank', half: null, kind: 'body', surface: 'welded metal' },
  roof: { place: null, half: null, kind: 'body', surface: 'welded metal' },
  tail_light: { place: 'end', half: 'back', kind: 'lamp', surface: 'unpainted' },
  tail_light_center: { place: 'end', half: 'back', kind: 'lamp', surface: 'unpainted' },
  trunk: { place: 'end', half: 'back', kind: 'body', surface: 'bolted metal' },
  turn_signal_front_lateral: { place: null, half: 'front', kind: 'lamp', surface: 'unpainted' },
  wheel: { place: null, half: null, kind: 'wheel', surface: 'unpainted' },
  wheel_back: { place: null, half: 'back', kind: 'wheel', surface: 'unpainted' },
  wheel_front: { place: null, half: 'front', kind: 'wheel', surface: 'unpainted' },
  window_back: { place: 'flank', half: 'back', kind: 'glass', surface: 'unpainted' },
  window_corner: { place: 'flank', half: null, kind: 'glass', surface: 'unpainted' },
  window_front: { place: 'flank', half: 'front', kind: 'glass', surface: 'unpainted' },
  windshield_back: { place: 'end', half: 'back', kind: 'glass', surface: 'unpainted' },
  windshield_front: { place: 'end', half: 'front', kind: 'glass', surface: 'unpainted' },
  wiper: { place: null, half: null, kind: 'body', surface: 'unpainted' },
  wiper_back: { place: 'end', half: 'back', kind: 'body', surface: 'unpainted' },
  wiper_front: { place: 'end', half: 'front', kind: 'body', surface: 'unpainted' },
};

const NOWHERE: PartFacts = { place: null, half: null, kind: 'none', surface: 'unpainted' };

/** Of `ignore`, `background` and names that are no part, nothing is known. */
export const factsOf = (part: string): PartFacts =>
  (isPart(part) && (FACTS[familyOf(part)] as PartFacts | undefined)) || NOWHERE;

export const surfaceOf = (family: PartFamily): Surface => FACTS[family].surface;

/** The end whose face it belongs to: it cannot be seen straight from the other end. */
export const endOf = (part: string): End | null => {
  const { place, half } = factsOf(part);
  return place === 'end' ? half : null;
};

export const halfOf = (part: string): End | null => factsOf(part).half;

/** A photo shows one flank only, while both lights, mirrors or fenders can be in sight. */
export const isFlank = (part: string): boolean => factsOf(part).place === 'flank';

/** Seen from a side, only that side's is on the photo. */
export const facesSide = (part: string): boolean => isFlank(part) || factsOf(part).place === 'fender';

/** A bumper bends around the corner: from every direction another piece of it is in sight. */
export const bendsAroundCorner = (part: string) => part === 'bumper_front' || part === 'bumper_back';
