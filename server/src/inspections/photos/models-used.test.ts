import { expect, test } from 'vitest';
import { modelsUsed } from './models-used.ts';

test('on an intact vehicle the model that looked for damages is named beside the one that judged its state', () => {
  const [state, damage] = [
    { name: 'state', version: '1.1.0' },
    { name: 'damage', version: '1.6.0' },
  ];
  const judged = {
    state: 'intact',
    probability: 0.9,
    heavy: 0,
    airbag: false,
    model: state,
    searched_by: damage,
  };
  // Only what models have found is read.
  const photos = [judged, judged, null].map((vehicle_state) => ({ wheels: [], vehicle_state }));
  const inspection = { damages: [], views: [], documents: [], images: photos } as never;
  expect(modelsUsed(inspection)).toEqual([damage, state]);
});

test('the models that named the part of a damage and told how bad it is are named', () => {
  const [parts, states] = [
    { name: 'parts', version: '1.3.0' },
    { name: 'part_states', version: '1.1.0' },
  ];
  const damages = [{ evidence: { part_model: parts, how_bad: { model: states } } }, { evidence: null }];
  expect(modelsUsed({ damages, views: [], documents: [], images: [] } as never)).toEqual([states, parts]);
});
