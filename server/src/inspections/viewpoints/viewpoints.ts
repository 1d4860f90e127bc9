/** The eight directions from which a vehicle is seen. Left and right are the vehicle's own. */
import { END_REACHES, SIDE_REACHES } from './tuning.ts';
export const VIEWPOINTS = [
  'front',
  'front_left',
  'left',
  'back_left',
  'back',
  'back_right',
  'right',
  'front_right',
] as const;
export type Viewpoint = (typeof VIEWPOINTS)[number];

export const isViewpoint = (name: string | null | undefined): name is Viewpoint =>
  (VIEWPOINTS as readonly (string | null | undefined)[]).includes(name);

/** Around the vehicle: 0 in front of it, 90 at its left, 180 behind it. */
export const degreesOf = (viewpoint: Viewpoint) => 45 * VIEWPOINTS.indexOf(viewpoint);

export function degreesBetween(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return Math.min(apart, 360 - apart);
}

export function viewpointAt(degrees: number): Viewpoint {
  if (degreesBetween(degrees, 0) <= END_REACHES) return 'front';
  if (degreesBetween(degrees, 180) <= END_REACHES) return 'back';
  if (degreesBetween(degrees, 90) <= SIDE_REACHES) return 'left';
  if (degreesBetween(degrees, 270) <= SIDE_REACHES) return 'right';
  const end = degreesBetween(degrees, 0) < 90 ? 'front' : 'back';
  return degreesBetween(degrees, 90) < 90 ? `${end}_left` : `${end}_right`;
}

/** As in "This photo shows …". */
export const SHOWN: Record<Viewpoint, string> = {
  front: 'the front',
  front_left: 'the front left corner',
  left: 'the left side',
  back_left: 'the back left corner',
  back: 'the back',
  back_right: 'the back right corner',
  right: 'the right side',
  front_right: 'the front right corner',
};

/** As in "Stand …". */
export const PLACE: Record<Viewpoint, string> = {
  front: 'in front of the vehicle',
  front_left: 'at the front left corner of the vehicle',
  left: 'at the left side of the vehicle',
  back_left: 'at the back left corner of the vehicle',
  back: 'behind the vehicle',
  back_right: 'at the back right corner of the vehicle',
  right: 'at the right side of the vehicle',
  front_right: 'at the front right corner of the vehicle',
};
