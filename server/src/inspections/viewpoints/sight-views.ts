/** What a photo taken from a sight must show. */
import { onOtherSide } from '../parts/part-sides.ts';
import type { PartType } from '../parts/parts.ts';
import { directionOf, isOutside, type Sight, viewpointOf } from './sights.ts';
import type { Viewpoint } from './viewpoints.ts';

/** whole: the vehicle from edge to edge. section: a stretch of it. detail: one thing, close up. */
type Framing = 'whole' | 'section' | 'detail' | 'inside';

export type SightView = {
  framing: Framing;
  viewpoint: Viewpoint | null;
  direction: number | null;
  /** How far off the direction may be, in degrees. */
  tolerance: number;
  /** It shows so much of the vehicle that a close-up is wrong. */
  wide: boolean;
  /** What it is all about; null where the models know no such part. */
  center: PartType | null;
  /** What must be in sight, all of it when the photo is good. */
  expected: readonly PartType[];
};

const SHOWS_WHOLE = /^(front|rear)(-low)?$|^beauty-shot|-full-/;
const SHOWS_DETAIL = /wheel|tire|penny|headlight|taillight|mirror|rocker|undercarriage/;
/** These show the same from many places; only the other side of the vehicle is wrong. */
const FROM_MANY_PLACES = /hood|windshield|roof/;

/** Seen from close by, a van is cut off at the top. */
const isTooTall = ({ vehicle, label }: Sight) => vehicle === 'ftransit18' && label.endsWith('-low');

function framingOf(sight: Sight): Framing {
  if (!isOutside(sight)) return 'inside';
  if (sight.distance === 'close' || SHOWS_DETAIL.test(sight.label)) return 'detail';
  // The lorry's sights are eight, all around it, and show all of it.
  if (sight.vehicle === 'man12') return 'whole';
  return SHOWS_WHOLE.test(sight.label) && !isTooTall(sight) ? 'whole' : 'section';
}

const CENTERS: [RegExp, PartType][] = [
  [/headlight/, 'head_light_left'],
  [/taillight/, 'tail_light_left'],
  [/mirror/, 'mirror_left'],
  [/^front-lateral-low|^front-wheel/, 'wheel_front_left'],
  [/^rear-lateral-low|^rear-wheel/, 'wheel_back_left'],
  [/^hood/, 'hood'],
  [/^windshield/, 'windshield_front'],
  [/^(front-door|doors)/, 'door_front_left'],
  [/^front-bumper/, 'bumper_front'],
  [/^rear-bumper/, 'bumper_back'],
];

/** So many that one or two may be missing: not every vehicle has a back door or a trunk. */
const EXPECTED: Record<'front' | 'front_left' | 'left' | 'back_left' | 'back', readonly PartType[]> = {
  front: ['bumper_front', 'hood', 'windshield_front', 'head_light_left', 'head_light_right'],
  front_left: ['bumper_front', 'hood', 'head_light_left', 'door_front_left', 'wheel_front_left'],
  left: ['door_front_left', 'door_back_left', 'wheel_front_left', 'wheel_back_left'],
  back_left: ['bumper_back', 'trunk', 'tail_light_left', 'wheel_back_left'],
  back: ['bumper_back', 'trunk', 'windshield_back', 'tail_light_left', 'tail_light_right'],
};

/** Which parts a whole vehicle shows from there. */
export const expectedParts = (viewpoint: Viewpoint): readonly PartType[] =>
  viewpoint.endsWith('right')
    ? EXPECTED[onOtherSide(viewpoint) as keyof typeof EXPECTED].map(onOtherSide)
    : EXPECTED[viewpoint as keyof typeof EXPECTED];

export function viewOf(sight: Sight): SightView {
  const framing = framingOf(sight);
  const viewpoint = viewpointOf(sight);
  const center = CENTERS.find(([label]) => label.test(sight.label))?.[1] ?? null;
  const fromMany = framing === 'detail' || FROM_MANY_PLACES.test(sight.label);
  const atRight = viewpoint?.endsWith('right') ?? false;
  return {
    framing,
    viewpoint,
    direction: directionOf(sight),
    tolerance: fromMany ? 100 : 40,
    wide: framing === 'whole' || (framing === 'section' && center === null && !fromMany),
    center:
      framing === 'inside' ? null : (sight.wheel_name ?? (center && atRight ? onOtherSide(center) : center)),
    // The parts model knows cars, not lorries.
    expected:
      framing === 'whole' && viewpoint && sight.vehicle_type !== 'hgv' ? expectedParts(viewpoint) : [],
  };
}
