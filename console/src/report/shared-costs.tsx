import type { SharedInspection } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { ExamplePrices } from '../shell/example-prices.tsx';

export const SharedCosts = ({ costs }: Pick<SharedInspection, 'costs'>) => {
  const { report: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  if (costs === null) return null;
  const money = (amount: number) => formats.money(amount, costs.currency);
  const { low, high } = costs.range;
  const sums: [string, number][] = costs.beyondVisualEstimate
    ? []
    : [
        [say.totalWithoutTax, costs.total],
        [fill(say.tax, { percent: formats.percent(costs.taxPercent / 100, 2) }), costs.tax],
        [say.totalWithTax, costs.totalWithTax],
      ];
  return (
    <section className="card stack" aria-labelledby="shared-costs">
      <h2 id="shared-costs">{say.repairs}</h2>
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
          {costs.parts.map(({ partType, operation, cost }) => (
            <tr key={partType}>
              <th scope="row">{nameIn(names.parts, partType)}</th>
              <td>{operation ? nameIn(names.operations, operation) : '–'}</td>
              <td className="number">{money(cost)}</td>
            </tr>
          ))}
          {costs.openParts.map(({ family, cost }) => (
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
      {costs.beyondVisualEstimate && <p>{names.vehicle_state.beyond_estimate}</p>}
      {costs.examplePrices && <p>{names.example_prices.sentence}</p>}
      {low < high && !costs.beyondVisualEstimate && (
        <p className="soft">{fill(say.range, { low: money(low), high: money(high) })}</p>
      )}
    </section>
  );
};
