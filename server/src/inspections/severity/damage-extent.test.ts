import { expect, test } from 'vitest';
import { box } from '../photos/test-photos.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import { extentOn, shareOfCloseUp } from './damage-extent.ts';

const PHOTOS = new Map(['near', 'far', 'cut'].map((id) => [id, { id, width: 1000, height: 1000 }]));

const outlined = (image_id: string, where: BoundingBox) => {
  const { xmin, ymin, width, height } = where;
  const ring: Polygon = [
    [xmin, ymin],
    [xmin + width, ymin],
    [xmin + width, ymin + height],
    [xmin, ymin + height],
  ];
  return { image_id, bounding_box: where, polygons: [ring] };
};
const DOOR = 'door_front_left';

test('the share is that of the part, however near the camera was', () => {
  const near = extentOn(
    DOOR,
    [outlined('near', box(300, 300, 80, 50))],
    [outlined('near', box(100, 100, 800, 500))],
    PHOTOS,
  );
  const far = extentOn(
    DOOR,
    [outlined('far', box(420, 420, 16, 10))],
    [outlined('far', box(400, 400, 160, 100))],
    PHOTOS,
  );
  expect(near).toMatchObject({ share: 0.01, at_most: false });
  expect(far!.share).toBeCloseTo(near!.share);
  expect(far!.size_cm).toEqual(near!.size_cm);
});

test('the length is in centimeters of a typical part, with a range', () => {
  // A tenth of a door of 108 × 75 cm each way: 10.8 by 7.5 cm, at most 13.1 from corner to corner.
  const extent = extentOn(
    DOOR,
    [outlined('near', box(300, 300, 80, 50))],
    [outlined('near', box(100, 100, 800, 500))],
    PHOTOS,
  );
  expect(extent!.size_cm!.value).toBeCloseTo(13.1, 0);
  expect(extent!.size_cm!.min).toBeCloseTo(13.1 * 0.8, 0);
  expect(extent!.size_cm!.max).toBeCloseTo(13.1 * 1.25, 0);
});

test('what lies beside the part counts neither for the share nor for the length', () => {
  const half = outlined('near', box(860, 300, 80, 50));
  const extent = extentOn(DOOR, [half], [outlined('near', box(100, 100, 800, 500))], PHOTOS);
  expect(extent!.share).toBeCloseTo(0.005);
  // Half of it lies on the door: 5.4 by 7.5 cm.
  expect(extent!.size_cm!.value).toBeCloseTo(9.2, 0);
});

test('a line has a length, though no area', () => {
  const line = outlined('near', box(300, 300, 80, 0));
  const extent = extentOn(DOOR, [line], [outlined('near', box(100, 100, 800, 500))], PHOTOS);
  expect(extent!.size_cm!.value).toBeCloseTo(10.8, 0);
});

test('a part that is cut off gives a bound, and is measured by the side that is whole', () => {
  const damage = outlined('cut', box(300, 300, 80, 8));
  const extent = extentOn(DOOR, [damage], [outlined('cut', box(0, 200, 1000, 500))], PHOTOS);
  expect(extent).toMatchObject({ at_most: true });
  expect(extent!.size_cm!.value).toBeCloseTo((80 * 75) / 500, 0);
  const corner = extentOn(DOOR, [damage], [outlined('cut', box(0, 0, 1000, 1000))], PHOTOS);
  expect(corner).toMatchObject({ at_most: true, size_cm: null });
});

test('a bumper tells no length where it bends around the corner, only a share', () => {
  const photos = (prediction: string) =>
    new Map([['near', { id: 'near', width: 1000, height: 1000, viewpoint: { prediction } }]]);
  const damage = [outlined('near', box(500, 300, 100, 10))];
  const bumper = [outlined('near', box(200, 200, 430, 250))];
  const extentFrom = (viewpoint: string) => extentOn('bumper_back', damage, bumper, photos(viewpoint))!;
  expect(extentFrom('back').size_cm!.value).toBeCloseTo((100 * 172) / 430, 0);
  expect(extentFrom('back_left')).toMatchObject({ size_cm: null, at_most: false });
  expect(extentFrom('back_left').share).toBeCloseTo((100 * 10) / (430 * 250), 3);
  const nobodyKnows = new Map([['near', { id: 'near', width: 1000, height: 1000, viewpoint: null }]]);
  expect(extentOn('bumper_back', damage, bumper, nobodyKnows)!.size_cm).toBeNull();
});

test('of several photos the one that shows the whole part, and shows it largest, is believed', () => {
  const damages = [
    outlined('cut', box(300, 300, 400, 300)),
    outlined('far', box(420, 420, 16, 10)),
    outlined('near', box(300, 300, 80, 60)),
  ];
  const parts = [
    outlined('cut', box(0, 0, 1000, 1000)),
    outlined('far', box(400, 400, 160, 100)),
    outlined('near', box(100, 100, 800, 500)),
  ];
  expect(extentOn(DOOR, damages, parts, PHOTOS)).toMatchObject({ share: 0.012, at_most: false });
});

test('a box around a damage is a bound, and no photo of both tells nothing', () => {
  const boxed = { ...outlined('near', box(300, 300, 80, 50)), polygons: [] };
  const part = outlined('near', box(100, 100, 800, 500));
  expect(extentOn(DOOR, [boxed], [part], PHOTOS)).toMatchObject({ share: 0.01, at_most: true });
  expect(extentOn(DOOR, [boxed], [outlined('far', box(1, 1, 9, 9))], PHOTOS)).toBeNull();
  expect(extentOn('interior', [boxed], [part], PHOTOS)!.size_cm).toBeNull();
});

test('its share of the photo is told of a close-up only', () => {
  const photos = new Map([
    ['near', { id: 'near', width: 1000, height: 1000, viewpoint: null }],
    ['far', { id: 'far', width: 1000, height: 1000, viewpoint: { prediction: 'left', confidence: 0.9 } }],
  ]);
  const near = outlined('near', box(100, 100, 500, 500));
  expect(shareOfCloseUp([near], photos)).toBe(0.25);
  expect(shareOfCloseUp([near, outlined('far', box(100, 100, 20, 20))], photos)).toBeNull();
  expect(shareOfCloseUp([], photos)).toBeNull();
});

test('what hides a piece of the part makes no damage longer: the shortest length counts', () => {
  const whole = [outlined('near', box(300, 300, 80, 50)), outlined('near', box(100, 100, 800, 500))] as const;
  // Behind a wheel a third of the door is seen, as if that were all of it.
  const hidden = [outlined('far', box(300, 300, 80, 50)), outlined('far', box(290, 100, 266, 500))] as const;
  const alone = extentOn(DOOR, [whole[0]], [whole[1]], PHOTOS);
  expect(extentOn(DOOR, [hidden[0]], [hidden[1]], PHOTOS)!.size_cm!.value).toBeGreaterThan(30);
  expect(extentOn(DOOR, [whole[0], hidden[0]], [whole[1], hidden[1]], PHOTOS)!.size_cm).toEqual(
    alone!.size_cm,
  );
});

test('a close-up that shows a corner of the part takes no length away that a wider photo tells', () => {
  const closeUp = outlined('near', box(300, 300, 400, 300));
  const corner = outlined('near', box(0, 0, 1000, 1000));
  const wide = outlined('cut', box(300, 300, 80, 8));
  const cut = outlined('cut', box(0, 200, 1000, 500));
  const alone = extentOn(DOOR, [wide], [cut], PHOTOS)!;
  expect(alone.size_cm).not.toBeNull();
  expect(extentOn(DOOR, [closeUp], [corner], PHOTOS)!.size_cm).toBeNull();
  expect(extentOn(DOOR, [closeUp, wide], [corner, cut], PHOTOS)).toEqual(alone);
});
