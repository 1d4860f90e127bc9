import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test('addresses of one network of IPv6 stand for one caller', () => {
  expect(networkOf('2001:db8:1:2:3::4')).toBe(networkOf('2001:db8:1:2::ffff'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
});

test('an address of IPv4 is the same however it is written', () => {
  expect(networkOf('::ffff:198.51.100.9')).toBe('198.51.100.9');
});

test('a proxy that forwards ports as well does not make a new caller of every connection', () => {
  expect(networkOf('198.51.100.9:4003')).toBe('198.51.100.9');
  expect(networkOf('[2001:db8:1:2::1]:4003')).toBe(networkOf('2001:db8:1:2::1'));
  expect(networkOf('[2001:db8:1:2::1]')).toBe(networkOf('2001:db8:1:2::1'));
});
