import type { PriceMatrix } from '@walkaround/sdk';
import { useWords } from '../../language.tsx';
import { CURRENCIES, RATES } from './matrix-draft.ts';
import { type Editing, PriceCell } from './price-cell.tsx';

const NUMBERS = ['taxPercent', 'spreadPercent', 'paintPreparationHours'] as const;

export const PriceBasics = ({ matrix, editing }: { matrix: PriceMatrix; editing: Editing }) => {
  const { settings: say } = useWords();
  return (
    <section className="card stack" aria-labelledby="price-basics">
      <h2 id="price-basics">{say.basics}</h2>
      <div className="settings-fields">
        <label className="field">
          <span>{say.currency}</span>
          <select
            value={matrix.currency}
            disabled={!editing.mayChange}
            onChange={({ target }) => editing.set(['currency'], target.value)}
          >
            {CURRENCIES.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </select>
        </label>
        {NUMBERS.map((name) => (
          <div className="field" key={name}>
            <span aria-hidden="true">{say[name]}</span>
            <PriceCell path={[name]} value={matrix[name]} label={say[name]} editing={editing} />
          </div>
        ))}
      </div>
      <h3>{say.rates}</h3>
      <div className="settings-fields">
        {RATES.map((rate) => (
          <div className="field" key={rate}>
            <span aria-hidden="true">{say[`rate_${rate}`]}</span>
            <PriceCell
              path={['hourlyRates', rate]}
              value={matrix.hourlyRates[rate]}
              label={`${say.rates}: ${say[`rate_${rate}`]}`}
              editing={editing}
            />
          </div>
        ))}
      </div>
    </section>
  );
};
