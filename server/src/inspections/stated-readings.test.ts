import { expect, test } from 'vitest';
import * as given from '../report/test-inspection.ts';
import type { Inspection } from './records/inspection.ts';
import { assertSayable, shownReading, withStated } from './stated-readings.ts';
import { NOTHING_KNOWN } from './wheels/wheel-predictions.ts';

const told = (): Inspection => {
  const image = given.image();
  image.wheels = [
    {
      id: 'w',
      inspection_id: image.inspection_id,
      image_id: image.id,
      wheel_name: 'wheel_front_left',
      bounding_box: null,
      predictions: NOTHING_KNOWN,
      model: { name: 'wheels', version: '1' },
      created_at: image.created_at,
    },
  ];
  return {
    ...given.emptyInspection(),
    images: [image],
    documents: [given.document('PLATE', { plate: 'AB123CD' })],
  };
};

test('a person’s word takes the place of what was seen and read, and says whose it is', () => {
  const { images, documents } = withStated({
    ...told(),
    stated: [
      { subject: 'wheel_front_left', field: 'tyre', value: 'FLAT', made_by: 'ada' },
      { subject: 'PLATE', field: 'plate', value: 'AB123CE', made_by: 'ada' },
    ],
  });
  expect(images[0]!.wheels[0]).toMatchObject({
    predictions: { tyre: { prediction: 'FLAT', confidence: 1 }, rim_material: NOTHING_KNOWN.rim_material },
    stated: ['tyre'],
  });
  expect(documents[0]!.fields).toMatchObject([{ value: 'AB123CE', confidence: 1, stated_by: 'ada' }]);
});

test('only fields that are there can be corrected, those of a wheel in words that it has', () => {
  const wheel = shownReading(told(), 'wheel_front_left')!;
  const plate = shownReading(told(), 'PLATE')!;
  expect(shownReading(told(), 'VIN')).toBeNull();
  expect(() => assertSayable('wheel_front_left', wheel, 'tyre', 'ROUND')).toThrow('FLAT, INFLATED');
  expect(() => assertSayable('wheel_front_left', wheel, 'color', 'red')).toThrow('has no field color');
  expect(() => assertSayable('PLATE', plate, 'vin', 'X')).toThrow('PLATE has no field vin. It has: plate.');
  assertSayable('wheel_front_left', wheel, 'tyre', null);
  assertSayable('PLATE', plate, 'plate', 'AB 123 CE');
});
