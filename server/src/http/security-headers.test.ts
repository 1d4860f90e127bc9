import { expect, test } from 'vitest';
import { httpsOnly } from './security-headers.ts';

test('browsers are told to come by https only where the operator has said that the public address is one', () => {
  expect(httpsOnly('https://inspect.example.com')).toEqual({
    'strict-transport-security': 'max-age=31536000',
  });
  expect(httpsOnly('http://localhost:3000')).toEqual({});
  expect(httpsOnly(undefined)).toEqual({});
});
