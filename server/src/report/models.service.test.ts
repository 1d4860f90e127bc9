import { expect, test } from 'vitest';
import type { ReportLanguage } from '../inspections/vocabulary.ts';
import * as given from './test-inspection.ts';
import { reportOf } from './test-report.ts';

test('models for evaluation and research only are named as such, on the first page and where models are listed', async () => {
  const terms = [
    { name: 'damage', version: '3.1.0', licence: 'Weights for evaluation.', use: 'evaluation_and_research' },
  ] as const;
  const sentences = {
    en: 'for evaluation and research only, not cleared for other use: damage search.',
    fr: 'réservés à l’évaluation et à la recherche, sans autorisation pour un autre usage : recherche de dommages.',
    de: 'nur für Erprobung und Forschung bestimmt und für andere Nutzung nicht freigegeben: Schadensuche.',
    es: 'solo para evaluación e investigación, sin autorización para otro uso: búsqueda de daños.',
  } as const;
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  for (const [language, sentence] of Object.entries(sentences)) {
    const wish = { language: language as ReportLanguage };
    const { text, pages } = await reportOf(given.priced(), { wish, terms: [...terms] });
    expect(plain(pages[0]!)).toContain(sentence);
    expect(plain(text).split(sentence)).toHaveLength(3);
  }
  const free = await reportOf(given.priced(), {
    terms: [{ ...terms[0], licence: 'MIT: ours.', use: 'any' }],
  });
  expect(plain(free.text)).toContain('Damage search damage 3.1.0 MIT: ours.');
  expect(plain(free.text)).not.toContain('evaluation');
});

test('the model that judged the vehicle as a whole is named with its terms', async () => {
  const judged = given.priced();
  const vehicle_state = { state: 'severe', probability: 0.9, heavy: 0.9, airbag: false } as const;
  const model = { name: 'state', version: '1.0.0' };
  judged.images = [given.image({ vehicle_state: { ...vehicle_state, model } })];
  const terms = [{ ...model, licence: 'Weights for evaluation.', use: 'evaluation_and_research' }] as const;
  const { pages } = await reportOf(judged, { terms: [...terms] });
  expect(pages[0]!.replace(/\s+/g, ' ')).toContain(
    'not cleared for other use: assessment of the whole vehicle.',
  );
});

test('the model that named the part of a damage is named with its terms', async () => {
  const named = given.priced();
  const model = { name: 'close_up_parts', version: '1.0.0' };
  const evidence = { best_score: 0.9, threshold: 0.4, photos_against: [], part_confidence: 0.9 };
  named.damages = named.damages.map((damage) => ({
    ...damage,
    evidence: { ...evidence, part_model: model },
  }));
  const terms = [{ ...model, licence: 'Weights for evaluation.', use: 'evaluation_and_research' }] as const;
  const { text } = await reportOf(named, { terms: [...terms] });
  expect(text.replace(/\s+/g, ' ')).toContain('not cleared for other use: part recognition on close-ups.');
});
