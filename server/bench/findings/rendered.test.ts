import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isDamage } from '../../src/inspections/damages/damage-kinds.ts';
import { isPart } from '../../src/inspections/parts/parts.ts';
import { renderedInspections } from './rendered.ts';

const FOLDER = fileURLToPath(new URL('../../../demo/walkarounds', import.meta.url));

test('every damage of the rendered cars is on a known part, of a known type, and seen on a photo', async () => {
  const cars = await renderedInspections(FOLDER);
  expect(cars.length).toBeGreaterThanOrEqual(12);
  for (const { name, photos, damages, state } of cars) {
    expect(photos.length, name).toBeGreaterThanOrEqual(4);
    for (const { path } of photos) expect(existsSync(path), path).toBe(true);
    expect(damages.length === 0, name).toBe(state === 'intact');
    for (const { part, types, views } of damages) {
      expect(isPart(part!), `${name}: ${part}`).toBe(true);
      for (const type of types) expect(isDamage(type) || type === 'flat_tire', `${name}: ${type}`).toBe(true);
      expect(views.length, `${name}: ${part}`).toBeGreaterThan(0);
      for (const { photo, box } of views) {
        const { width, height } = photos.find((shown) => shown.name === photo)!;
        expect(box.xmin, name).toBeGreaterThanOrEqual(0);
        expect(box.xmin + box.width, name).toBeLessThanOrEqual(width + 1);
        expect(box.ymin + box.height, name).toBeLessThanOrEqual(height + 1);
      }
    }
  }
});

test('a folder that is no walkaround is refused with a sentence that says what to do', async () => {
  await expect(renderedInspections('/nowhere')).rejects.toThrow(/cannot be read: demo\/walkarounds is one/);
});
