import { Link } from 'wouter';
import { notPricedSentence } from '../../../../vocabulary/not-priced.ts';
import { useFormats } from '../../formats/formats.ts';
import { capital, useNames, useWords } from '../../language.tsx';
import { CostRange } from '../../shell/cost-range.tsx';
import { useNothingListed } from '../../shell/nothing-listed.ts';
import { useTotal } from '../../shell/use-total.ts';
import { useVehicleName } from '../../shell/use-vehicle-name.ts';
import { VehicleState } from '../../shell/vehicle-state.tsx';
import type { Costs, FoundVehicle } from '../findings.ts';

/** Stands above what was found on one of several vehicles, with how it is as a whole and what its repair costs. */
export const VehicleRow = ({
  vehicle: { group, photos, parts, costs, whole },
  currency,
  historyId,
}: {
  vehicle: FoundVehicle;
  currency: Costs['currency'];
  /** Of the known vehicle that it is. */
  historyId: string | null;
}) => {
  const { inspection: say, vehicle: words } = useWords();
  const names = useNames();
  const formats = useFormats();
  const money = (amount: number) => formats.money(amount, currency);
  const leftOut =
    costs && notPricedSentence(names, costs.notPriced, costs.beyondVisualEstimate ? null : money);
  const total = useTotal();
  const vehicleName = useVehicleName();
  const nothingListed = useNothingListed({ isAlone: false });
  return (
    <tbody className="vehicle-row">
      <tr>
        <th scope="rowgroup" colSpan={2}>
          {vehicleName(group, photos, whole?.plate)}
          {historyId && (
            <>
              {' '}
              <Link href={`/vehicle/${historyId}`}>{words.history}</Link>
            </>
          )}
          {whole?.vehicleState && (
            <span className="facts">
              {say.condition}:{' '}
              {whole.conditionScore === null
                ? capital(names.to_check.condition)
                : `${whole.conditionScore} / 100`}{' '}
              <VehicleState whole={whole.vehicleState} cures />
            </span>
          )}
          {parts.length === 0 && !whole?.vehicleState?.retakePhotos && (
            <span className="soft facts">{whole ? nothingListed(whole, say.noDamages) : say.noDamages}</span>
          )}
          {leftOut && <span className="facts">{leftOut}</span>}
        </th>
        <td className="wide-only" />
        <td className="number">
          {costs && !costs.beyondVisualEstimate && (
            <>
              <strong>{total(costs, currency)}</strong>
              <CostRange range={costs.range} currency={currency} />
            </>
          )}
        </td>
        <td />
      </tr>
    </tbody>
  );
};
