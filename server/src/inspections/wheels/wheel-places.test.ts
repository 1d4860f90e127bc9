import { describe, expect, it } from 'vitest';
import { combineFinds } from '../photos/combine-finds.ts';
import { box, findsOf, part as partAt, photo } from '../photos/test-photos.ts';
import { withWheelPlaces } from './wheel-places.ts';

/** A part by its name and the left and right end of its box. */
const part = (part_type: string, left: number, right: number) => ({
  part_type,
  score: 0.9,
  bounding_box: { xmin: left, ymin: 0, width: right - left, height: 10 },
  polygons: [],
});
const placesIn = (...parts: ReturnType<typeof part>[]) =>
  withWheelPlaces(parts)
    .map((seen) => seen.part_type)
    .filter((type) => type.startsWith('wheel'));

describe('a wheel', () => {
  it('on the right flank is the front one when it is at the right of the doors', () => {
    const doors = [part('door_back_right', 40, 60), part('door_front_right', 60, 80)];
    expect(placesIn(...doors, part('wheel', 20, 38), part('wheel', 82, 100))).toEqual([
      'wheel_back_right',
      'wheel_front_right',
    ]);
  });

  it('beyond the bumper is that of the far side', () => {
    const corner = [part('bumper_front', 10, 50), part('door_front_left', 70, 90)];
    expect(placesIn(...corner, part('wheel', 50, 68), part('wheel', 6, 12))).toEqual([
      'wheel_front_left',
      'wheel_front_right',
    ]);
  });

  it.each([
    ['bumper_front', ['wheel_front_right', 'wheel_front_left']],
    ['bumper_back', ['wheel_back_left', 'wheel_back_right']],
  ])('under a %s alone takes its side from the side of the picture', (bumper, places) => {
    expect(placesIn(part(bumper, 10, 90), part('wheel', 12, 20), part('wheel', 80, 88))).toEqual(places);
  });

  it('beside a single light is on the side of the light', () => {
    expect(placesIn(part('head_light_left', 10, 30), part('wheel', 35, 60))).toEqual(['wheel_front_left']);
  });

  it('with nothing around it stays just a wheel', () => {
    expect(placesIn(part('wheel', 10, 40))).toEqual(['wheel']);
  });

  it('never has the place of another one', () => {
    const doors = [part('door_front_left', 40, 60), part('door_back_left', 60, 80)];
    expect(placesIn(...doors, part('wheel', 10, 30), part('wheel', 31, 36))).toEqual([
      'wheel_front_left',
      'wheel',
    ]);
  });

  it('has its place from the parts around it, and so has what was seen on it', () => {
    const wheels = [box(100, 500, 150, 200), box(700, 500, 150, 200)];
    const { detections } = photo(
      'left',
      [
        partAt('wheel', wheels[0]!),
        partAt('door_front_left', box(280, 300, 200, 300)),
        partAt('door_back_left', box(480, 300, 200, 300)),
        partAt('wheel', wheels[1]!),
      ],
      [],
    );
    const attributes = { rim_material: { prediction: 'aluminium', confidence: 0.9 } };
    const finds = {
      ...findsOf(detections),
      wheels: { wheels: wheels.map((bounding_box) => ({ bounding_box, attributes })) },
    };
    const together = combineFinds(detections, finds, {});
    const places = ['wheel_front_left', 'wheel_back_left'];
    expect(together.wheels!.map(({ part_type }) => part_type)).toEqual(places);
    expect(together.parts!.map(({ part_type }) => part_type)).toEqual(expect.arrayContaining(places));
    expect(finds.parts.parts[0]!.part_type).toBe('wheel');
  });
});
