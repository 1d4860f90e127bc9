import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromiumPath } from '@walkaround/harness/services/chromium.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { tokenFor } from './harness/client.ts';

const BUILD = fileURLToPath(new URL('../build.ts', import.meta.url));
const run = promisify(execFile);

let folder: string;
let dist: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-sdk-'));
  dist = join(folder, 'node_modules/@walkaround/sdk');
  await run(process.execPath, [BUILD, dist]);
});
// The browser's last processes may still be writing into its profile.
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));

test('the published package works in plain JavaScript and brings its types', async () => {
  await writeFile(
    join(folder, 'use.mjs'),
    `import { createClient } from '@walkaround/sdk';
     const [baseUrl, token] = process.argv.slice(2);
     const client = createClient({ baseUrl, getToken: () => token });
     console.log((await client.sights.getMany({ vehicle: 'audia7' })).result.length);`,
  );
  const { stdout } = await run(process.execPath, [
    join(folder, 'use.mjs'),
    inject('serviceUrl'),
    await tokenFor(),
  ]);
  expect(stdout).toBe('14\n');

  await writeFile(
    join(folder, 'use.ts'),
    `import { createClient, type DamageType } from '@walkaround/sdk';
     const client = createClient({ baseUrl: '', getToken: () => '' });
     export const right: Promise<{ result: string }> = client.damages.createOne('1', { damageType: 'dent', partType: 'hood' });
     // @ts-expect-error: not a damage
     export const wrong: DamageType = 'rain';`,
  );
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
  const options = ['--module', 'nodenext', '--lib', 'es2024,dom', '--types', '', '--strict', '--noEmit'];
  await run(tsc, [...options, join(folder, 'use.ts')], { cwd: folder });
  const manifest = JSON.parse(await readFile(join(dist, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('private');
  expect(manifest).not.toHaveProperty('dependencies');
});

const PAGE = `<!doctype html><canvas id="photo" width="900" height="700"></canvas><script type="module">
  import { createClient } from '/client.js';
  const [baseUrl, token] = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  const client = createClient({ baseUrl, getToken: () => token });
  const tell = (result) => fetch('/result', { method: 'POST', body: JSON.stringify(result) });
  try {
    const { result: id } = await client.inspections.createOne({ tasks: { imagesOcr: {} } });
    const context = document.querySelector('#photo').getContext('2d');
    const noise = context.createImageData(900, 700);
    for (let i = 0; i < noise.data.length; i++) noise.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
    context.putImageData(noise, 0, 0);
    const file = await new Promise((resolve) => document.querySelector('#photo').toBlob(resolve, 'image/png'));
    const shares = [];
    const onProgress = ({ sent, total }) => shares.push(sent / total);
    const { result, entities } = await client.images.addOne(id, { file, tasks: ['images_ocr'] }, { onProgress });
    const giveUp = new AbortController();
    const aborted = client.images.addOne(id, { file, name: 'again' }, {
      signal: giveUp.signal,
      onProgress: () => giveUp.abort('enough'),
    });
    const reason = await aborted.catch((error) => error);
    const waiting = client.waitForTask(id, 'images_ocr', { pollMs: 3600000 });
    await client.tasks.updateOne(id, 'images_ocr', { status: 'DONE' });
    await waiting;
    const refused = await client.images.addOne('nothing', { file }, { onProgress: () => {} }).catch(({ code }) => code);
    await tell({ width: entities.images[result].imageWidth, size: file.size, shares, reason, refused });
  } catch (error) {
    await tell({ error: String(error) });
  }
</script>`;

test.skipIf(!chromiumPath)(
  'it works in a browser: upload with progress, abort, waiting, refusals',
  async () => {
    const result = Promise.withResolvers<string>();
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url!, 'http://page');
      if (request.method === 'POST') result.resolve(await text(request));
      const script = /^\/[a-z-]+\.js$/.test(pathname);
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
      response.end(script ? await readFile(join(dist, pathname)) : PAGE);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const given = encodeURIComponent(JSON.stringify([inject('serviceUrl'), await tokenFor()]));
    const browser = spawn(
      chromiumPath!,
      [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        `--user-data-dir=${join(folder, 'profile')}`,
        `http://127.0.0.1:${(server.address() as AddressInfo).port}/#${given}`,
      ],
      { stdio: 'ignore' },
    );
    try {
      const { shares, ...told } = JSON.parse(await result.promise);
      expect(told).toEqual({ width: 900, size: expect.any(Number), reason: 'enough', refused: 'not_found' });
      expect(told.size).toBeGreaterThan(1_000_000);
      expect(shares.at(-1)).toBe(1);
      expect(shares).toEqual(shares.toSorted((a: number, b: number) => a - b));
    } finally {
      browser.kill('SIGKILL');
      server.close();
    }
  },
);
