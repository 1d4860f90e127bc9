import { expect, test } from 'vitest';
import { addressOf, filtersOf, NO_FILTERS, NOBODY, wantedBy } from './use-list-place.ts';

test('the address says only what is not as usual', () => {
  expect(addressOf(NO_FILTERS)).toBe('/');
  expect(addressOf({ ...NO_FILTERS, sort: 'repair_cost', ascending: true, search: 'a b' })).toBe(
    '/?sort=repair_cost&search=a+b&ascending=true',
  );
});

test('a list that was saved is the same list again, day by day', () => {
  const filters = {
    ...NO_FILTERS,
    owner: 'organization' as const,
    type: 'claim',
    person: NOBODY,
    from: '2026-02-28',
    to: '2026-03-31',
    sort: 'repair_cost' as const,
    deleted: true,
  };
  const saved = Object.fromEntries(
    Object.entries(wantedBy(filters)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  expect(filtersOf(saved)).toEqual(filters);
});

test('the last day of a range is in it as a whole', () => {
  const { createdAfter, createdBefore } = wantedBy({ ...NO_FILTERS, from: '2026-03-14', to: '2026-03-14' });
  const hours = (Date.parse(createdBefore!) - Date.parse(createdAfter!)) / 3_600_000;
  expect(hours).toBe(24);
});
