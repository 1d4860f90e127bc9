import { notPricedSentence } from '../../../../vocabulary/not-priced.ts';
import { useFormats } from '../../formats/formats.ts';
import { fill, useNames, useWords } from '../../language.tsx';
import { ExamplePrices } from '../../shell/example-prices.tsx';
import { useTotal } from '../../shell/use-total.ts';
import { type Costs, isTotalExample, whyNoSum } from '../findings.ts';

type CostRowsProps = { pricing: Costs; hasVehicleRows: boolean; onEdit(): void };

/** What the whole repair costs. Of several vehicles each has said in its own row what is left out. */
export const CostRows = ({ pricing, hasVehicleRows, onEdit }: CostRowsProps) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const { checks, vehicle_state } = names;
  const formats = useFormats();
  const money = (amount: number) => formats.money(amount, pricing.currency);
  const { low, high } = pricing.range;
  const total = useTotal();
  const why = whyNoSum(pricing);
  const isSumless = why !== null;
  const leftOut = !hasVehicleRows && notPricedSentence(names, pricing.notPriced, isSumless ? null : money);
  return (
    <tfoot>
      <tr>
        <th scope="row">
          {say.total}
          <span className="soft facts">
            {isSumless
              ? why === 'vehicles'
                ? checks.no_total
                : vehicle_state.beyond_estimate
              : low === high
                ? say.visibleOnly
                : `${fill(say.costRange, { low: money(low), high: money(high) })} ${say.visibleOnly}`}
          </span>
          {leftOut && <span className="facts">{leftOut}</span>}
        </th>
        <td />
        <td className="wide-only" />
        <td className="number">
          {isSumless ? (
            '–'
          ) : (
            <>
              <strong>{total(pricing, pricing.currency)}</strong>{' '}
              <ExamplePrices areExample={isTotalExample(pricing)} />
            </>
          )}
          {pricing.taxPercent > 0 && !isSumless && !pricing.notAssessed && (
            <span className="soft facts">
              {fill(say.withTax, {
                percent: formats.percent(pricing.taxPercent / 100, 2),
                total: money(pricing.totalPriceWithTax),
              })}
            </span>
          )}
        </td>
        <td className="row-actions">
          <button
            type="button"
            className="button small"
            aria-label={`${say.details}: ${say.total}`}
            onClick={onEdit}
          >
            {say.details}
          </button>
        </td>
      </tr>
    </tfoot>
  );
};
