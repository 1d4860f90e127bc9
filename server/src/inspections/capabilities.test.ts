import { expect, test } from 'vitest';
import { filesCapability, modelsCapability, workersCapability } from './capabilities.ts';

test.each([
  ['one spoke just now', 0, 9999, 'ok'],
  ['the last spoke four minutes ago', 240, 9999, 'ok'],
  ['the last spoke five minutes ago', 300, 9999, 'degraded'],
  ['none ever spoke, and nobody has listened for long', null, 299, 'ok'],
  ['none ever spoke for five minutes', null, 300, 'degraded'],
])('workers: %s', (_name, seconds_ago, watched, status) => {
  expect(workersCapability({ seconds_ago }, watched).status).toBe(status);
});

test('a model that one of several workers cannot use is named with what is wrong', () => {
  const { status, message } = modelsCapability([{}, { wheels: 'missing', damage: 'damaged' }, {}]);
  expect(status).toBe('degraded');
  expect(message).toMatch(/^Not all models can be used: damage is damaged, wheels is missing\. /);
  expect(modelsCapability([{}, {}]).status).toBe('ok');
});

test('a store that does not answer is a capability that is missing', () => {
  expect([filesCapability(true).status, filesCapability(false).status]).toEqual(['ok', 'degraded']);
});
