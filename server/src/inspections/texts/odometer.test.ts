import { expect, test } from 'vitest';
import { TASK_NAMES } from '../vocabulary.ts';
import { odometerReading, readsOdometer } from './odometer.ts';

test('what was read is told with its unit, if one can be seen, and how sure it is', () => {
  const odometer = { value: 64118, unit: null, confidence: 0.93, sure: true, polygons: [] };
  expect(odometerReading({ odometer })).toEqual({ value: 64118, unit: null, confidence: 0.93, error: null });
});

test('where nothing was read, no value is made up and the photographer is told what helps', () => {
  expect(odometerReading({ odometer: null })).toEqual({
    value: null,
    unit: null,
    confidence: null,
    error: expect.stringMatching(/No total can be read.*closer/),
  });
});

test('two tasks have their photos read when these come in', () => {
  expect(TASK_NAMES.filter(readsOdometer)).toEqual(['odometer', 'dashboard_ocr']);
});
