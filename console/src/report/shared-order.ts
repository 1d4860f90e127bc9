import type { SharedInspection } from '@walkaround/sdk';
import { worstFirst } from '../../../vocabulary/list-order.ts';

type Damage = SharedInspection['damages'][number];
type Place = Pick<Damage, 'partType'> & { partFamily?: Damage['partFamily'] };

/** Compares damages and costs of one vehicle in the order in which the report has its parts. */
export const inReportOrder = (
  shared: Pick<SharedInspection, 'damages' | 'parts' | 'vehicleGroups'>,
  group: number | null,
) => {
  const own = shared.damages.filter(({ vehicleGroup }) => vehicleGroup === group);
  const isOnly = shared.vehicleGroups.length === 0;
  const levelOf = ({ partType, partFamily = null }: Place): number => {
    // What is said of a part as a whole is about all vehicles.
    const said = isOnly ? shared.parts.find((part) => part.partType === partType)?.level : undefined;
    const onIt = own.filter(
      (damage) =>
        (damage.partType === partType && damage.partFamily?.family === partFamily?.family) ||
        damage.otherParts.includes(partType),
    );
    return said ?? Math.max(0, ...onIt.map(({ level }) => level));
  };
  const listed = (place: Place) => ({
    part: place.partType,
    family: place.partFamily?.family ?? null,
    level: levelOf(place),
  });
  return (a: Place, b: Place) => worstFirst(listed(a), listed(b));
};
