import { expect, test } from 'vitest';
import { checkFilePath, expiryFor, signFilePath } from './signed-links.ts';

const KEY = 'inspections/a1/b2.jpg';
const NOW = new Date('2026-01-01T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;

function parse(path: string) {
  const url = new URL(path, 'http://service');
  return {
    key: url.pathname.slice('/files/'.length),
    expires: Number(url.searchParams.get('expires')),
    signature: url.searchParams.get('signature') ?? '',
    share: url.searchParams.get('share') ?? undefined,
    deleted: url.searchParams.get('deleted') === 'true',
  };
}
const check = (secrets: string[], path: string, now = NOW) => checkFilePath(secrets, parse(path), now);

test('a signed link opens its file until it expires', () => {
  const path = signFilePath('secret', { key: KEY, expires: SECONDS + 60 });
  expect(parse(path).key).toBe(KEY);
  check(['secret'], path);
  check(['secret'], path, new Date(NOW.getTime() + 60_000));
  expect(() => check(['secret'], path, new Date(NOW.getTime() + 60_001))).toThrow(/expired/);
});

test('a link that was signed before the secret changed stays good', () => {
  const path = signFilePath('old', { key: KEY, expires: SECONDS + 60 });
  check(['new', 'old'], path);
  expect(() => check(['new'], path)).toThrow(/signature/);
});

test('a link with another file, another time, another or no signature is not valid', () => {
  const { expires, signature } = parse(signFilePath('secret', { key: KEY, expires: SECONDS + 60 }));
  const wrong: [string, number, string][] = [
    ['inspections/a1/b3.jpg', expires, signature],
    [KEY, expires + 1, signature],
    [KEY, Number.NaN, signature],
    [KEY, expires, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`],
    [KEY, expires, ''],
    [KEY, expires, 'é'],
  ];
  for (const [key, time, sign] of wrong) {
    expect(() => checkFilePath(['secret'], { key, expires: time, signature: sign }, NOW)).toThrow(
      /signature of this link is not valid/,
    );
  }
  expect(() => checkFilePath([], { key: KEY, expires, signature }, NOW)).toThrow();
});

test('a link that came with a share link cannot be freed from it', () => {
  const link = parse(signFilePath('secret', { key: KEY, expires: SECONDS + 60, share: 'abc' }));
  expect(link.share).toBe('abc');
  checkFilePath(['secret'], link, NOW);
  for (const share of [undefined, 'abd'])
    expect(() => checkFilePath(['secret'], { ...link, share }, NOW)).toThrow(/signature/);
});

test('a link cannot be turned into one to what was deleted, nor back', () => {
  for (const deleted of [true, false]) {
    const link = parse(signFilePath('secret', { key: KEY, expires: SECONDS + 60, deleted }));
    expect(link.deleted).toBe(deleted);
    checkFilePath(['secret'], link, NOW);
    expect(() => checkFilePath(['secret'], { ...link, deleted: !deleted }, NOW)).toThrow(/signature/);
  }
});

test('links asked for again within a quarter of their life are the same, and live at least as long as asked', () => {
  const hour = 3600;
  const all = Array.from({ length: hour }, (_, second) =>
    expiryFor(new Date(NOW.getTime() + second * 1000), hour),
  );
  expect(new Set(all).size).toBeLessThanOrEqual(5);
  all.forEach((expires, second) => {
    expect(expires - (SECONDS + second)).toBeGreaterThanOrEqual(hour);
    expect(expires - (SECONDS + second)).toBeLessThanOrEqual(hour * 1.25);
  });
  expect(Number.isInteger(expiryFor(NOW, 1))).toBe(true);
});
