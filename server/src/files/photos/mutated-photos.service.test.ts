import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mutatedFile } from '../../../test/fuzz/mutated-file.ts';
import { seedHeics, seedPictures } from '../../../test/fuzz/seed-pictures.ts';
import { walkJpeg } from '../../decoding/jpeg-segments.ts';
import { createTakingIn } from './test-taking-in.ts';

/** Thousands of files, by a seed that nobody chose: mutated-photos.soak.test.ts. */
const SEED = 20260301;

let takingIn: Awaited<ReturnType<typeof createTakingIn>>;
let pictures: Buffer[];
beforeAll(async () => {
  takingIn = await createTakingIn();
  pictures = await seedPictures();
});
afterAll(() => takingIn.close());

test('two hundred broken and forged files: each is refused in a sentence, or kept as a picture and nothing else', async () => {
  await takingIn.takeIn(pictures, 200, SEED);
  expect(takingIn.counts.accepted + takingIn.counts.refused).toBe(200);
  expect(Math.min(takingIn.counts.accepted, takingIn.counts.refused)).toBeGreaterThan(20);
});

test('so it is with HEIC, whose decoder is another one', async () => {
  const before = { ...takingIn.counts };
  await takingIn.takeIn(await seedHeics(), 20, SEED);
  expect(takingIn.counts.accepted).toBeGreaterThan(before.accepted);
  expect(takingIn.counts.refused).toBeGreaterThan(before.refused);
});

test('what is left of a broken JPEG depends on nothing but its bytes, and nothing more can be taken out of it', () => {
  const walked = (file: Buffer, sizes: number[]) => {
    const walk = walkJpeg();
    const kept: Buffer[] = [];
    for (let at = 0, turn = 0; at < file.length; turn++) {
      const size = sizes[turn % sizes.length]!;
      kept.push(...walk.push(file.subarray(at, at + size)).map((part) => Buffer.from(part)));
      at += size;
    }
    return { kept: Buffer.concat(kept), isComplete: walk.isComplete(), orientation: walk.orientation() };
  };
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(mutatedFile(pictures), sizes, (file, pieces) => {
      const whole = walked(file, [file.length]);
      expect(walked(file, pieces)).toEqual(whole);
      if (whole.isComplete) expect(walked(whole.kept, pieces).kept.equals(whole.kept)).toBe(true);
    }),
    { numRuns: 3000, seed: SEED },
  );
});
