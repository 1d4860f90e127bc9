/** Where the photos show several vehicles, each is estimated by itself: no work on one of them serves another. */
import type { EstimateResult, PartEstimate } from '../records/estimate.ts';
import { sum } from './money.ts';

type OfVehicle = { vehicle_group: number | null; estimate: EstimateResult };

const groupedBy = <Item>(
  vehicles: readonly OfVehicle[],
  items: (estimate: EstimateResult) => readonly Item[],
  key: (item: Item) => string,
) => {
  const all = vehicles.flatMap(({ vehicle_group, estimate }) =>
    items(estimate).map((item) => ({ vehicle_group, item })),
  );
  return [...Map.groupBy(all, ({ item }) => key(item)).values()];
};

type Amounts = Record<'total' | 'low' | 'high', number>;

const summed = (shares: readonly Amounts[]): Amounts => ({
  total: sum(shares.map(({ total }) => total)),
  low: sum(shares.map(({ low }) => low)),
  high: sum(shares.map(({ high }) => high)),
});

/** The sums over the vehicles, and in `by_vehicle` the share of each. */
export const joinedEstimate = (vehicles: readonly OfVehicle[]): EstimateResult => ({
  ...vehicles[0]!.estimate,
  parts: groupedBy(
    vehicles,
    ({ parts }) => parts,
    ({ part_id }) => part_id,
  ).map((shares): PartEstimate => {
    const works = shares.map(({ item }) => item);
    const worst = works.reduce((a, b) => (b.severity > a.severity ? b : a));
    return {
      ...worst,
      lines: works.flatMap(({ lines }) => lines),
      ...summed(works),
      by_vehicle: shares.map(({ vehicle_group, item: { part_id: _, part_type: __, ...work } }) => ({
        vehicle_group,
        ...work,
      })),
    };
  }),
  open_parts: groupedBy(
    vehicles,
    ({ open_parts }) => open_parts,
    ({ family }) => family,
  ).map((shares) => {
    const items = shares.map(({ item }) => item);
    return {
      ...items.reduce((a, b) => (b.severity > a.severity ? b : a)),
      ...summed(items),
      by_vehicle: shares.map(({ vehicle_group, item: { family: _, ...cost } }) => ({
        vehicle_group,
        ...cost,
      })),
    };
  }),
  not_priced: groupedBy(
    vehicles,
    ({ not_priced }) => not_priced,
    ({ code, part_type }) => code ?? part_type,
  ).map((shares) => {
    const known = shares.flatMap(({ item }) => item.at_most ?? []);
    const { code, part_type } = shares[0]!.item;
    return {
      ...(code && { code }),
      part_type,
      reason: [...new Set(shares.map(({ item }) => item.reason))].join(' '),
      ...(known.length > 0 && { at_most: sum(known) }),
      by_vehicle: shares.map(({ vehicle_group, item: { part_type: _, ...one } }) => ({
        vehicle_group,
        ...one,
      })),
    };
  }),
});
