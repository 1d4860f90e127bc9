import { type Sight, viewpointOf } from '../../inspections/viewpoints/sights.ts';

export const presentSight = (sight: Sight) => ({
  id: sight.id,
  object_type: 'SIGHT' as const,
  category: sight.category,
  vehicle: sight.vehicle,
  vehicle_type: sight.vehicle_type,
  label: sight.label,
  viewpoint: viewpointOf(sight),
  position: sight.position,
  orientation: sight.orientation,
  height: sight.height,
  distance: sight.distance,
  wheel_name: sight.wheel_name,
  tasks: sight.tasks,
});
