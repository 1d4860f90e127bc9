import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture } from '../harness/analyzed.ts';
import { DESKTOP, type Desk, expectAccessible, openDesk, PHONE } from '../harness/console.ts';
import { renewReadings, wheelsAndPlates } from '../harness/read.ts';

const ENGLISH = {
  code: 'en',
  viewport: DESKTOP,
  correct: 'Correct',
  vehicle: 'Vehicle',
  vin: 'VIN',
  mileage: 'Mileage',
  save: 'Save',
  history: 'What was changed',
  undo: 'Undo',
  wheels: 'Wheels',
  frontLeft: 'Front left wheel',
  someWheel: 'A wheel',
  backLeft: 'Back left wheel',
  whichWheel: 'Which wheel',
  tire: 'Tire',
  flat: 'Flat',
  flatTire: 'flat tire',
  back: 'Back to what the service said',
  documents: 'Read on the photos',
  plate: 'Number plate',
  plateField: 'Plate',
  add: 'Add a damage',
  addIt: 'Add',
  noPlace: 'No place',
  type: 'Type',
  dent: 'Dent',
  findPart: 'Find a part by typing',
  typed: 'left fr door',
  noSuchPart: 'No part has such a name.',
  length: 'Length, cm',
  typedLength: '12.5',
};
const GERMAN: typeof ENGLISH = {
  code: 'de',
  viewport: PHONE,
  correct: 'Korrigieren',
  vehicle: 'Fahrzeug',
  vin: 'FIN',
  mileage: 'Kilometerstand',
  save: 'Speichern',
  history: 'Änderungen',
  undo: 'Rückgängig',
  wheels: 'Räder',
  frontLeft: 'Rad vorne links',
  someWheel: 'Ein Rad',
  backLeft: 'Rad hinten links',
  whichWheel: 'Welches Rad',
  tire: 'Reifen',
  flat: 'Platt',
  flatTire: 'platter Reifen',
  back: 'Zurück zur Angabe des Dienstes',
  documents: 'Auf den Fotos gelesen',
  plate: 'Kennzeichen',
  plateField: 'Kennzeichen',
  add: 'Schaden hinzufügen',
  addIt: 'Hinzufügen',
  noPlace: 'Keine Stelle',
  type: 'Art',
  dent: 'Delle',
  findPart: 'Teil durch Tippen finden',
  typed: 'vorne tür li',
  noSuchPart: 'Kein Teil heißt so.',
  length: 'Länge, cm',
  typedLength: '12,5',
};

describe.skipIf(noBrowser)(inBrowser('correcting what was read, seen and measured'), () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
  }, 180_000);
  afterAll(() => desk?.close());

  describe.each([
    ['at a desk, in English', ENGLISH],
    ['on a phone, in German and in the dark', GERMAN],
  ])('%s', (_, say) => {
    let client: Client;
    let id: string;
    let page: Page;
    let complaints: string[];

    beforeAll(async () => {
      ({ page, complaints } = await desk.open('/', say.viewport));
      client = await desk.clientFor(page);
      const vehicle = { plate: 'AB-123-CD', brand: 'Example' };
      id = (await client.inspections.createOne({ tasks: { damageDetection: { status: 'DONE' } }, vehicle }))
        .result;
      await wheelsAndPlates(desk, id, await addPicture(client, id, 'left', []));
      if (say.code === 'de') await page.emulateMedia({ colorScheme: 'dark' });
      await page.evaluate((code) => localStorage.setItem('walkaround-language', code), say.code);
      await page.goto(`${desk.url}/inspection/${id}`);
    }, 180_000);

    const read = () => client.inspections.getOne(id);
    const vehicle = async () => Object.values((await read()).entities.vehicles)[0]!;
    const wheels = async () => Object.values((await read()).entities.wheelAnalysis);
    const plates = async () =>
      (await read()).entities.inspections[id]!.documents.map(({ fields }) => fields[0]!.value);
    const region = (name: string) => page.getByRole('region', { name });
    const dialog = () => page.getByRole('dialog');
    const correct = (what: string) =>
      page.getByRole('button', { name: `${say.correct}: ${what}`, exact: true });
    const fits = async () => {
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(say.viewport.width);
      await expectAccessible(page);
    };
    const saved = async () => {
      await dialog().getByRole('button', { name: say.save }).click();
      await dialog().waitFor({ state: 'detached' });
    };

    test('plate, VIN and mileage are corrected in one dialog, stand in the history, and are taken back from there', async () => {
      await correct(say.vehicle).click();
      await dialog().getByLabel(say.vin).fill('TMBJJ7NE8L0123456');
      await dialog().getByLabel(say.mileage).fill('84000');
      await fits();
      await saved();
      await expect
        .poll(vehicle)
        .toMatchObject({ plate: 'AB-123-CD', vin: 'TMBJJ7NE8L0123456', mileageValue: 84_000 });
      const change = `${say.vehicle}, ${say.vin}: – → TMBJJ7NE8L0123456`;
      await region(say.history).getByText(change).waitFor();
      await region(say.history)
        .getByRole('button', { name: new RegExp(`^${say.undo}: ${say.vehicle}, ${say.vin}`) })
        .click();
      await expect.poll(vehicle).toMatchObject({ vin: null, mileageValue: null });
    });

    test('a wheel is corrected, and what the service said counts again', async () => {
      await correct(say.frontLeft).click();
      await dialog().getByLabel(say.tire).selectOption({ label: say.flat });
      await fits();
      await saved();
      await expect
        .poll(wheels)
        .toContainEqual(
          expect.objectContaining({ wheelName: 'wheel_front_left', correctedFields: ['tyre'] }),
        );
      // It is in no list of damages, so the drawing and the photo show which one it is.
      const flat = page.getByRole('button', { name: `${say.frontLeft}: ${say.flatTire}`, exact: true });
      await flat.waitFor();
      await page
        .locator('.outline-label')
        .getByText(new RegExp(`^! ${say.flatTire}$`, 'i'))
        .waitFor();
      expect(await page.locator('.outline.flat').count()).toBe(1);
      await correct(say.frontLeft).click();
      await dialog().getByRole('button', { name: say.back }).click();
      await dialog().waitFor({ state: 'detached' });
      await expect
        .poll(async () => (await wheels()).every((one) => one.correctedFields.length === 0))
        .toBe(true);
    });

    test('of a wheel without a place a person says which one it is', async () => {
      await correct(say.someWheel).click();
      await dialog().getByLabel(say.whichWheel).selectOption({ label: say.backLeft });
      await fits();
      await saved();
      await correct(say.backLeft).waitFor();
      expect((await wheels()).map(({ wheelName }) => wheelName).sort()).toEqual([
        'wheel_back_left',
        'wheel_front_left',
      ]);
    });

    test('of two plates the one that is meant is corrected', async () => {
      const second = region(say.documents).getByRole('listitem').filter({ hasText: 'XY987ZW' });
      await second.getByRole('button', { name: `${say.correct}: ${say.plate}` }).click();
      await dialog().getByLabel(say.plateField).fill('XY-987-ZZ');
      await fits();
      await saved();
      await expect.poll(async () => (await plates()).sort()).toEqual(['AB123CD', 'XY-987-ZZ']);
    });

    test('what was said of a wheel and of a document is taken back from the history also after a new run', async () => {
      await renewReadings(desk, id);
      await page.reload();
      const undo = (change: string) =>
        region(say.history).getByRole('button', { name: new RegExp(`^${say.undo}: .*→ ${change}$`) });
      await undo('XY-987-ZZ').click();
      await expect.poll(async () => (await plates()).sort()).toEqual(['AB123CD', 'XY987ZW']);
      await undo(say.backLeft).click();
      await expect
        .poll(async () => (await wheels()).map(({ wheelName }) => wheelName))
        .toEqual(expect.arrayContaining([null, 'wheel_front_left']));
    });

    test('a damage is added with its length, on a part that is found by typing', async () => {
      await page.getByRole('button', { name: say.add }).click();
      await page.getByRole('radio', { name: say.noPlace }).check();
      await page.getByRole('combobox', { name: say.type }).selectOption({ label: say.dent });
      const search = page.getByLabel(say.findPart);
      await search.fill('xyz');
      await page.getByText(say.noSuchPart).waitFor();
      await search.fill(say.typed);
      await page.getByLabel(say.length).fill(say.typedLength);
      await fits();
      await page.getByRole('button', { name: say.addIt, exact: true }).click();
      await expect
        .poll(async () => Object.values((await read()).entities.damages))
        .toMatchObject([{ partType: 'door_front_left', statedSizeCm: 12.5, damageType: 'dent' }]);
      expect(complaints).toEqual([]);
    });
  });
});
