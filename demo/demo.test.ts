import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUNDLED = join(ROOT, 'demo/pictures');
/** Of all pictures those that show most: the whole demo takes minutes on a busy machine. */
const PICTURES = ['front-left.jpg', 'odometer.jpg', 'intact-front-left.jpg'];
const missing = PICTURES.filter((name) => !existsSync(join(BUNDLED, name)));
if (missing.length > 0)
  console.warn(`The demo is not run: ${missing.join(', ')} missing from demo/pictures.`);

let folder: string;
let freePort: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-test-'));
  for (const name of ['pictures', 'none', 'temporary']) await mkdir(join(folder, name));
  const probe = createServer().listen(0);
  freePort = String((probe.address() as { port: number }).port);
  await new Promise((resolve) => probe.close(resolve));
});
afterAll(() => rm(folder, { recursive: true }));

const demo = async (args: string[]) => {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/bootstrap.js'), 'demo', ...args], {
    cwd: folder,
    env: { ...process.env, INIT_CWD: folder, PORT: freePort, TMPDIR: join(folder, 'temporary') },
  });
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await status, out, said };
};

const amount = (line: string | undefined) => Number(/([\d.]+) EUR/.exec(line ?? '')?.[1] ?? 0);

test.skipIf(missing.length > 0)(
  'prints what is found on a damaged and an intact car, writes the report and leaves nothing behind',
  { timeout: 240_000 },
  async () => {
    for (const name of PICTURES) await copyFile(join(BUNDLED, name), join(folder, 'pictures', name));
    const { status, out, said } = await demo(['--pictures', 'pictures', '--out', 'report.pdf']);
    expect({ status, said }).toEqual({ status: 0, said: '' });
    const [damaged, intact] = out.split('An intact car: 1 photo') as [string, string];

    for (const name of PICTURES.slice(0, 2))
      expect(damaged).toMatch(new RegExp(`${name} +(good|retake: \\w+)`));
    const lines = damaged.split('\n');
    const head = lines.findIndex((line) =>
      /part and damages +size +severity +score +operation +cost/.test(line),
    );
    // Below the table stands how many places are left to check, and what each may be.
    const rows = lines
      .slice(head + 2, lines.indexOf('', head))
      .filter((row) => !/^ {2}\d+ more places? to check by a person$|^ {4}perhaps /.test(row));
    const [parts, damages] = [/^ {2}\w/, /^ {4}\w/].map((indent) => rows.filter((row) => indent.test(row)));
    expect(damaged).toContain(`Damages: ${damages!.length}\n`);
    for (const row of parts!) expect(row).toMatch(/^ {2}\w[\w ]+ {2}.*(minor|moderate|severe) .* EUR$/);
    for (const row of damages!)
      expect(row).toMatch(/^ {4}\w[\w ]+ {2}.* (minor|moderate|severe) +[01]\.\d\d$/);
    const total = amount(lines.find((line) => line.startsWith('Estimate')));
    expect(rows.reduce((sum, row) => sum + amount(row), 0)).toBeCloseTo(total, 2);
    expect(total).toBeGreaterThan(0);
    expect(damaged).toMatch(/front left wheel +\d/);
    expect(damaged).toMatch(/odometer {2}\d+ km/);
    expect(intact).toMatch(/No damage found|No damage is listed|Nothing is certain|these are false alarms/);
    expect(intact).toMatch(/\nNext\n {2}to look at it in the browser: npm start,/);

    const report = await readPdf(await readFile(join(folder, 'report.pdf')));
    const part = rows[0]!.trim().split('  ')[0]!;
    expect(report.text.toLowerCase()).toContain(part.split(' ')[0]);
    expect(report.text.replaceAll(/[\s,]/g, '')).toContain(total.toFixed(2));
    expect(await readdir(join(folder, 'temporary'))).toEqual([]);
  },
);

test('says before it begins where pictures are missing, the report cannot go, or an option is unknown', async () => {
  expect(await demo(['--pictures', 'none'])).toMatchObject({
    status: 1,
    said: expect.stringContaining('There are no JPEG pictures in'),
  });
  expect(await demo(['--out', 'nowhere/report.pdf'])).toMatchObject({
    status: 1,
    said: expect.stringContaining('Name another with --out'),
  });
  expect(await demo(['--picture'])).toMatchObject({
    status: 2,
    said: "Unknown option '--picture'. --help shows how it is used.\n",
  });
  expect(await demo(['--help'])).toMatchObject({ status: 0, out: expect.stringContaining('npm run demo') });
});
