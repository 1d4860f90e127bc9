import type { SharedInspection } from '@walkaround/sdk';
import { notPricedSentence } from '../../../vocabulary/not-priced.ts';
import { useFormats } from '../formats/formats.ts';
import { capital, fill, nameIn, useNames, useWords } from '../language.tsx';
import { ExamplePrices } from '../shell/example-prices.tsx';
import { inReportOrder } from './shared-order.ts';
import { useSharedVehicleName } from './use-shared-vehicle-name.ts';

type Costs = NonNullable<SharedInspection['costs']>;
type Sums = Pick<
  Costs,
  | 'parts'
  | 'openParts'
  | 'notPriced'
  | 'total'
  | 'tax'
  | 'totalWithTax'
  | 'range'
  | 'beyondVisualEstimate'
  | 'notAssessed'
>;

type TableProps = {
  costs: Costs;
  of: Sums;
  order: ReturnType<typeof inReportOrder>;
  caption: string | null;
};

/** Of the vehicle, or of one of several that the photos seem to show. */
const CostTable = ({ costs, of, order, caption }: TableProps) => {
  const { report: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const money = (amount: number) => formats.money(amount, costs.currency);
  const { low, high } = of.range;
  const leftOut = notPricedSentence(names, of.notPriced, of.beyondVisualEstimate ? null : money);
  const sums: [string, number][] =
    of.beyondVisualEstimate || of.notAssessed
      ? []
      : [
          [say.totalWithoutTax, of.total],
          [fill(say.tax, { percent: formats.percent(costs.taxPercent / 100, 2) }), of.tax],
          [say.totalWithTax, of.totalWithTax],
        ];
  const rows = of.parts.length + of.openParts.length + sums.length;
  return (
    <>
      {caption && <h3>{caption}</h3>}
      {rows > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{say.part}</th>
              <th scope="col">{say.operation}</th>
              <th scope="col" className="number">
                {say.cost} <ExamplePrices areExample={costs.examplePrices} />
              </th>
            </tr>
          </thead>
          <tbody>
            {of.parts.toSorted(order).map(({ partType, operation, cost }) => (
              <tr key={partType}>
                <th scope="row">{nameIn(names.parts, partType)}</th>
                <td>{operation ? nameIn(names.operations, operation) : '–'}</td>
                <td className="number">{money(cost)}</td>
              </tr>
            ))}
            {of.openParts.map(({ family, cost }) => (
              <tr key={family}>
                <th scope="row">{nameIn(names.open_families, family)}</th>
                <td>–</td>
                <td className="number">{money(cost)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {sums.map(([label, amount]) => (
              <tr key={label}>
                <th scope="row" colSpan={2}>
                  {label}
                </th>
                <td className="number">
                  <strong>{money(amount)}</strong>
                </td>
              </tr>
            ))}
          </tfoot>
        </table>
      )}
      {of.notAssessed && <p>{capital(names.to_check.condition)}</p>}
      {leftOut && <p>{leftOut}</p>}
      {of.beyondVisualEstimate && <p>{names.vehicle_state.beyond_estimate}</p>}
      {low < high && !of.beyondVisualEstimate && (
        <p className="soft">{fill(say.range, { low: money(low), high: money(high) })}</p>
      )}
    </>
  );
};

export const SharedCosts = ({ shared }: { shared: SharedInspection }) => {
  const { report: say } = useWords();
  const names = useNames();
  const vehicleName = useSharedVehicleName(shared);
  const { costs } = shared;
  if (costs === null) return null;
  return (
    <section className="card stack" aria-labelledby="shared-costs">
      <h2 id="shared-costs">{say.repairs}</h2>
      {costs.vehicleGroups.length === 0 && (
        <CostTable costs={costs} of={costs} order={inReportOrder(shared, null)} caption={null} />
      )}
      {costs.vehicleGroups.map((group) => (
        <CostTable
          key={group.vehicleGroup}
          costs={costs}
          of={group}
          order={inReportOrder(shared, group.vehicleGroup)}
          caption={vehicleName(group.vehicleGroup)}
        />
      ))}
      {costs.vehicleGroups.length > 0 && <p>{names.checks.no_total}</p>}
      {costs.examplePrices && <p>{names.example_prices.sentence}</p>}
    </section>
  );
};
