/** The sights that capture apps guide people through: where each stands and what it is for. */

import type { WheelName } from '../records/findings/wheel.ts';
import type { TaskName } from '../vocabulary.ts';
import data from './sights.json' with { type: 'json' };
import { type Viewpoint, viewpointAt } from './viewpoints.ts';

export const SIGHT_CATEGORIES = ['exterior', 'interior', 'misc'] as const;
type SightCategory = (typeof SIGHT_CATEGORIES)[number];
export type Sight = {
  id: string;
  category: SightCategory;
  /** The model that the sight was drawn for; `all` for those that fit every vehicle. */
  vehicle: string;
  vehicle_type: string | null;
  /** A key, not a text. A few say left and stand at the right: go by the position. */
  label: string;
  /** Where the camera stands around the vehicle, in degrees: 0 in front, 90 at its left. */
  position: number;
  /** Where it looks from, where that differs: straight at a wheel, for example. */
  orientation: number | null;
  height: 'high' | 'mid' | 'low';
  distance: 'close' | 'interior' | null;
  wheel_name: WheelName | null;
  tasks: TaskName[];
};

type Row = [
  id: string,
  category: SightCategory,
  label: string,
  position: number,
  orientation: number | null,
  height: Sight['height'],
  distance: Sight['distance'],
  wheel_name: WheelName | null,
  tasks: string,
];

const VEHICLE_TYPES_OF: Record<string, string> = data.vehicle_types;

function sightIn([
  id,
  category,
  label,
  position,
  orientation,
  height,
  distance,
  wheel_name,
  tasks,
]: Row): Sight {
  const vehicle = id.slice(0, id.indexOf('-'));
  return {
    id,
    category,
    vehicle,
    vehicle_type: VEHICLE_TYPES_OF[vehicle] ?? null,
    label,
    position,
    orientation,
    height,
    distance,
    wheel_name,
    tasks: tasks.split(' ') as TaskName[],
  };
}

export const SIGHTS: readonly Sight[] = (data.rows as Row[]).map(sightIn);
export const SIGHT_VEHICLES: readonly string[] = [...new Set(SIGHTS.map(({ vehicle }) => vehicle))];
export const SIGHT_VEHICLE_TYPES: readonly string[] = [...new Set(Object.values(VEHICLE_TYPES_OF))].sort();

const byId = new Map(SIGHTS.map((known) => [known.id, known]));

/** Generation 3 writes these vehicles' ids without the vehicle in front. */
const LEFT_OUT = ['all', 'vwtroc', 'audia7'];

export const sight = (id: string): Sight | null =>
  [id, ...LEFT_OUT.map((vehicle) => `${vehicle}-${id}`)].map((full) => byId.get(full)).find(Boolean) ?? null;

/** Whether the outside of the vehicle is to be seen: the tires are listed under misc. */
export const isOutside = ({ category, wheel_name }: Sight) => category === 'exterior' || wheel_name !== null;

export const directionOf = (sight: Sight): number | null =>
  isOutside(sight) ? (sight.orientation ?? sight.position) : null;

/** null for what is inside, and for keys and papers. */
export function viewpointOf(sight: Sight): Viewpoint | null {
  const direction = directionOf(sight);
  return direction === null ? null : viewpointAt(direction);
}
