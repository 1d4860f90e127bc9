import { expect, test } from 'vitest';
import type { ReportLanguage } from '../inspections/vocabulary.ts';
import * as given from './test-inspection.ts';
import { reportOf } from './test-report.ts';

test('what the repairs cost is told only where it was asked for, in exact cents', async () => {
  const without = await reportOf(given.priced());
  expect(without.text).toMatch(/1\s+Hood\s+Dent\s+Moderate\s+Dent repair/);
  expect(without.text).not.toMatch(/€|Cost|Total/);

  const { text } = await reportOf(given.priced(), { wish: { pricing: true } });
  expect(text).toMatch(
    /1\s+Hood\s+Dent\s+Moderate\s+Dent repair\s+€412\.50\s+For the damages listed:\s+€350\.00 to\s+€600\.00/,
  );
  expect(text).toMatch(/Tax 20%\s+Example prices\s+€82\.50/);
  expect(text).toMatch(/Total with tax\s+Example prices\s+€495\.00/);
  expect(text).toContain('For the damages listed: €350.00 to €600.00. Visible damage only.');
  // At the top, where the total stands alone.
  expect(text.replace(/\s+/g, ' ')).toContain('€412.50 Without tax. For the damages listed:');

  const german = await reportOf(given.priced(), { wish: { pricing: true, language: 'de' } });
  expect(german.text).toMatch(/412,50\s€/);
});

test('what the work on a part costs in detail stands below all of its damages, beside none of them', async () => {
  const inspection = given.priced();
  inspection.damages.push(given.damage('scratch', 'hood'), given.damage('rustiness', 'hood'));
  const text = (await reportOf(inspection, { wish: { pricing: true } })).text.replace(/\s+/g, ' ');
  expect(text).toMatch(/Dent repair €412\.50 2 [^€]* 3 [^€]*For the damages listed: €350\.00/);
});

test('damages on no known part raise the upper end of the range, and the report says by how much', async () => {
  const inspection = given.priced();
  const unplaced = { part_type: 'ignore' as const, reason: 'Damages that lie on no known part: dent.' };
  inspection.estimates = inspection.estimates.map((estimate) => ({
    ...estimate,
    not_priced: [{ ...unplaced, at_most: 90_000 }],
  }));
  const text = (await reportOf(inspection, { wish: { pricing: true } })).text.replace(/\s+/g, ' ');
  expect(text).toContain('For the damages listed: €350.00 to €1,500.00.');
  expect(text).toContain(
    'Not in this estimate: on no known part; at most €900.00, which the upper end of the range counts.',
  );
});

test('a headlight that may be damaged unseen is named with the range that counts it, on the cover too', async () => {
  const inspection = given.priced();
  const beside = { code: 'beside_torn_bumper', part_type: 'ignore', reason: '' } as const;
  const textWith = async (at_most: number | null) => {
    const not_priced = [{ ...beside, ...(at_most && { at_most }) }];
    inspection.estimates = inspection.estimates.map((estimate) => ({ ...estimate, not_priced }));
    return (await reportOf(inspection, { wish: { pricing: true } })).text.replace(/\s+/g, ' ');
  };
  const whole = 'For the damages listed, and a headlight that may be damaged as well: €350.00 to €1,030.00.';
  expect((await textWith(43_000)).split(whole)).toHaveLength(3);
  // Where nobody knows its price, the range counts none.
  expect(await textWith(null)).not.toContain('and a headlight');
});

test('what is listed and not in the total is named under the costs, and only there', async () => {
  const inspection = given.priced();
  inspection.damages.push(given.damage('dirt', 'roof'));
  const sentence = 'Not in this estimate: dirt, roof (nothing to repair).';
  const textOf = async (pricing: boolean) =>
    (await reportOf(inspection, { wish: { pricing } })).text.replace(/\s+/g, ' ');
  expect(await textOf(true)).toContain(sentence);
  expect(await textOf(false)).not.toContain('Not in this estimate');
});

test('a price that a person set for the whole vehicle stands under the sum of the parts, without a range', async () => {
  const inspection = given.priced();
  const { id: inspection_id, created_at } = inspection;
  const price = { id: 'p', inspection_id, part_id: null, pricing: 350, created_at, created_by: 'ada' };
  inspection.prices = [{ ...price, related_item_type: 'vehicle' }];
  const { text } = await reportOf(inspection, { wish: { pricing: true } });
  expect(text).toMatch(/Sum of the parts\s+Example prices\s+€412\.50\s+Total set for the vehicle\s+€350\.00/);
  expect(text).toMatch(/Tax 20%\s+€70\.00\s+Total with tax\s+€420\.00/);
  // Of the part alone.
  expect(text.match(/For the damages listed:/g)).toHaveLength(1);
});

test('costs by the example matrix say so in every language, beside the total and under the table; own prices do not', async () => {
  const sentences = {
    en: 'Example prices, not a quotation',
    fr: 'Prix d’exemple, sans valeur de devis',
    de: 'Beispielpreise, kein Angebot',
    es: 'Precios de ejemplo, sin valor de presupuesto',
  } as const;
  const timesIn = (text: string, sentence: string) => text.replace(/\s+/g, ' ').split(sentence).length - 1;
  for (const [language, sentence] of Object.entries(sentences)) {
    const wish = { language: language as ReportLanguage, pricing: true };
    expect(timesIn((await reportOf(given.priced(), { wish })).text, sentence)).toBe(2);
    expect(
      timesIn((await reportOf(given.priced(), { wish: { ...wish, pricing: false } })).text, sentence),
    ).toBe(0);
  }
  const own = given.priced();
  own.estimates = own.estimates.map((estimate) => ({ ...estimate, matrix_version: 3 }));
  expect((await reportOf(own, { wish: { pricing: true } })).text).not.toMatch(/example prices/i);
});

test('where photos do not tell what the repair costs, no sum is told', async () => {
  const judged = given.priced();
  judged.tasks = [given.task('damage_detection', 'DONE')];
  const image = given.image({
    vehicle_state: { state: 'severe', probability: 0.9, heavy: 0.9, airbag: false },
  });
  judged.images = [image];
  judged.views = [given.view(image, judged.damages[0]!)];
  const unplaced = { part_type: 'ignore' as const, reason: '', at_most: 90_000 };
  judged.estimates = judged.estimates.map((estimate) => ({ ...estimate, not_priced: [unplaced] }));
  const wish = { pricing: true, language: 'fr' } as const;
  const text = (await reportOf(judged, { wish })).text.replace(/\s+/g, ' ');
  expect(text).toContain('État du véhicule : gravement endommagé');
  expect(text).toContain('Impossible à estimer sur photos');
  expect(text.match(/412,50/g)).toHaveLength(1);
  expect(text).not.toContain('Somme des pièces');
  expect(text).not.toMatch(/900,00/);
});
