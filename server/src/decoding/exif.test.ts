import { expect, test } from 'vitest';
import { readExif } from './exif.ts';

/** A little-endian payload with the orientation, and in its inner directory the date and its offset. */
const payload = (date: string, offset = '') => {
  const bytes = Buffer.alloc(140);
  bytes.write('Exif\0\0II*\0', 'latin1');
  const tiff = bytes.subarray(6);
  tiff.writeUInt32LE(8, 4);
  const entry = (at: number, tag: number, value: number) => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt32LE(value, at + 8);
  };
  tiff.writeUInt16LE(2, 8);
  entry(10, 0x0112, 6);
  entry(22, 0x8769, 40);
  tiff.writeUInt16LE(2, 40);
  entry(42, 0x9003, 80);
  entry(54, 0x9011, 110);
  tiff.write(date, 80, 'latin1');
  tiff.write(offset, 110, 'latin1');
  return bytes;
};

test('the date that a photo was taken is read with its offset, if the camera told one', () => {
  expect(readExif(payload('2026:11:16 09:30:00'))).toEqual({
    orientation: 6,
    taken_at: '2026-11-16T09:30:00',
  });
  expect(readExif(payload('2026:11:16 09:30:00', '+02:00')).taken_at).toBe('2026-11-16T09:30:00+02:00');
  expect(readExif(payload('2026:11:16 09:30:00', '+99:00')).taken_at).toBe('2026-11-16T09:30:00');
});

test('what is no date, or the date of a clock that was never set, is none', () => {
  for (const date of ['', '0000:00:00 00:00:00', '2026:06:31 09:30:00', '1980:01:01 00:00:00', '2026:11:16'])
    expect(readExif(payload(date)).taken_at).toBeNull();
});

test('addresses that point outside of the metadata are not followed', () => {
  const whole = payload('2026:11:16 09:30:00');
  for (let length = 6; length < whole.length; length++)
    expect(() => readExif(whole.subarray(0, length))).not.toThrow();
  const wild = payload('2026:11:16 09:30:00');
  wild.writeUInt32LE(0xffffffff, 6 + 30);
  expect(readExif(wild)).toEqual({ orientation: 6, taken_at: null });
});
