import { expect, test } from 'vitest';
import type { PartType } from '../../parts/parts.ts';
import type { DetectedDamage } from '../../photos/detections.ts';
import { box, damage, part, photo } from '../../photos/test-photos.ts';
import { DOOR, far, found, near, viewsOf } from '../test-damages.ts';

const LAMP = 'head_light_left';
const dent = damage('dent', DOOR, box(440, 440, 80, 80), 0.8);
const scratchBelow = damage('scratch', DOOR, box(440, 560, 80, 20), 0.9);
const onDoor = (image_id: string, ...damages: DetectedDamage[]) => photo(image_id, [far], damages);

test('a dent and the scratch beside it on one panel are one damage, with the outlines of both', () => {
  const damages = found(onDoor('a', dent, scratchBelow));
  expect(damages).toMatchObject([
    { damage_type: 'dent', part_types: [DOOR], score: 0.8, evidence: { other_types: ['scratch'] } },
  ]);
  expect(damages[0]!.views).toMatchObject([{ bounding_box: box(440, 440, 80, 140) }]);
});

test('so are they where several photos show both', () => {
  const damages = found(onDoor('a', dent, scratchBelow), onDoor('b', dent, scratchBelow));
  expect(viewsOf(damages)).toEqual([['a', 'b']]);
});

test('a lamp that one photo shows broken and another with a piece gone is one damage', () => {
  const seen = (image_id: string, type: string, x: number) =>
    photo(image_id, [part(LAMP, box(x, 400, 200, 200))], [damage(type, LAMP, box(x + 20, 420, 150, 150))]);
  const [only, ...more] = found(
    seen('a', 'broken_light', 100),
    seen('b', 'missing_piece', 500),
    seen('c', 'broken_light', 600),
  );
  expect(more).toEqual([]);
  expect(only!.views).toHaveLength(3);
});

test('two that a photo shows apart are two: they lie farther from one another than they are long', () => {
  const [left, right] = [420, 560].map((x) => damage('scratch', DOOR, box(x, 480, 30, 20)));
  expect(found(onDoor('a', left!, right!))).toHaveLength(2);
  expect(found(onDoor('a', left!, { ...right!, damage_type: 'dent' }))).toHaveLength(2);
});

test('two at different places of a panel that photos show as a whole are two', () => {
  const above = damage('dent', DOOR, box(345, 220, 60, 60));
  expect(found(onDoor('a', scratchBelow), photo('b', [near], [above]))).toHaveLength(2);
});

test('what no hit leaves, and what lies on a bumper or on a wheel that could be any, stays by itself', () => {
  const rust = { ...scratchBelow, damage_type: 'rustiness' };
  expect(found(onDoor('a', dent, rust))).toHaveLength(2);
  const onto = (name: PartType, ...finds: DetectedDamage[]) =>
    found(
      photo(
        'a',
        [part(name, far.bounding_box)],
        finds.map((find) => ({ ...find, part_type: name })),
      ),
    );
  expect(onto('hood', dent, scratchBelow)).toHaveLength(1);
  expect(onto('bumper_front', dent, scratchBelow)).toHaveLength(2);
});
