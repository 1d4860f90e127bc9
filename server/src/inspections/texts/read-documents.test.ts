import { describe, expect, test } from 'vitest';
import { sight } from '../viewpoints/sights.ts';
import type { DocumentType } from '../vocabulary.ts';
import type { ReadPhoto } from './document-read.ts';
import { soughtOn } from './documents-sought.ts';
import { readDocuments } from './read-documents.ts';
import type {
  OdometerDetection,
  PaperDetection,
  PlateDetection,
  TextDetections,
  VinDetection,
} from './text-detections.ts';

const HONDA = '1HGCM82633A004352';
const OTHER = 'WVWZZZ1JZXW000010';
const CORNERS: [number, number][] = [
  [10, 20],
  [110, 20],
  [110, 40],
  [10, 40],
];
const placed = { confidence: 0.97, polygons: [CORNERS] };

const vin = (text: string, sure = true): VinDetection => ({
  ...placed,
  confidence: sure ? 0.97 : 0.8,
  vin: text,
  sure,
  candidates: [...text].map((letter) => ({ [letter]: sure ? 0.97 : 0.8 })),
});
const plate = (text: string, located = true): PlateDetection => ({ ...placed, plate: text, located });
const odometer = (value: number, unit: OdometerDetection['unit'] = 'km', sure = true): OdometerDetection => ({
  ...placed,
  value,
  unit,
  sure,
});
const papers = (values: Record<string, string>, confidence = 0.95): PaperDetection => ({
  type: 'VEHICLE_REGISTRATION_PAPERS_FR',
  confidence,
  fields: Object.entries(values).map(([name, value]) => ({ ...placed, confidence, name, value })),
  checks: {},
});

let count = 0;
const photo = (
  detections: Partial<TextDetections>,
  { type, document_id = null }: { type?: DocumentType; document_id?: number | null } = {},
): ReadPhoto => ({
  image: { id: `photo ${++count}`, width: 100, height: 100 },
  document_id,
  sought: soughtOn(type, null),
  detections: {
    model: { name: 'text', version: '1' },
    vin: null,
    plates: [],
    odometer: null,
    papers: [],
    ...detections,
  },
});

const shown = (photos: ReadPhoto[]) =>
  readDocuments(photos).documents.map(({ type, fields }) => [type, fields[0]!.value]);
const onVehicle = (photos: ReadPhoto[]) => {
  const { vehicle } = readDocuments(photos);
  return { vin: vehicle.vin?.value, plate: vehicle.plate?.value, mileage: vehicle.mileage?.value };
};

describe('what is looked for on a photo', () => {
  const typesOf = (id: string) => soughtOn(undefined, sight(id)).types;

  test('is what the client says, before what the sight says', () => {
    expect(soughtOn('VIN', sight('all-rSvk2C'))).toEqual({ types: ['VIN'], expected: true });
  });

  test('is what its sight shows: VIN, instruments, the outside of the vehicle', () => {
    expect(typesOf('all-sLu0CfOt')).toEqual(['VIN']);
    expect(typesOf('all-rSvk2C')).toEqual(['ODOMETER']);
    expect(typesOf('audia7-R_f4g8MN')).toEqual(['PLATE']);
  });

  test('may be a plate at the sides of a vehicle, but nobody says that one is there', () => {
    for (const side of ['audia7-R_f4g8MN', 'haccord-4c2TDsRn', 'haccord-_YnTubBA'])
      expect(soughtOn(undefined, sight(side))).toEqual({ types: ['PLATE'], expected: false });
    expect(soughtOn(undefined, sight('haccord-8YjMcu0D'))).toEqual({ types: ['PLATE'], expected: true });
    expect(soughtOn('PLATE', sight('haccord-4c2TDsRn'))).toEqual({ types: ['PLATE'], expected: true });
  });

  test('is everything where nothing is said', () => {
    expect(soughtOn(undefined, null)).toMatchObject({ expected: false });
    expect(soughtOn(undefined, null).types).toHaveLength(7);
    expect(typesOf('all-z5hfaeP1')).toHaveLength(7);
  });

  test('is any machine-readable zone where one is said: which it is, the zone tells', () => {
    expect(soughtOn('ID_FR', null).types).toEqual(['PASSPORT', 'ID_FR', 'ID']);
  });

  test('and nothing else is told', () => {
    expect(shown([photo({ vin: vin(HONDA), odometer: odometer(1234) }, { type: 'ODOMETER' })])).toEqual([
      ['ODOMETER', 1234],
    ]);
  });
});

test('a number that only may be an odometer is one where somebody says so', () => {
  const maybe = { odometer: odometer(64118, null, false) };
  expect(shown([photo(maybe)])).toEqual([]);
  expect(shown([photo(maybe, { type: 'ODOMETER' })])).toEqual([['ODOMETER', 64118]]);
});

describe('a VIN', () => {
  test('that several photos show is one document with a view on each', () => {
    const photos = [photo({ vin: vin(HONDA) }), photo({ vin: vin(HONDA) })];
    const { documents, vehicle } = readDocuments(photos);
    expect(documents).toHaveLength(1);
    expect(documents[0]!.fields[0]!.views.map(({ image_id }) => image_id)).toEqual(
      photos.map(({ image }) => image.id),
    );
    expect(documents[0]!.evidence).toEqual({ photos_agreeing: 2, photos_asked: 2, check_digit: 'valid' });
    expect(vehicle.vin).toEqual({ value: HONDA, document: documents[0] });
  });

  test('that two photos read differently is shown twice and not given to the vehicle', () => {
    const photos = [photo({ vin: vin(HONDA) }), photo({ vin: vin(OTHER) })];
    expect(shown(photos)).toEqual([
      ['VIN', HONDA],
      ['VIN', OTHER],
    ]);
    expect(onVehicle(photos).vin).toBeUndefined();
  });

  test('whose check digit must fit and does not is the name of a file, unless somebody said that a VIN is there', () => {
    const name = vin('1NG20191202154836');
    expect(shown([photo({ vin: name })])).toEqual([]);
    expect(shown([photo({ vin: name }, { type: 'VIN' })])).toEqual([['VIN', '1NG20191202154836']]);
  });

  test('that is not sure has a say only where somebody said that it is there', () => {
    expect(shown([photo({ vin: vin(HONDA, false) })])).toEqual([]);
    const said = [1, 2].map(() => photo({ vin: vin(HONDA, false) }, { type: 'VIN' }));
    expect(shown(said)).toEqual([['VIN', HONDA]]);
    expect(shown(said.slice(1))).toEqual([]);
  });
});

describe('number plates and totals', () => {
  test('of which one photo shows two are asked of one photo', () => {
    const { documents } = readDocuments([photo({ plates: [plate('AB123CD'), plate('XY987ZZ')] })]);
    expect(documents.map(({ evidence }) => evidence)).toEqual([
      { photos_agreeing: 1, photos_asked: 1 },
      { photos_agreeing: 1, photos_asked: 1 },
    ]);
  });

  test('count when more than half of the readings say the same, and the others are shown', () => {
    const photos = ['AB123CD', 'AB123CD', 'XY987ZZ'].map((text) => photo({ plates: [plate(text)] }));
    expect(onVehicle(photos).plate).toBe('AB123CD');
    expect(shown(photos)).toHaveLength(2);
    expect(onVehicle(photos.slice(1)).plate).toBeUndefined();
    const two = photo({ plates: [plate('AB123CD'), plate('XY987ZZ')] });
    expect(onVehicle([two]).plate).toBeUndefined();
    expect(shown([two])).toHaveLength(2);
  });

  test('a plate of which a photo shows only the beginning or the end is that plate', () => {
    const photos = ['JH8575', '34JH8575'].map((text) => photo({ plates: [plate(text)] }));
    expect(shown(photos)).toEqual([['PLATE', '34JH8575']]);
    expect(onVehicle(photos).plate).toBe('34JH8575');
    const [document] = readDocuments(photos).documents;
    expect(document!.evidence).toEqual({ photos_agreeing: 1, photos_asked: 2 });
    expect(document!.fields[0]!.views.map(({ image_id }) => image_id)).toEqual(
      photos.map(({ image }) => image.id),
    );
  });

  test('two plates stay two where the shorter one may be whole, fits two, is too short or stands beside the longer one', () => {
    const read = (...plates: string[]) => plates.map((text) => photo({ plates: [plate(text)] }));
    expect(shown(read('34JH857', '34JH8575'))).toHaveLength(2);
    expect(shown(read('JH8575', '34JH8575', '35JH8575'))).toHaveLength(3);
    expect(shown(read('H857', '34JH8575'))).toHaveLength(2);
    expect(shown(read('H8575', 'WH85751'))).toHaveLength(2);
    expect(shown([photo({ plates: [plate('JH8575'), plate('34JH8575')] })])).toHaveLength(2);
  });

  test('text that only looks like a plate counts where somebody said that there is one', () => {
    expect(shown([photo({ plates: [plate('AB123CD', false)] })])).toEqual([]);
    expect(shown([photo({ plates: [plate('102194')] })])).toEqual([]);
    expect(shown([photo({ plates: [plate('102194')] }, { type: 'PLATE' })])).toHaveLength(1);
    expect(shown([photo({ plates: [plate('AB123CD', false)] }, { type: 'PLATE' })])).toHaveLength(1);
  });

  test('a total takes its unit from any photo that shows one; without a unit the vehicle has no mileage', () => {
    const photos = [
      photo({ odometer: odometer(36323, null) }),
      photo({ odometer: odometer(36323, 'miles') }),
    ];
    expect(onVehicle(photos).mileage).toEqual({ value: 36323, unit: 'miles' });
    expect(onVehicle(photos.slice(0, 1)).mileage).toBeUndefined();
    const both = [photo({ odometer: odometer(36323, 'km') }), photos[1]!];
    expect(onVehicle(both).mileage).toBeUndefined();
    expect(shown(both)).toEqual([['ODOMETER', 36323]]);
  });
});

describe('registration papers', () => {
  test('give VIN and plate to the vehicle, and keep what is printed on them to themselves', () => {
    const photos = [photo({ papers: [papers({ plate: 'AB-123-CD', vin: HONDA })], vin: vin(HONDA) })];
    expect(shown(photos)).toEqual([['VEHICLE_REGISTRATION_PAPERS_FR', 'AB-123-CD']]);
    expect(onVehicle(photos)).toMatchObject({ vin: HONDA, plate: 'AB-123-CD' });
  });

  test('that are not sure give nothing', () => {
    expect(onVehicle([photo({ papers: [papers({ plate: 'AB-123-CD' }, 0.7)] })]).plate).toBeUndefined();
  });

  test('that contradict the vehicle leave the matter open', () => {
    const paper = photo({ papers: [papers({ plate: 'AB-123-CD', vin: HONDA })] });
    expect(onVehicle([paper, photo({ vin: vin(OTHER) })]).vin).toBeUndefined();
    expect(onVehicle([paper, photo({ plates: [plate('AB123CD')] })]).plate).toBe('AB123CD');
  });

  test('on several photos are one document: by the number that the client gives, or by what is printed', () => {
    const front = photo({ papers: [papers({ vin: HONDA }, 0.9)] }, { document_id: 7 });
    const back = photo({ papers: [papers({ make: 'HONDA', vin: OTHER }, 0.8)] }, { document_id: 7 });
    const { documents } = readDocuments([front, back]);
    expect(documents).toHaveLength(1);
    expect(documents[0]!.document_id).toBe(7);
    expect(documents[0]!.fields.map(({ name, value }) => [name, value])).toEqual([
      ['vin', HONDA],
      ['make', 'HONDA'],
    ]);
    const unnumbered: Record<string, string>[] = [
      { vin: HONDA },
      { vin: HONDA, make: 'HONDA' },
      { vin: OTHER },
    ];
    expect(shown(unnumbered.map((values) => photo({ papers: [papers(values)] })))).toHaveLength(2);
  });
});

test('a place that reaches out of the photo ends at its edge', () => {
  const { documents } = readDocuments([photo({ vin: vin(HONDA) })]);
  expect(documents[0]!.fields[0]!.views[0]!.bounding_box).toEqual({
    xmin: 10,
    ymin: 20,
    width: 90,
    height: 20,
  });
});
