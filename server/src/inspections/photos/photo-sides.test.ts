import { expect, test } from 'vitest';
import type { PartType } from '../parts/parts.ts';
import { hintAbout, isMirrored, resolvedPart } from './photo-sides.ts';

const nothing = hintAbout(null);
const seen = (...parts: PartType[]) => parts.map((part_type) => ({ part_type, weight: 1 }));
const fromLeft = { prediction: 'left', confidence: 0.9 };

test('what a close-up centers on comes before the details of the task, and those before the sight', () => {
  const hint = hintAbout({ centers_on: ['door_front_left', 'front_left'] }, 'back', 'right');
  expect(hint).toEqual({ parts: ['door_front_left'], direction: 'front_left' });
  expect(hintAbout(null, undefined, 'right')).toEqual({ parts: [], direction: 'right' });
  expect(hintAbout({ centers_on: ['dashboard'] }, 'from above', null)).toEqual({
    parts: [],
    direction: null,
  });
});

test('the models took one side for the other when the client says it is the other', () => {
  const right = hintAbout({ centers_on: ['right'] });
  expect(isMirrored(seen('door_front_left', 'wheel_front_left'), right)).toBe(true);
  expect(isMirrored(seen('door_front_right'), right)).toBe(false);
  expect(isMirrored(seen('head_light_left'), right)).toBe(true);
  expect(isMirrored(seen('bumper_front', 'hood'), right)).toBe(false);
});

test('a small part that the models put on the other side changes nothing', () => {
  const left = hintAbout(null, 'left');
  const mixed = [
    { part_type: 'door_front_left', weight: 9 },
    { part_type: 'fender_back_right', weight: 1 },
  ] as const;
  expect(isMirrored(mixed, left)).toBe(false);
  const photo = { mirrored: false, hint: left, viewpoint: null };
  expect(resolvedPart('fender_back_right', photo)).toEqual({
    part_type: 'fender_back_left',
    side_confidence: 1,
  });
});

test('from a corner both lights can be seen: they alone say nothing about the side', () => {
  const corner = hintAbout(null, 'front_right');
  expect(isMirrored(seen('head_light_left', 'hood'), corner)).toBe(false);
  expect(isMirrored(seen('head_light_left', 'door_front_left'), corner)).toBe(true);
});

test('a part that is named and not seen, while its counterpart on the other side is, means the sides are swapped', () => {
  const named = hintAbout({ centers_on: ['mirror_right'] });
  expect(isMirrored(seen('mirror_left'), named)).toBe(true);
  expect(isMirrored(seen('mirror_left', 'mirror_right'), named)).toBe(false);
});

test('a side that nothing else speaks for is half as sure, and left out where there is a name without it', () => {
  const closeUp = { mirrored: false, hint: nothing, viewpoint: null };
  expect(resolvedPart('wheel_front_left', closeUp)).toEqual({ part_type: 'wheel', side_confidence: 0.5 });
  expect(resolvedPart('rocker_panel_right', closeUp)).toMatchObject({ part_type: 'rocker_panel' });
  expect(resolvedPart('door_front_left', closeUp)).toEqual({
    part_type: 'door_front_left',
    side_confidence: 0.5,
  });
  expect(resolvedPart('hood', closeUp)).toEqual({ part_type: 'hood', side_confidence: 1 });
});

test('the direction of the photo speaks for a side, or against it', () => {
  const photo = { mirrored: false, hint: nothing, viewpoint: fromLeft };
  expect(resolvedPart('door_front_left', photo)).toMatchObject({ side_confidence: 0.9 });
  expect(resolvedPart('door_front_right', photo)).toMatchObject({ side_confidence: 0.5 });
  const told = { mirrored: true, hint: hintAbout({ centers_on: ['right'] }), viewpoint: fromLeft };
  expect(resolvedPart('door_front_left', told)).toEqual({
    part_type: 'door_front_right',
    side_confidence: 1,
  });
});

test('seen from a corner, a panel of the corner across is that of the side in sight', () => {
  const from = (prediction: string, confidence = 0.9) => ({
    mirrored: false,
    hint: nothing,
    viewpoint: { prediction, confidence },
  });
  const across = from('back_right');
  expect(resolvedPart('fender_front_left', across)).toEqual({
    part_type: 'fender_front_right',
    side_confidence: 0.5,
  });
  // Of these a bit may be in sight: around the corner, through the panes, or if the direction is wrong.
  expect(resolvedPart('fender_back_left', across).part_type).toBe('fender_back_left');
  expect(resolvedPart('window_front_left', across).part_type).toBe('window_front_left');
  expect(resolvedPart('fender_front_left', from('back')).part_type).toBe('fender_front_left');
  expect(resolvedPart('fender_front_left', from('back_right', 0.7)).part_type).toBe('fender_front_left');
});

test('a side that the client names is sure of the parts that are seen on it', () => {
  const told = { mirrored: false, hint: hintAbout(null, 'front_left'), viewpoint: null };
  expect(resolvedPart('wheel_front_left', told)).toEqual({
    part_type: 'wheel_front_left',
    side_confidence: 1,
  });
  expect(resolvedPart('wheel_front_right', told)).toEqual({ part_type: 'wheel', side_confidence: 0.5 });
});
