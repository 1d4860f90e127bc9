import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isDamage } from '../damages/damage-kinds.ts';
import { DAMAGE_ENTRIES } from '../damages/damage-registry.ts';
import type { Level } from '../records/severity.ts';
import { DAMAGE_TYPES } from '../vocabulary.ts';
import { gradeDamage, gradePart } from './severity.ts';
import { reasonInEnglish } from './severity-reason.ts';

const extent = (share: number, cm: number | null, at_most = false) => ({
  share,
  at_most,
  size_cm: cm === null ? null : { value: cm, min: cm * 0.8, max: cm * 1.25 },
});
const level = (...args: Parameters<typeof gradeDamage>) => gradeDamage(...args).level;
/** With its reason in words. */
const graded = (...args: Parameters<typeof gradeDamage>) => {
  const grade = gradeDamage(...args);
  return { ...grade, reason: reasonInEnglish(grade.reason) };
};

test('what only looks like a damage has no level', () => {
  expect(DAMAGE_TYPES.filter((type) => !isDamage(type))).toEqual([
    'dirt',
    'light_reflection',
    'shadow',
    'car_curve',
  ]);
});

test('the level rises with the share of the part, and with the length', () => {
  const door = 'door_front_left';
  expect([0.005, 0.02, 0.2].map((share) => level('scratch', door, extent(share, 5)))).toEqual([1, 2, 3]);
  expect([14.9, 15, 75].map((cm) => level('scratch', door, extent(0.001, cm)))).toEqual([1, 2, 3]);
  expect([7, 8, 65].map((cm) => level('dent', door, extent(0.001, cm)))).toEqual([1, 2, 3]);
});

test('some are never harmless, some always bad', () => {
  expect(level('rustiness', 'hood', extent(0.0001, 1))).toBe(2);
  expect(level('body_crack', 'bumper_front', extent(0.0001, 1))).toBe(2);
  expect(level('smash', 'hood', null)).toBe(3);
  expect(level('missing_hubcap', 'wheel_front_left', null)).toBe(2);
});

test('a stone chip is not a broken windshield', () => {
  expect(level('broken_glass', 'windshield_front', extent(0.0005, 2))).toBe(1);
  expect(level('broken_glass', 'windshield_front', extent(0.05, 40))).toBe(2);
});

test('a pane or a lamp to replace is moderate, however much of it is broken', () => {
  expect(level('broken_glass', 'windshield_front', extent(0.9, 140))).toBe(2);
  expect(level('broken_light', 'head_light_left', extent(0.9, 50))).toBe(2);
  expect(level('broken_light', 'ignore', null)).toBe(2);
});

test('a dent is high only where the panel is beyond repair', () => {
  expect(level('dent', 'fender_front_left', extent(0.2, 48))).toBe(2);
  expect(level('dent', 'fender_front_left', extent(0.42, 76))).toBe(3);
});

test('the reason says what was measured and from where on the level counts', () => {
  expect(graded('scratch', 'door_front_left', extent(0.031, 20)).reason).toBe(
    'Scratch on the front left door: 3.1 % of the part, about 20 cm (16 to 25). Level 2 from 2 % or 15 cm on.',
  );
  expect(graded('dent', 'hood', extent(0.0001, null))).toEqual({
    level: 1,
    least: 1,
    most: 1,
    reason: 'Dent on the hood: less than 0.1 % of the part. Level 1 below 2 % and 8 cm.',
  });
  expect(graded('smash', 'ignore', null).reason).toBe('Smash: always level 3.');
});

test('where no size is known that is said, and the level of the type is assumed, or one more or less', () => {
  expect(graded('dent', 'hood', null)).toEqual({
    level: 2,
    least: 1,
    most: 3,
    reason: 'Dent on the hood: size unknown. Level 2 is assumed by its type alone.',
  });
});

test('where no size is known, a damage that fills a close-up counts one level more', () => {
  expect(graded('dent', 'ignore', null, { photoShare: 0.3 })).toEqual({
    level: 3,
    least: 1,
    most: 3,
    reason: 'Dent: size unknown. It covers 30.0 % of a close-up. Level 3 is assumed.',
  });
  expect(graded('scratch', 'ignore', null, { photoShare: 0.3 })).toMatchObject({
    level: 2,
    least: 1,
    most: 3,
  });
  expect(graded('scratch', 'ignore', null, { photoShare: 0.1 })).toMatchObject({
    level: 1,
    least: 1,
    most: 2,
  });
  expect(graded('broken_light', 'ignore', null, { photoShare: 0.3 }).reason).not.toContain('close-up');
});

test('a dent or a missing piece destroys its part only on a photo that looks like heavy damage', () => {
  expect(graded('missing_piece', 'bumper_front', extent(0.3, 80), { heavy: 0.11 })).toEqual({
    level: 2,
    least: 2,
    most: 3,
    reason:
      'Missing piece on the front bumper: 30.0 % of the part, about 80 cm (64 to 100). ' +
      'No photo of it looks like heavy damage. Level 2 is assumed.',
  });
  expect(graded('missing_piece', 'ignore', null, { heavy: 0.01 }).reason).toBe(
    'Missing piece: size unknown. No photo of it looks like heavy damage. Level 2 is assumed.',
  );
  expect(level('missing_piece', 'bumper_front', extent(0.3, 80), { heavy: 0.12 })).toBe(3);
  expect(level('dent', 'hood', extent(0.4, 70), { heavy: 0.11 })).toBe(2);
  // No other type, and nothing where no model looked.
  expect(level('misshape', 'hood', extent(0.4, 70), { heavy: 0.01 })).toBe(3);
  expect(level('dent', 'hood', extent(0.4, 70), { heavy: null })).toBe(3);
});

test('a dent of unknown size on a photo that looks like heavy damage is high; one that was measured is what it measures', () => {
  expect(graded('dent', 'hood', null, { heavy: 0.15 })).toEqual({
    level: 3,
    least: 1,
    most: 3,
    reason: 'Dent on the hood: size unknown. A photo of it looks like heavy damage. Level 3 is assumed.',
  });
  expect(level('dent', 'hood', null, { heavy: 0.14 })).toBe(2);
  expect(level('dent', 'hood', extent(0.1, 20), { heavy: 0.9 })).toBe(2);
});

test('the look of its part and the size decide together, in place of the photo as a whole', () => {
  const bumper = (moderate: number, severe: number, heavy: number | null = null) =>
    graded('missing_piece', 'bumper_front', extent(0.3, 80), { heavy, howBad: { moderate, severe } });
  expect(bumper(0.987, 0.904, 0.01)).toEqual({
    level: 3,
    least: 2,
    most: 3,
    reason:
      'Missing piece on the front bumper: 30.0 % of the part, about 80 cm (64 to 100). ' +
      'Level 3 is likeliest by type, size and look.',
  });
  expect(bumper(0.6, 0.02, 0.9).level).toBe(2);
  expect(gradeDamage('dent', 'hood', null, { howBad: { moderate: 0.054, severe: 0.004 } })).toEqual({
    ...{ level: 1, least: 1, most: 2 },
    reason: {
      ...{ damage_type: 'dent', part_type: 'hood', level: 1, code: 'by_look_of_part' },
      ...{ moderate_probability: 0.05, severe_probability: 0 },
    },
  });
  expect(graded('scratch', 'ignore', null, { howBad: { moderate: 0.97, severe: 0.3 } }).reason).toBe(
    'Scratch: size unknown. Level 2 is likeliest by type and look.',
  );
});

test('whatever the part looks like, a type keeps the levels that it can have', () => {
  const severe = { howBad: { moderate: 1, severe: 1 } };
  const harmless = { howBad: { moderate: 0, severe: 0 } };
  expect(graded('smash', 'hood', null, harmless).reason).toBe('Smash on the hood: always level 3.');
  expect(level('broken_light', 'head_light_left', null, severe)).toBe(2);
  expect(level('broken_glass', 'windshield_front', extent(0.9, 140), severe)).toBe(2);
  expect(level('body_crack', 'bumper_front', extent(0.0001, 1), harmless)).toBe(2);
});

test('a close-up that fills the frame with a scratch does not make it a large one', () => {
  const closeUp = graded('scratch', 'door_front_left', extent(0.4, null, true));
  expect(closeUp).toMatchObject({ level: 1, least: 1, most: 3 });
  expect(closeUp.reason).toContain('size unknown, at most 40.0 % of the part');
  // The length is known from the side of the part that is whole.
  expect(gradeDamage('scratch', 'door_front_left', extent(0.4, 9, true))).toMatchObject({
    level: 1,
    most: 1,
  });
  expect(gradeDamage('scratch', 'door_front_left', extent(0.4, 18, true))).toMatchObject({
    level: 2,
    least: 1,
    most: 2,
  });
});

test('where the range of the length goes over a mark, the level may be the next', () => {
  const door = 'door_front_left';
  expect(gradeDamage('scratch', door, extent(0.001, 14))).toMatchObject({ level: 1, least: 1, most: 2 });
  expect(gradeDamage('scratch', door, extent(0.001, 16))).toMatchObject({ level: 2, least: 1, most: 2 });
  // Its share alone makes it so.
  expect(gradeDamage('scratch', door, extent(0.03, 16))).toMatchObject({ level: 2, least: 2, most: 2 });
});

test('a part is as bad as its worst damage, and three on one part are a level worse', () => {
  const one = (given: Level) => {
    const cm = { 1: 5, 2: 18, 3: 80 }[given];
    return gradeDamage('dent', 'hood', extent(0.001, cm));
  };
  const sentence = (...levels: Level[]) => {
    const { level: worst, reason } = gradePart(levels.map(one));
    return `${worst}: ${reasonInEnglish(reason)}`;
  };
  const alone = reasonInEnglish(one(2).reason);
  expect(sentence(2)).toBe(`2: ${alone}`);
  expect(sentence(1, 2)).toBe(`2: The worst of 2 damages: ${alone}`);
  expect(sentence(2, 2, 1)).toBe(`2: The worst of 3 damages: ${alone}`);
  expect(sentence(1, 1, 1)).toBe(
    `2: The worst of 3 damages: ${reasonInEnglish(one(1).reason)} 3 or more damages on one part count more than each of them.`,
  );
  expect(gradePart([one(3), one(3), one(3)]).level).toBe(3);
});

test('the table in the docs is the one that is used', async () => {
  const docs = await readFile(new URL('../../../../docs/severity.md', import.meta.url), 'utf8');
  const from = (mark?: { share: number; cm: number }) =>
    mark ? `${100 * mark.share} % or ${mark.cm} cm` : '–';
  const rows = Object.entries(DAMAGE_ENTRIES).map(
    ([
      type,
      {
        scale: { least, usual, two, three },
      },
    ]) => `| ${type.replaceAll('_', ' ')} | ${least} | ${usual} | ${from(two)} | ${from(three)} |`,
  );
  expect(docs).toContain(rows.join('\n'));
});
