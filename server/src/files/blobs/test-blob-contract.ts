/** What any store of blobs must do, told once; the tests of disk and S3 run it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Blobs } from './blobs.ts';

export function testBlobContract(blobs: Blobs) {
  const prefix = `stories-${randomUUID()}/`;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const put = async (name: string, bytes: Buffer) => {
    const path = join(folder, randomUUID());
    await writeFile(path, bytes);
    await blobs.put(prefix + name, path, 'image/jpeg');
  };
  const read = async (name: string, range?: { start: number; end?: number }) => {
    const file = await blobs.open(prefix + name, range);
    return { ...file, bytes: await buffer(file.stream) };
  };
  const list = async (after?: string) => {
    const keys: string[] = [];
    for await (const { key } of blobs.list(prefix, after && prefix + after))
      keys.push(key.slice(prefix.length));
    return keys;
  };

  test('what was put comes back byte for byte, with its size and type', async () => {
    await blobs.ready();
    for (const size of [0, 1, 100_000, 6_000_000]) {
      const bytes = randomBytes(size);
      await put('a/b.jpg', bytes);
      const file = await read('a/b.jpg');
      expect(file).toMatchObject({ size, mimetype: 'image/jpeg', range: undefined });
      expect(file.bytes.equals(bytes)).toBe(true);
    }
  });

  test('parts of a file can be read: from the front, the middle, the end, and beyond it', async () => {
    await put('digits.jpg', Buffer.from('0123456789'));
    expect(await read('digits.jpg', { start: 0, end: 3 })).toMatchObject({
      size: 10,
      range: { start: 0, end: 3 },
    });
    expect((await read('digits.jpg', { start: 0, end: 3 })).bytes.toString()).toBe('0123');
    expect((await read('digits.jpg', { start: 4 })).bytes.toString()).toBe('456789');
    expect((await read('digits.jpg', { start: 8, end: 99 })).bytes.toString()).toBe('89');
    expect((await read('digits.jpg', { start: -3 })).bytes.toString()).toBe('789');
    expect((await read('digits.jpg', { start: -30 })).bytes.toString()).toBe('0123456789');
    await expect(read('digits.jpg', { start: 10 })).rejects.toMatchObject({ kind: 'request' });
  });

  test('what is not there is not found, and removing it is no error', async () => {
    await expect(read('none.jpg')).rejects.toMatchObject({ kind: 'not_found', code: 'not_found' });
    await expect(read('none.jpg', { start: 1 })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(read('digits.jpg/deeper')).rejects.toMatchObject({ kind: 'not_found' });
    await blobs.remove([`${prefix}none.jpg`]);
  });

  test('files are listed by how their key begins, until they are removed', async () => {
    expect(await list()).toEqual(['a/b.jpg', 'digits.jpg']);
    await blobs.remove([`${prefix}a/b.jpg`]);
    expect(await list()).toEqual(['digits.jpg']);
    await blobs.remove([`${prefix}digits.jpg`]);
    expect(await list()).toEqual([]);
  });

  test('files are listed in the order of their keys, from any place on, with their size and age', async () => {
    const names = ['b.jpg', 'b/a.jpg', 'b/c/d.jpg', 'b/c.jpg', 'b0.jpg', 'a.jpg'];
    for (const name of names) await put(name, Buffer.from(name));
    const sorted = ['a.jpg', 'b.jpg', 'b/a.jpg', 'b/c.jpg', 'b/c/d.jpg', 'b0.jpg'];
    expect(await list()).toEqual(sorted);
    for (const [index, name] of sorted.entries()) expect(await list(name)).toEqual(sorted.slice(index + 1));
    expect(await list('b/bb')).toEqual(['b/c.jpg', 'b/c/d.jpg', 'b0.jpg']);
    for await (const { key, size, modified_at } of blobs.list(`${prefix}b/`)) {
      expect(size).toBe(key.length - prefix.length);
      expect(Math.abs(Date.now() - modified_at.getTime())).toBeLessThan(60_000);
    }
  });

  test('a folder goes with all that is in it, and nothing beside it', async () => {
    await blobs.removeFolder(`${prefix}b`);
    await blobs.removeFolder(`${prefix}none`);
    expect(await list()).toEqual(['a.jpg', 'b.jpg', 'b0.jpg']);
    await blobs.remove(['a.jpg', 'b.jpg', 'b0.jpg'].map((name) => prefix + name));
  });

  test('no key leads out of the store', async () => {
    const local = join(folder, 'local');
    await writeFile(local, 'x');
    const keys = [
      '../up',
      '/etc/passwd',
      'a/../../up',
      'a/./b',
      'a//b',
      '.hidden',
      'A',
      'a\0b',
      'a b',
      '',
      'a/',
      'a/..',
    ];
    for (const key of [...keys, '%2e%2e/up', 'a\\..\\up', 'x'.repeat(600)]) {
      await expect(blobs.open(key), key).rejects.toMatchObject({ kind: 'not_found' });
      await expect(blobs.put(key, local, 'image/jpeg'), key).rejects.toMatchObject({ kind: 'not_found' });
      await expect(blobs.remove([key]), key).rejects.toMatchObject({ kind: 'not_found' });
      await expect(blobs.removeFolder(key), key).rejects.toMatchObject({ kind: 'not_found' });
    }
  });
}
