import { expect, test } from 'vitest';
import { TASK_NAMES, WHEEL_NAMES } from '../vocabulary.ts';
import { expectedParts, viewOf } from './sight-views.ts';
import { SIGHTS, type Sight, sight, viewpointOf } from './sights.ts';
import { VIEWPOINTS, viewpointAt } from './viewpoints.ts';

const known = (id: string): Sight => sight(id)!;

test('all 449 published sights are known, and the 30 that were dropped on the way', () => {
  expect(SIGHTS).toHaveLength(479);
  expect(new Set(SIGHTS.map(({ id }) => id)).size).toBe(479);
  for (const { id, position, tasks, wheel_name, vehicle, vehicle_type } of SIGHTS) {
    expect(position, id).toBeGreaterThanOrEqual(0);
    expect(position, id).toBeLessThan(360);
    for (const task of tasks) expect(TASK_NAMES, id).toContain(task);
    expect([null, ...WHEEL_NAMES], id).toContain(wheel_name);
    expect(vehicle_type === null, id).toBe(vehicle === 'all');
  }
});

/** Per vehicle: those of the published list, and how many of the earlier generation's it no longer has. */
test.each([
  ['all', 46, 1],
  ['audia7', 14, 0],
  ['fesc20', 38, 4],
  ['ff150', 36, 4],
  ['ffocus18', 39, 4],
  ['ftransit18', 36, 4],
  ['haccord', 40, 4],
  ['jgc21', 37, 4],
  ['man12', 8, 0],
  ['teslac', 13, 0],
  ['teslam3', 13, 0],
  ['teslams', 13, 0],
  ['teslamx', 13, 0],
  ['teslamy', 13, 0],
  ['tsienna20', 36, 4],
  ['vwtroc', 54, 1],
])('%s has %i published sights and %i dropped ones', (vehicle, published, dropped) => {
  expect(SIGHTS.filter((one) => one.vehicle === vehicle)).toHaveLength(published + dropped);
});

test('each kind of sight is for its tasks', () => {
  const counts = Object.groupBy(SIGHTS, ({ tasks }) => tasks.join(' '));
  expect(Object.fromEntries(Object.entries(counts).map(([tasks, those]) => [tasks, those!.length]))).toEqual({
    damage_detection: 268,
    'damage_detection wheel_analysis': 105,
    // Of these, 28 and 2 are dropped ones.
    wheel_analysis: 28 + 28,
    compliances: 44 + 2,
    'compliances wheel_analysis': 4,
  });
});

test.each([
  ['haccord-8YjMcu0D', 'front'],
  ['haccord-2a8VfA8m', 'front_left'],
  ['haccord-QKfhXU7o', 'front_left'],
  ['haccord-GdWvsqrm', 'back_left'],
  ['haccord-6kYUBv_e', 'back'],
  ['haccord-Jq65fyD4', 'back_right'],
  ['haccord-PGr3RzzP', 'right'],
  ['haccord-EfRIciFr', 'front_right'],
  ['ff150--xPZZd83', 'back_left'],
  ['all-IqwSM3', null],
  ['all-sLu0CfOt', null],
  ['all-9cw4tn4s', 'left'],
])('the sight %s is taken from %s', (id, viewpoint) => {
  expect(viewpointOf(known(id))).toBe(viewpoint);
});

test('wherever a label names the end or the side, the sight stands there', () => {
  const mirrored = SIGHTS.filter(({ label, position }) => label === 'lateral-left' && position > 180);
  expect(mirrored).toHaveLength(7);
  for (const each of SIGHTS) {
    const viewpoint = viewpointOf(each);
    if (viewpoint === null || mirrored.includes(each)) continue;
    const side = /(left|right)/.exec(each.label)?.[0];
    if (side) expect(viewpoint, `${each.id} ${each.label}`).toMatch(new RegExp(`(^|_)${side}$`));
    const end = /^(front|rear)(?!.*(wheel|tire|penny|door|low-|lateral))/.exec(each.label)?.[1];
    const ends = { front: /^(front|left|right)/, rear: /^(back|left|right)/ };
    if (end) expect(viewpoint, `${each.id} ${each.label}`).toMatch(ends[end as 'front' | 'rear']);
  }
});

test('a named wheel is on the side from which it is seen', () => {
  const wheels = SIGHTS.filter(({ wheel_name }) => wheel_name !== null);
  expect(wheels).toHaveLength(68);
  for (const each of wheels) {
    expect(viewpointOf(each), each.id).toBe(each.wheel_name!.endsWith('left') ? 'left' : 'right');
    expect(viewOf(each), each.id).toMatchObject({ framing: 'detail', center: each.wheel_name });
  }
});

test('sights are found by the short ids of generation 3 too, and unknown ones are not', () => {
  expect(sight('IqwSM3')).toBe(known('all-IqwSM3'));
  expect(sight('vLcBGkeh')).toMatchObject({ id: 'vwtroc-vLcBGkeh', position: 0 });
  expect(sight('I0cOpT1e')?.vehicle).toBe('audia7');
  expect(sight('fesc20-KdA8FE02')?.wheel_name).toBe('wheel_front_left');
  for (const id of ['', 'sight-1', 'QKfhXU7o', '__proto__']) expect(sight(id), id).toBeNull();
});

test('every short id of generation 3 means one sight, as does the id with the vehicle in front', () => {
  const short = SIGHTS.filter(({ vehicle }) => ['all', 'vwtroc', 'audia7'].includes(vehicle));
  expect(short).toHaveLength(47 + 55 + 14);
  for (const each of short) {
    expect(sight(each.id.slice(each.vehicle.length + 1)), each.id).toBe(each);
    expect(sight(each.id)).toBe(each);
  }
});

/** The ids of generation 3 that look like the beginning of a UUID. */
test.each(
  '1c89235c 35104fb6 356a10ca 50eebfb7 526bc540 545d81e5 602375f5 6f747948 76822eac 7af3fb1f 87539411 96fee1d8 98d26745 9c2d7b19 ad16621c e7663823 ed8a75b6 ff87ff59'.split(
    ' ',
  ),
)('the sight %s of generation 3 shows the inside', (id) => {
  expect(sight(id)).toMatchObject({ category: 'interior', vehicle: 'all' });
  expect(viewpointOf(known(id))).toBeNull();
});

test('what a sight shows: the whole vehicle, a stretch of it, one thing, or the inside', () => {
  expect(viewOf(known('haccord-PGr3RzzP'))).toMatchObject({ framing: 'whole', viewpoint: 'right' });
  expect(viewOf(known('haccord-2a8VfA8m'))).toMatchObject({ framing: 'section', wide: true, expected: [] });
  expect(viewOf(known('haccord-DUPnw5jj'))).toMatchObject({
    framing: 'section',
    wide: false,
    center: 'hood',
  });
  expect(viewOf(known('haccord-cXSAj2ez')).center).toBe('door_front_right');
  expect(viewOf(known('all-rSvk2C'))).toMatchObject({ framing: 'inside', viewpoint: null, center: null });
  expect(viewOf(known('ftransit18-wyXf7MTv')).framing).toBe('section');
  expect(viewOf(known('man12-u8GNhGqe'))).toMatchObject({ framing: 'whole', expected: [] });
});

test('the parts seen from the right are those seen from the left, on the other side', () => {
  expect(expectedParts('front_right')).toContain('head_light_right');
  expect(expectedParts('right')).toContain('door_front_right');
  for (const viewpoint of VIEWPOINTS) expect(expectedParts(viewpoint).length).toBeGreaterThanOrEqual(4);
});

test('every direction around the vehicle is one of the eight', () => {
  const around = Array.from({ length: 360 }, (_, degrees) => viewpointAt(degrees));
  expect(around.filter((viewpoint, i) => viewpoint !== around.at(i - 1))).toEqual([
    'front_left',
    'left',
    'back_left',
    'back',
    'back_right',
    'right',
    'front_right',
    'front',
  ]);
});
