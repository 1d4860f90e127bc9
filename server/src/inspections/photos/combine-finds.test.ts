import { expect, test } from 'vitest';
import { combineFinds } from './combine-finds.ts';
import { box, findsOf, part, photo } from './test-photos.ts';

test('panes alone are seen from inside or from close by: such a photo shows no side of the vehicle', () => {
  const pane = part('windshield_back', box(100, 100, 700, 400));
  const asBack = { attributes: { viewpoint: { prediction: 'back', confidence: 0.57 } }, viewpoints: {} };
  const viewpointOf = (...parts: (typeof pane)[]) => {
    const { detections } = photo('a', parts, []);
    return combineFinds(detections, { ...findsOf(detections), photo: asBack }, {}).viewpoint;
  };
  expect(viewpointOf(pane)).toBeUndefined();
  expect(viewpointOf(pane, part('trunk', box(100, 500, 700, 200)))).toMatchObject({ prediction: 'back' });
  // What the photo as a whole looks like counts where no part is told from another.
  expect(viewpointOf()).toMatchObject({ prediction: 'back' });
});
