import type { PartOperation } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { ExamplePrices } from '../shell/example-prices.tsx';
import { useReasons } from './use-reasons.ts';

/** How the service came to its estimate, line by line. */
export const EstimateLines = ({ operation }: { operation: PartOperation }) => {
  const { correcting: say, inspection: look } = useWords();
  const names = useNames();
  const formats = useFormats();
  const reasons = useReasons();
  const { currency, lines } = operation;
  return (
    <details className="estimate-lines">
      <summary>
        {fill(say.estimate, { amount: formats.money(operation.estimatedCost, currency) })}{' '}
        <ExamplePrices areExample={operation.examplePrices} />
      </summary>
      <p className="soft facts">{reasons.ofEstimate(operation)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{look.operation}</th>
            <th scope="col" className="number">
              {say.hours}
            </th>
            <th scope="col" className="number">
              {look.cost}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names and are never moved.
            <tr key={index}>
              <td>
                {nameIn(names.operations, line.operation)}
                <span className="soft facts">{reasons.ofEstimate(line)}</span>
              </td>
              <td className="number">{line.hours > 0 && formats.number(line.hours)}</td>
              <td className="number">{formats.money(line.cost, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};
