import { WalkaroundError } from '@walkaround/sdk';
import { expect, test } from 'vitest';
import type { Shot } from './shot-order.ts';
import { isGone, isLost, isNext, outdoneBy } from './shot-order.ts';

const shot = (key: string, about: Partial<Shot> = {}): Shot => ({
  key,
  inspectionId: 'one',
  sightId: null,
  replaces: null,
  description: {} as Shot['description'],
  file: new File([], key),
  state: 'waiting',
  sent: 0,
  problem: null,
  picture: '',
  ...about,
});

const keys = (...names: string[]) => new Set(names);

const failed = (status: number) =>
  Object.assign(Object.create(WalkaroundError.prototype), { status }) as WalkaroundError;

test.each([0, 429, 502, 503, 504])('a photo that met %i is sent again', (status) => {
  expect(isLost(failed(status))).toBe(true);
});

test.each([400, 404, 413, 422, 500])('a photo that met %i is refused for good', (status) => {
  expect(isLost(failed(status))).toBe(false);
});

test('a photo that is not there any more needs no deleting; a mistake of the page is none of the network', () => {
  expect([isGone(failed(404)), isGone(failed(403))]).toEqual([true, false]);
  expect(isLost(new TypeError('undefined is not a function'))).toBe(false);
});

test('a photo waits until it is known to be small enough', () => {
  const shots = [shot('a')];
  expect(isNext(shots[0]!, { shots, unfitted: keys('a'), sending: keys() })).toBe(false);
  expect(isNext(shots[0]!, { shots, unfitted: keys(), sending: keys() })).toBe(true);
});

test.each(['sending', 'checking', 'delayed', 'refused'] as const)('one that is %s is not sent', (state) => {
  const shots = [shot('a', { state })];
  expect(isNext(shots[0]!, { shots, unfitted: keys(), sending: keys() })).toBe(false);
});

test('two photos of one view go one after the other; those of no view do not wait for each other', () => {
  const sending = keys('old', 'free');
  const shots = [
    shot('old', { sightId: 'front' }),
    shot('free'),
    shot('new', { sightId: 'front' }),
    shot('other', { sightId: 'back' }),
    shot('more'),
  ];
  const next = shots.filter(
    (one) => !sending.has(one.key) && isNext(one, { shots, unfitted: keys(), sending }),
  );
  expect(next.map(({ key }) => key)).toEqual(['other', 'more']);
});

test('a new photo of a view takes the place of the one that waits, in its own inspection only', () => {
  const shots = [
    shot('waits', { sightId: 'front' }),
    shot('goes', { sightId: 'front' }),
    shot('elsewhere', { sightId: 'front', inspectionId: 'two' }),
    shot('back', { sightId: 'back' }),
    shot('free'),
  ];
  const outdone = outdoneBy(shot('new', { sightId: 'front' }), { shots, sending: keys('goes') });
  expect(outdone.map(({ key }) => key)).toEqual(['waits']);
});

test('a second photo for one that is to be replaced takes the place of the first; others stay', () => {
  const shots = [shot('first', { replaces: 'image' }), shot('other', { replaces: 'another' }), shot('free')];
  const outdone = outdoneBy(shot('second', { replaces: 'image' }), { shots, sending: keys() });
  expect(outdone.map(({ key }) => key)).toEqual(['first']);
  expect(outdoneBy(shot('none'), { shots, sending: keys() })).toEqual([]);
});
