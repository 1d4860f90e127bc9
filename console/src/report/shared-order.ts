import type { SharedInspection } from '@walkaround/sdk';

type Damage = SharedInspection['damages'][number];
type Place = Pick<Damage, 'partType'> & { partFamily?: Damage['partFamily'] };

/** Compares damages and costs of one vehicle in the order in which the report has its parts. */
export const inReportOrder = ({ parts }: Pick<SharedInspection, 'parts'>, group: number | null) => {
  const own = parts.filter(({ vehicleGroup }) => vehicleGroup === group);
  /** What has a price and no rating comes last. */
  const rankOf = ({ partType, partFamily }: Place) =>
    own.findIndex((part) => part.partType === partType && part.partFamily === (partFamily?.family ?? null)) +
      1 || own.length + 1;
  return (a: Place, b: Place) => rankOf(a) - rankOf(b);
};
