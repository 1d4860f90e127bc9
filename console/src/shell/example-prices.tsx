import { nameIn, useNames } from '../language.tsx';

/** Beside every cost that was worked out with the example matrix, so that nobody takes it for a quotation. */
export const ExamplePrices = ({ areExample }: { areExample: boolean }) => {
  const { example_prices: say } = useNames();
  if (!areExample) return null;
  return (
    <span className="badge example-prices" title={say.sentence}>
      {nameIn(say, 'mark')}
    </span>
  );
};
