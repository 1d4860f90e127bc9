import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Inspection } from '../inspections/records/inspection.ts';
import { sharedInspection } from '../inspections/sharing/shared-view.ts';
import * as given from './test-inspection.ts';
import { reportOf } from './test-report.ts';

/** Everything that a stranger must not read ends in -secret. */
const told = (): Inspection => {
  const photo = given.image({ name: 'photo-secret' });
  const papers = given.image();
  const dent = given.damage('dent', 'hood', { model: null, created_by: 'finder-secret' });
  const registration = given.document('VEHICLE_REGISTRATION_PAPERS_FR', { owner: 'registration-secret' });
  registration.fields[0]!.views = [
    { image_id: papers.id, bounding_box: { xmin: 0, ymin: 0, width: 9, height: 9 }, polygons: [] },
  ];
  const hood = given.part('hood');
  return {
    ...given.emptyInspection(),
    accident_nature: 'accident-secret',
    additional_data: { pdf_data: { vehicle_owner_last_name: 'owner-secret', comment: 'note-secret' } },
    vehicle: given.vehicle({
      brand: 'Renault',
      plate: 'AB-123-CD',
      market_value: { value: 98765, unit: 'EUR' },
    }),
    tasks: [{ ...given.task('damage_detection', 'VALIDATED'), validated_by: 'validator-secret' }],
    images: [photo, papers],
    damages: [dent],
    views: [given.view(photo, dent, { model: null, created_by: 'drawer-secret' })],
    parts: [hood],
    severities: [given.severity(dent, 2, { comment: 'comment-secret', created_by: 'rater-secret' })],
    prices: [
      {
        id: 'p',
        inspection_id: 'i',
        related_item_type: 'part',
        part_id: hood.id,
        pricing: 4321,
        created_at: dent.created_at,
        created_by: 'pricer-secret',
      },
    ],
    documents: [registration],
  };
};

const logo = () =>
  sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

const reportWith = (inspection: Inspection, costs: boolean) =>
  reportOf(sharedInspection(inspection, { costs }), { wish: { pricing: costs, link: null } });

test('a shared report tells of the vehicle and its damages, of no person, and without a way to the inspection', async () => {
  const whole = (await reportOf(told(), { wish: { pricing: true } })).text;
  for (const secret of ['finder-secret', 'owner-secret', 'validator-secret', '98,765', '4,321'])
    expect(whole).toContain(secret);
  const { text, links } = await reportWith(told(), false);
  for (const shown of ['Renault', 'AB-123-CD', 'Hood – dent', 'Moderate']) expect(text).toContain(shown);
  expect(text).not.toContain('-secret');
  for (const money of ['98,765', '4,321', '€']) expect(text).not.toContain(money);
  expect(links).toEqual([]);
});

test('with costs it shows the repair costs, but neither the value of the vehicle nor the author of a price', async () => {
  const { text } = await reportWith(told(), true);
  expect(text).toContain('4,321');
  expect(text).not.toContain('-secret');
  expect(text).not.toContain('98,765');
});

test('photos on which papers of a person were read are not shared, nor what is outlined on them', () => {
  const inspection = told();
  const [photo, papers] = inspection.images;
  const shared = sharedInspection(inspection, { costs: false });
  expect(shared.images.map(({ id }) => id)).toEqual([photo!.id]);
  const onPapers = given.view(papers!, inspection.damages[0]!);
  expect(sharedInspection({ ...inspection, views: [onPapers] }, { costs: false }).views).toEqual([]);
});

test('of several vehicles each has the plate that was read on its photos, and the plate alone is shared of what was read', async () => {
  const inspection = told();
  const [first] = inspection.images;
  const second = given.image();
  const plate = given.document('PLATE', { plate: 'PL-A7-E' });
  const [field] = plate.fields;
  const place = { bounding_box: { xmin: 0, ymin: 0, width: 9, height: 9 }, polygons: [] };
  plate.fields = [{ ...field!, stated_by: 'reader-secret', views: [{ ...place, image_id: second.id }] }];
  const groups = [[first!.id], [second.id]];
  const check = {
    kind: 'different_vehicle',
    image_ids: groups.flat(),
    reason: { code: 'paint_differs' },
  } as const;
  const two = {
    ...inspection,
    images: [...inspection.images, second],
    documents: [...inspection.documents, plate],
  };
  const { text } = await reportWith({ ...two, checks: [{ ...check, groups }] }, false);
  expect(text).toContain('Photo 2: perhaps another vehicle · PL-A7-E');
  expect(text).not.toContain('-secret');
  expect((await reportWith(two, false)).text).not.toContain('PL-A7-E');
});

test('an organization’s own logo stands on the report', async () => {
  const { figures } = await reportOf(given.emptyInspection(), { letterhead: { logo: await logo() } });
  expect(figures[0]).toBe('Logo');
  expect((await reportOf(given.emptyInspection())).figures).not.toContain('Logo');
});
