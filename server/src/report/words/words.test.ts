import { expect, test } from 'vitest';
import { counted, WORDS } from './words.ts';

test('a number of damages is in the form that each language has for it', () => {
  const said = (n: number) =>
    (['en', 'fr', 'de', 'es'] as const).map((language) =>
      counted(language, WORDS[language].counts.damages, n),
    );
  expect(said(0)).toEqual(['0 damages', '0 dommage', '0 Schäden', '0 daños']);
  expect(said(1)).toEqual(['1 damage', '1 dommage', '1 Schaden', '1 daño']);
  expect(said(2)).toEqual(['2 damages', '2 dommages', '2 Schäden', '2 daños']);
});
