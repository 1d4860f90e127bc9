import { expect, test } from 'vitest';
import { compare, drawsOf } from './bootstrap.ts';
import { figureKinds } from './figures.ts';
import type { GateResult } from './gate-file.ts';
import { pageOf } from './page.ts';
import { outcomeOf } from './verdict.ts';

const pairs = Array.from({ length: 30 }, (_, n) => ({
  installed: { 'findings.recall': { count: n % 2, of: 2 }, 'findings.dent.recall': { count: 0, of: 1 } },
  candidate: { 'findings.recall': { count: 1, of: 2 }, 'findings.dent.recall': { count: 1, of: 1 } },
}));

const RESULT: GateResult = {
  format: 1,
  verdict: 'undecided',
  reasons: ['Too few cases to judge "photos without damage that show a finding": 3, and 20 are needed. <b>'],
  candidate: { sha256: 'c'.repeat(64), version: '1.4.0-own.20261117' },
  installed: { sha256: 'a'.repeat(64), version: '1.4.0' },
  measured_at: '2026-11-17T01:00:00.000Z',
  speed: { installed_ms: 321, candidate_ms: 320, photos: 12, ratio: { value: 0.997, low: 0.91, high: 1.08 } },
  sets: [
    {
      ...{ name: 'own', vehicles: 30, photos: 60, inspections: 31, damages: 90 },
      figures: figureKinds(['dent', 'scratch']).map((kind) => {
        const compared = compare(pairs, kind.id, drawsOf(30, 100, 1), 0.95);
        return { ...kind, ...compared, outcome: outcomeOf(kind, compared) };
      }),
    },
  ],
};

test('the page says the verdict, its reasons, both versions and every figure that has cases', () => {
  const page = pageOf(RESULT, []);
  for (const said of [
    'Undecided: too little data',
    '1.4.0-own.20261117',
    '30 vehicles, 31 inspections, 60 photos',
    '321 ms',
  ])
    expect(page).toContain(said);
  expect(page).toContain('3, and 20 are needed. &lt;b&gt;');
  expect(page).toContain('dent: labeled places that findings meet');
  // Nobody labeled a scratch: there is nothing to show of it.
  expect(page).not.toContain('scratch: labeled places');
  expect(page).toContain('<tr class="better">');
});

test('the page loads nothing from outside, has a dark form, and names a text for every picture', () => {
  const picture = 'data:image/jpeg;base64,AAAA';
  const page = pageOf(RESULT, [
    { caption: '1 labeled place more found', installed: picture, candidate: picture },
  ]);
  expect(page).not.toMatch(/(?:src|href)="(?!data:)/);
  expect(page).not.toMatch(/<script|@import|url\(/);
  expect(page).toContain('prefers-color-scheme:dark');
  expect(page.match(/<img /g)).toHaveLength(2);
  expect(page.match(/<img [^>]*alt="[^"]+"/g)).toHaveLength(2);
  expect(page).toContain('1 labeled place more found');
});
