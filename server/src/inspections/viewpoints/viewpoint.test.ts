import { describe, expect, it } from 'vitest';
import { cornersOf } from '../geometry/polygons.ts';
import { resolvedViewpoint, viewpointFrom } from './viewpoint.ts';

/** A part by its name and its box's corners. */
const part = (part_type: string, xmin: number, ymin: number, right: number, bottom: number) => {
  const bounding_box = { xmin, ymin, width: right - xmin, height: bottom - ymin };
  return { part_type, score: 0.95, bounding_box, polygons: [cornersOf(bounding_box)] };
};

const front = [
  part('windshield_front', 100, 20, 300, 80),
  part('hood', 90, 80, 310, 130),
  part('bumper_front', 80, 130, 320, 220),
  part('head_light_right', 85, 130, 130, 155),
  part('head_light_left', 270, 130, 315, 155),
];
const left = [
  part('door_front_left', 120, 60, 220, 160),
  part('door_back_left', 220, 60, 310, 160),
  part('wheel_front_left', 60, 130, 120, 190),
  part('wheel_back_left', 310, 130, 370, 190),
  part('head_light_left', 20, 100, 40, 115),
];
const frontLeft = [
  part('windshield_front', 110, 30, 240, 80),
  part('hood', 60, 80, 200, 120),
  part('bumper_front', 40, 120, 180, 200),
  part('head_light_left', 150, 110, 190, 135),
  part('door_front_left', 230, 60, 300, 180),
  part('door_back_left', 300, 60, 350, 170),
  part('wheel_front_left', 185, 130, 230, 210),
];

/** The same parts seen in a mirror: left is right, on the picture and in the names. */
const mirrored = (parts: ReturnType<typeof part>[]) =>
  parts.map(({ part_type, bounding_box: { xmin, ymin, width, height } }) =>
    part(
      part_type.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left')),
      400 - xmin - width,
      ymin,
      400 - xmin,
      ymin + height,
    ),
  );

describe('the viewpoint', () => {
  it.each([
    ['front', front],
    ['left', left],
    ['front_left', frontLeft],
    ['right', mirrored(left)],
    ['front_right', mirrored(frontLeft)],
  ])('%s is told from the parts', (viewpoint, parts) => {
    const seen = viewpointFrom(parts)!;
    expect(seen.prediction).toBe(viewpoint);
    expect(seen.confidence).toBeGreaterThan(0.5);
    expect(Object.values(seen.probabilities).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });

  it('is not told from a single part, or from none', () => {
    expect(viewpointFrom([part('door_front_left', 0, 0, 400, 300)])).toBeNull();
    expect(viewpointFrom([])).toBeNull();
  });
});

describe('of two opinions on the viewpoint', () => {
  const fromParts = viewpointFrom(frontLeft)!;
  const nowhere = Object.fromEntries(Object.keys(fromParts.probabilities).map((one) => [one, 0]));
  const split = (told: Record<string, number>): typeof fromParts => ({
    prediction: Object.keys(told)[0] as 'front',
    confidence: Math.max(...Object.values(told)),
    probabilities: { ...nowhere, ...told } as typeof fromParts.probabilities,
  });

  it('that of the network which sees the whole photo counts', () => {
    const fromPhoto = { prediction: 'left', confidence: 0.8 };
    const chances = { left: 0.9, front_left: 0.08, close_up: 0.02 };
    const probabilities = expect.objectContaining({ left: 0.9, front_left: 0.08, back: 0 });
    expect(resolvedViewpoint(fromParts, fromPhoto, chances)).toEqual({ ...fromPhoto, probabilities });
    expect(resolvedViewpoint(null, fromPhoto)).toMatchObject(fromPhoto);
  });

  it('that of the parts counts where they are sure of the opposite: a corner looks like the one across from it', () => {
    const opposite = { prediction: 'back_right', confidence: 0.9 };
    expect(resolvedViewpoint(fromParts, opposite)).toEqual(fromParts);
    expect(resolvedViewpoint(fromParts, { ...opposite, prediction: 'back_left' })).toMatchObject({
      prediction: 'back_left',
    });
    expect(resolvedViewpoint(split({ front_left: 0.6, back_left: 0.3 }), opposite)).toMatchObject(opposite);
  });

  it('so it does where they only doubt which of the directions across it is', () => {
    const halves = split({ front: 0.48, front_left: 0.42 });
    expect(resolvedViewpoint(halves, { prediction: 'back_right', confidence: 0.6 })).toEqual(halves);
  });

  it('that of the parts counts where the network is not sure, or not there', () => {
    expect(resolvedViewpoint(fromParts, { prediction: null, confidence: 0.3 })).toMatchObject({
      prediction: 'front_left',
    });
    expect(resolvedViewpoint(fromParts, null)).toMatchObject({ prediction: 'front_left' });
    expect(resolvedViewpoint(null, null)).toBeNull();
  });

  it('neither counts on a close-up or inside: there is no direction to tell', () => {
    expect(resolvedViewpoint(fromParts, { prediction: 'close_up', confidence: 0.9 })).toBeNull();
    expect(resolvedViewpoint(fromParts, { prediction: 'interior', confidence: 0.9 })).toBeNull();
  });
});
