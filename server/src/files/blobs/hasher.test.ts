import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createHasher } from './hasher.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

it('the hash of bytes that come in pieces is that of the whole', async () => {
  const bytes = randomBytes(300_000);
  const expected = sha256(bytes);
  const hashing = createHasher()();
  hashing.update([Buffer.from(bytes.subarray(0, 100_000)), Buffer.from(bytes.subarray(100_000, 200_000))]);
  hashing.update([bytes.subarray(200_000)]);
  expect(await hashing.digest()).toBe(expected);
});

it('uploads at the same time do not mix', async () => {
  const begin = createHasher();
  const photos = Array.from({ length: 8 }, () => Array.from({ length: 5 }, () => randomBytes(70_000)));
  const expected = photos.map((chunks) => sha256(Buffer.concat(chunks)));
  const hashings = photos.map(() => begin());
  for (let turn = 0; turn < 5; turn++)
    for (const [index, chunks] of photos.entries()) hashings[index]!.update([chunks[turn]!]);
  expect(await Promise.all(hashings.map((hashing) => hashing.digest()))).toEqual(expected);
});

it('bytes that share their memory with others leave those as they are', async () => {
  const memory = randomBytes(100_000);
  const copy = Buffer.from(memory);
  const hashing = createHasher()();
  hashing.update([memory.subarray(10, 50_000), memory.subarray(50_000)]);
  expect(await hashing.digest()).toBe(sha256(copy.subarray(10)));
  expect(memory.equals(copy)).toBe(true);
});

it('an upload that is given up leaves nothing behind and disturbs no other', async () => {
  const begin = createHasher();
  const [given, other] = [begin(), begin()];
  given.update([randomBytes(70_000)]);
  other.update([Buffer.from('abc')]);
  given.forget();
  expect(await other.digest()).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
