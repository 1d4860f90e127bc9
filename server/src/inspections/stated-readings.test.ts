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
      { subject: 'wheel_front_left', place: '', field: 'tyre', value: 'FLAT', made_by: 'ada' },
      { subject: 'PLATE', place: '', field: 'plate', value: 'AB123CE', made_by: 'ada' },
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

const BOX = { xmin: 100, ymin: 100, width: 50, height: 50 };

test('a person says which wheel a nameless one is, and its words come with the name; a new run keeps both', () => {
  const one = told();
  const [wheel] = one.images[0]!.wheels;
  one.images[0]!.wheels = [{ ...wheel!, wheel_name: null, bounding_box: BOX }];
  const shown = shownReading(one, 'wheel', 'w')!;
  expect(shown.place).toBe(`${wheel!.image_id} 125 125`);
  expect(shownReading(one, 'wheel')).toBeNull();
  assertSayable('wheel', shown, 'wheel_name', 'wheel_back_left');
  expect(() => assertSayable('wheel', shown, 'wheel_name', 'roof')).toThrow('wheel_back_left');
  const { place } = shown;
  one.stated = [
    { subject: 'wheel', place, field: 'wheel_name', value: 'wheel_back_left', made_by: 'ada' },
    { subject: 'wheel_back_left', place: '', field: 'tyre', value: 'FLAT', made_by: 'ada' },
  ];
  // A new run: another id, and about the same place.
  one.images[0]!.wheels[0] = { ...one.images[0]!.wheels[0]!, id: 'x', bounding_box: { ...BOX, xmin: 110 } };
  const [image] = withStated(one).images;
  expect(image!.wheels[0]).toMatchObject({
    wheel_name: 'wheel_back_left',
    predictions: { tyre: { prediction: 'FLAT' } },
    stated: ['tyre', 'wheel_name'],
  });
});

test('of two documents of one type the one that is meant is corrected', () => {
  const plates = [0, 200].map((xmin) => {
    const document = given.document('PLATE', { plate: `READ ${xmin}` });
    const view = { image_id: 'i', bounding_box: { ...BOX, xmin }, polygons: [] };
    return {
      ...document,
      id: `d${xmin}`,
      fields: document.fields.map((field) => ({ ...field, views: [view] })),
    };
  });
  const inspection = { ...told(), documents: plates };
  const { place } = shownReading(inspection, 'PLATE', 'd200')!;
  const said = { subject: 'PLATE' as const, place, field: 'plate', value: 'RIGHT', made_by: 'ada' };
  const valuesIn = (all: typeof plates) =>
    withStated({ ...inspection, documents: all, stated: [said] }).documents.map(
      ({ fields }) => fields[0]!.value,
    );
  expect(valuesIn(plates)).toEqual(['READ 0', 'RIGHT']);
  // The only one of its type is meant, wherever it is.
  expect(valuesIn([plates[0]!])).toEqual(['RIGHT']);
});
