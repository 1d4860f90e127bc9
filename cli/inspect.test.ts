import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { descendantsOf, type Process } from '@walkaround/harness/services/processes.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ROOT, walkaround } from './test-walkaround.ts';

let folder: string;
let temporary: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-test-'));
  temporary = join(folder, 'temporary');
  await mkdir(temporary);
  await mkdir(join(folder, 'photos'));
  for (const name of ['front-left.jpg', 'door-close.jpg'])
    await copyFile(join(ROOT, 'demo/pictures', name), join(folder, 'photos', name));
  await writeFile(join(folder, 'photos/notes.jpg'), 'not a photo');
});
afterAll(() => rm(folder, { recursive: true }));

const inspect = (args: string[], { env, onStart }: Partial<Parameters<typeof walkaround>[1]> = {}) =>
  walkaround(['inspect', ...args], { cwd: folder, env: { TMPDIR: temporary, ...env }, onStart });

const lives = (pid: number) => existsSync(`/proc/${pid}`);

test('photos become findings, a report and JSON with no service running, and nothing stays behind', {
  timeout: 480_000,
}, async () => {
  const files = ['--report', 'report.pdf', '--json', 'inspection.json'];
  const { status, out, said } = await inspect([...files, '--plate', 'AB-123-CD', 'photos', 'gone.jpg']);
  expect({ status, said }).toEqual({ status: 3, said: '' });

  expect(out).toContain('4 photos\n');
  expect(out).toMatch(/^ {2}photos\/front-left\.jpg +(good|retake: \w.*\.)$/m);
  expect(out).toMatch(/^ {2}photos\/notes\.jpg +skipped: This file is not a photo: it looks like text\./m);
  expect(out).toMatch(/^ {2}gone\.jpg +skipped: There is no such file\.$/m);
  expect(out).toMatch(/^ {2}damage detection: done after \d+ s, 2 photos$/m);

  const inspection = JSON.parse(await readFile(join(folder, 'inspection.json'), 'utf8'));
  expect(inspection.vehicle).toMatchObject({ plate: 'AB-123-CD' });
  expect(inspection.images).toHaveLength(2);
  expect(inspection.damages.length).toBeGreaterThan(0);
  for (const { message } of inspection.checks) expect(out).toContain(`\n  ${message}`);
  expect(inspection.checks).toContainEqual(expect.objectContaining({ kind: 'missing_views' }));
  expect(out).toContain(`Damages: ${inspection.damages.length}\n`);
  const dent = inspection.damages.find(({ damage_type }: { damage_type: string }) => damage_type === 'dent');
  expect(dent.part_type).toBe('door_front_left');
  expect(out).toMatch(/^ {2}back left door +(minor|moderate|severe) +\w.* \d+\.\d\d EUR$/m);
  expect(out).toMatch(/^ {4}scratch +(\d+ cm|–) +(minor|moderate|severe) +0\.\d\d$/m);
  const total = inspection.vehicle.repair_estimate.toFixed(2);
  expect(out).toContain(`Estimate   ${total} EUR`);

  const report = await readPdf(await readFile(join(folder, 'report.pdf')));
  expect(report.text).toContain('AB-123-CD');
  expect(report.text.replaceAll(/[\s,]/g, '')).toContain(total);
  expect(await readdir(temporary)).toEqual([]);
});

test('interrupted, it takes its service, the Postgres of that and its folder away', {
  timeout: 480_000,
}, async () => {
  let started: Process[] = [];
  const onStart: Parameters<typeof walkaround>[1]['onStart'] = async (child) => {
    while (!started.some(({ command }) => /postgres.*checkpointer/.test(command))) {
      await sleep(20);
      started = descendantsOf(child.pid!);
    }
    child.kill('SIGINT');
  };
  const { status, out, said } = await inspect(['photos'], { onStart });
  expect({ status, said }).toEqual({ status: 130, said: 'Interrupted.\n' });
  expect(out).not.toContain('Damages');
  expect(await readdir(temporary)).toEqual([]);
  expect(started.filter(({ pid }) => lives(pid))).toEqual([]);
});

test('on a running service it leaves the inspection there; photos that cannot be used are no clean bill', {
  timeout: 480_000,
}, async () => {
  const token = await signToken(inject('issuerKey'), { user: 'walkaround-inspect' });
  const service = ['--url', inject('serviceWithModelsUrl'), '--token', token];
  const { status, out, said } = await inspect([
    ...service,
    '--json',
    '-',
    '--tasks',
    'wheel_analysis',
    'photos',
  ]);
  expect(status).toBe(1);
  expect(said).toContain('photos/notes.jpg       skipped:');
  expect(said).not.toMatch(/damage detection|No damage|Texts|Estimate/);
  expect(said).toContain('Damages: not analyzed\n');
  const { id, tasks } = JSON.parse(out);
  expect(tasks.map(({ name }: { name: string }) => name).sort()).toEqual(['compliances', 'wheel_analysis']);
  expect(said).toContain(`Console    ${new URL(`/inspection/${id}`, inject('serviceWithModelsUrl'))}`);

  expect(await inspect([...service, 'photos/notes.jpg'])).toMatchObject({
    status: 1,
    said: 'None of these photos can be used.\n',
  });
  expect(await inspect([...service.slice(0, 2), '--token', 'nonsense', 'photos'])).toMatchObject({
    status: 1,
    said: expect.stringMatching(/token/i),
  });
});

test('kept, the service goes on and says how to look at it and how to end it', {
  timeout: 480_000,
}, async () => {
  // What is read from a photo needs none of the other models.
  const args = ['--keep', '--tasks', 'images_ocr', 'photos/door-close.jpg'];
  const { status, out } = await inspect(args, { env: { MODELS_DIR: '/nowhere' } });
  expect(status).toBe(0);
  const [, url] = /^The service goes on at (\S+), with its data in /m.exec(out)!;
  const pid = Number(/^ {2}stop it {2}kill (\d+)$/m.exec(out)![1]);
  try {
    expect(out).toMatch(new RegExp(`^Console    ${url}/inspection/[\\w-]{36}$`, 'm'));
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ ready: true });
  } finally {
    process.kill(pid);
  }
  while (lives(pid)) await sleep(50);
});
