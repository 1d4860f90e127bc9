import { useFormats } from '../formats/formats.ts';
import { fill, useNames, useWords } from '../language.tsx';
import { ExamplePrices } from '../shell/example-prices.tsx';
import { type Findings, isTotalExample } from './findings.ts';

/** What the whole repair costs. */
export const CostRows = ({
  pricing,
  onEdit,
}: {
  pricing: NonNullable<Findings['pricing']>;
  onEdit(): void;
}) => {
  const { inspection: say } = useWords();
  const { cost_ranges, vehicle_state } = useNames();
  const formats = useFormats();
  const money = (amount: number) => formats.money(amount, pricing.currency);
  const { low, high } = pricing.range;
  const unplaced = pricing.notPriced.find(({ partType }) => partType === 'ignore')?.atMost;
  return (
    <tfoot>
      <tr>
        <th scope="row">
          {say.total}
          <span className="soft facts">
            {pricing.beyondVisualEstimate
              ? vehicle_state.beyond_estimate
              : low === high
                ? say.visibleOnly
                : `${fill(say.costRange, { low: money(low), high: money(high) })} ${say.visibleOnly}`}
            {unplaced &&
              high > low &&
              !pricing.beyondVisualEstimate &&
              ` ${fill(cost_ranges.unplaced, { amount: money(unplaced) })}`}
          </span>
        </th>
        <td />
        <td className="wide-only" />
        <td className="number">
          {pricing.beyondVisualEstimate ? (
            '–'
          ) : (
            <>
              <strong>{money(pricing.totalPrice)}</strong>{' '}
              <ExamplePrices areExample={isTotalExample(pricing)} />
            </>
          )}
          {pricing.taxPercent > 0 && !pricing.beyondVisualEstimate && (
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
