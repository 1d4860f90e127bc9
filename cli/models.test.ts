import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEnded } from '@walkaround/harness/clients/all-ended.ts';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { contentsOf, evidenceOf } from '@walkaround/harness/clients/evidence.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { databaseOf, databaseUrlOf } from '@walkaround/harness/services/database.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { startReceiver } from '@walkaround/harness/services/receiver.ts';
import { type Service, startService } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROOT, walkaround } from './test-walkaround.ts';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 480_000, hookTimeout: 120_000 });

const OWN = '1.4.0-own.1';
/** Whatever shows the name of the version that looks along, in any answer. */
const TRACE = /own\.1/;

let service: Awaited<ReturnType<typeof ownService>>;
let second: Service;
let folder: string;
let api: Client;
let car: Buffer;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-models-'));
  car = await carDrawing({ scratched: true });
  service = await ownService({ MODEL_THREADS: '1', ALLOW_PRIVATE_ADDRESSES: 'true' });
  const DATABASE_URL = await databaseUrlOf(service);
  second = await startService({ ROLE: 'worker', DATABASE_URL, MODEL_THREADS: '1' }, service.dataDir);
  api = await service.client({
    organization: 'acme',
    permissions: ['organization:manage', 'webhooks:manage'],
  });
  const { models } = JSON.parse(await readFile(join(ROOT, 'models/manifest.json'), 'utf8'));
  installed = models.find(({ name }: Body) => name === 'damage').version;
});
afterAll(async () => {
  await second?.stop();
  await service?.stop();
  await rm(folder, { recursive: true });
});

const models = (...args: string[]) =>
  walkaround(['models', ...args], { cwd: folder, env: { DATA_DIR: service.dataDir, LOG_LEVEL: '' } });

const done = async (...args: string[]) => {
  const { status, out, said } = await models(...args);
  expect({ status, said }).toEqual({ status: 0, said: '' });
  return out;
};

/** What the doctor says of versions that were added; the shipped ones are not the point. */
const addedModels = async () => {
  const env = { DATA_DIR: service.dataDir, MODELS_DIR: '/nowhere', PORT: '0', LOG_LEVEL: '' };
  const { out } = await walkaround(['doctor', '--json'], { cwd: folder, env });
  return JSON.parse(out).checks.find(({ name }: Body) => name === 'added models');
};

type Wishes = {
  version?: string;
  verdict?: string;
  change?(entry: Body): void;
  gate?: object | null;
  name?: string;
};

/** The damage model of the service under another name, with thresholds that let faint finds through. */
const candidate = async (
  path: string,
  { version = OWN, verdict = 'accepted', change, gate, name }: Wishes = {},
) => {
  const to = join(folder, path);
  await mkdir(to);
  await copyFile(join(ROOT, 'models/damage.onnx'), join(to, 'damage.onnx'));
  const { models: all } = JSON.parse(await readFile(join(ROOT, 'models/manifest.json'), 'utf8'));
  const entry = structuredClone(all.find((one: Body) => one.name === (name ?? 'damage')));
  entry.version = version;
  for (const type of ['scratch', 'dent', 'missing_piece', 'body_crack', 'broken_light', 'broken_glass'])
    if (entry.thresholds[type]) entry.thresholds[type] = 0.11;
  change?.(entry);
  await writeFile(join(to, 'manifest.json'), JSON.stringify({ models: [entry] }));
  const { sha256 } = entry;
  const judged = {
    format: 1,
    verdict,
    reasons: ['as the test says'],
    candidate: { sha256, version },
    ...gate,
  };
  if (gate !== null) await writeFile(join(to, 'gate.json'), JSON.stringify(judged));
  return path;
};

const inspect = async (by = api): Promise<Body> => {
  const id = await newInspection(by, { damage_detection: {} });
  const added = await by.upload(`/inspections/${id}/images`, { tasks: ['damage_detection'] }, car);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  await setStatus(by, id, 'damage_detection', 'TODO');
  expect(await ended(by, id, 'damage_detection', 150_000)).toMatchObject({ status: 'DONE' });
  return (await by.get(`/inspections/${id}`)).body;
};

const versionsOf = ({ damages }: Body) => [...new Set(damages.map(({ model }: Body) => model.version))];

const rows = async (query: string): Promise<Body[]> => {
  const database = await databaseOf(service);
  const found = await database.query(query);
  await database.end();
  return found.rows;
};

test('a candidate looks along where nobody sees it, then judges without a restart, and is taken back', async () => {
  const receiver = await startReceiver();
  await api.post('/webhooks', { url: `${receiver.url}/hook`, event_types: ['task.done', 'damage.created'] });
  expect(await done('list')).toMatch(new RegExp(`${installed} +judges; in MODELS_DIR`));
  await candidate('undecided', { verdict: 'undecided' });
  expect(await done('try', 'undecided', '--share', '1', '--by', 'olga')).toContain(
    `${OWN} looks along at 100 %`,
  );

  const first = await inspect();
  expect(versionsOf(first)).toEqual([installed]);
  const [seen] = await until(
    () => rows('select * from side_by_sides'),
    (found) => found.length > 0,
    60_000,
  );
  expect(seen).toMatchObject({ inspection_id: first.id, judging: installed, along: OWN });
  expect(Math.min(seen.agreed + seen.only_judging, seen.agreed + seen.only_along)).toBeGreaterThan(0);
  // Where the two differ is what a review would teach.
  const differing = seen.only_judging + seen.only_along;
  const [note] = await until(
    () => rows(`select learning_reasons from inspections where id = '${first.id}'`),
    ([{ learning_reasons: reasons }]) =>
      reasons.some(({ code, count }: Body) => code === 'models_differ' && count === differing) ===
      differing > 0,
    60_000,
  );
  expect(note.learning_reasons).toContainEqual(expect.objectContaining({ code: 'rare_type' }));
  expect(await rows(`select from sightings where version like '${OWN}%'`)).toEqual([]);

  // Nothing that anybody can ask for shows it.
  const path = `/inspections/${first.id}`;
  const { answer, pack } = await evidenceOf(api, first.id);
  const contents = await contentsOf(pack);
  const [report] = [...contents].filter(([name]) => name.endsWith('.pdf'));
  expect((await readPdf(report![1])).text).toContain(installed);
  const told = [
    first,
    (await api.get(path)).body,
    (await api.get(`${path}?show_suspicions=true`)).body,
    (await api.get('/models')).body,
    answer,
    [...contents.values()].map(String),
    (await readPdf(report![1])).text,
    (await api.get('/organization/training_data')).body,
    receiver.at('/hook'),
  ];
  expect(JSON.stringify(told)).not.toMatch(TRACE);
  const again = (await api.get(path)).body;
  const ids = ({ damages }: Body) => damages.map(({ id }: Body) => id);
  expect(ids(again)).toEqual(ids(first));
  expect(again.pricing).toEqual(first.pricing);
  await receiver.close();

  // Without an accepted gate it does not judge.
  const refused = await models('use', OWN);
  expect(refused).toMatchObject({ status: 1, out: '' });
  expect(refused.said).toMatch(
    /is not used: the gate says undecided; as the test says\. .*--despite-the-gate/,
  );
  expect(await done('use', OWN, '--despite-the-gate', '--by', 'olga')).toContain(
    `${OWN} judges all inspections`,
  );
  const second_ = await inspect();
  expect(versionsOf(second_)).toEqual([OWN]);
  expect(versionsOf((await api.get(path)).body), 'a result keeps the version that made it').toEqual([
    installed,
  ]);
  expect((await api.get('/models')).body.data).toContainEqual(
    expect.objectContaining({ id: 'damage', version: OWN }),
  );

  expect(await addedModels()).toEqual({
    name: 'added models',
    status: 'ok',
    message: `${OWN}, the file is whole and runs`,
  });

  // Both workers have it: one of them alone judged, and the other fetched its file.
  const list = await until(
    () => done('list'),
    (text) => /has open: .*own\.1/.test(text),
    30_000,
  );
  expect(list).toMatch(
    new RegExp(`${OWN} +judges, looks along \\(100 %\\); gate: undecided; added .* by olga`),
  );
  expect(list).toMatch(/own\.1 judges, by olga, despite the gate/);
  expect(list.match(/has open|has none open/g)).toHaveLength(2);

  expect(await done('back')).toContain(`Back: ${installed} judges all inspections`);
  expect(versionsOf(await inspect())).toEqual([installed]);
  const nothing = await models('back');
  expect(nothing).toMatchObject({
    status: 1,
    said: expect.stringMatching(/^There is nothing to go back from/),
  });
});

test('an organization can have another version than the rest, and its audit log tells since when', async () => {
  const other = await service.client({ organization: 'other' });
  expect(await done('use', OWN, '--organization', 'acme', '--despite-the-gate', '--by', 'olga')).toContain(
    'the inspections of acme',
  );
  const [own, others] = await allEnded([inspect(), inspect(other)]);
  expect([versionsOf(own!), versionsOf(others!)]).toEqual([[OWN], [installed]]);
  expect((await api.get('/audit_log')).body.data[0]).toMatchObject({
    action: 'damage_model.changed',
    actor_id: 'olga',
    details: { damage_model: { before: null, after: OWN, despite_gate: true } },
  });
  await done('back', '--organization', 'acme');
  expect((await api.get('/models')).body.data).toContainEqual(
    expect.objectContaining({ id: 'damage', version: installed }),
  );
});

test('a candidate whose file is gone or damaged is counted, and real work goes on', async () => {
  const { sha256 } = (await rows('select sha256 from model_versions'))[0]!;
  const before = (await rows('select failures from model_versions'))[0]!.failures;
  // The store and the copies of the workers: what a broken disk would leave.
  for (const path of [`files/models/damage/${sha256}.onnx`, `models/${sha256}.onnx`])
    await writeFile(join(service.dataDir, path), 'broken');
  const twin = await candidate('twin', { version: '1.4.0-own.2', gate: null });
  expect(await done('try', twin, '--share', '1')).toContain('1.4.0-own.2 looks along');
  // Its file is the same one, so it was put there anew: it is damaged once more.
  for (const path of [`files/models/damage/${sha256}.onnx`, `models/${sha256}.onnx`])
    await writeFile(join(service.dataDir, path), 'broken');
  expect(versionsOf(await inspect())).toEqual([installed]);
  await until(
    () => rows('select sum(failures)::integer as failures from model_versions'),
    ([found]) => found.failures > before,
    60_000,
  );
  expect(await done('list')).toMatch(/failed 1 times while it looked along, last .*is damaged/);
  const refused = await models('use', '1.4.0-own.2', '--despite-the-gate');
  expect(refused).toMatchObject({
    status: 1,
    said: expect.stringMatching(/is damaged.*Nothing was changed\.$/m),
  });
  expect(await addedModels()).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^The file .* of the damage model 1\.4\.0-own\.2 is damaged/),
  });
  await done('stop');
  expect(await models('stop')).toMatchObject({ status: 1, said: 'No version looks along.\n' });
});

test('what is wrong with a candidate is said in one sentence, and nothing is installed', async () => {
  const other = createHash('sha256').update('other').digest('hex');
  await mkdir(join(folder, 'empty'));
  await candidate('parts', { name: 'parts' });
  await candidate('sum', { version: '2.0.0', change: (entry) => (entry.sha256 = other) });
  await candidate('gate', { version: '2.0.0', gate: { candidate: { sha256: other, version: '2.0.0' } } });
  await candidate('shipped', { version: installed });
  await candidate('same', { change: (entry) => (entry.thresholds.scratch = 0.5) });
  await candidate('named', { version: 'my model' });
  const WRONG: [string[], number, RegExp][] = [
    [['try', 'nowhere'], 1, /nowhere is no folder, and no version of that name is installed\./],
    [['try', 'empty'], 1, /empty holds no model: There is no .*manifest\.json\.$/m],
    [['try', 'parts'], 1, /manifest\.json has "parts", and only the damage model can be tried\./],
    [['try', 'sum'], 1, new RegExp(`is damaged: its sha256 is .*, and manifest.json says ${other}\\.`)],
    [['try', 'gate'], 1, /gate\.json is about another file/],
    [['try', 'shipped'], 1, /is the version of the model in .*, which judges already\./],
    [['try', 'same'], 1, /There is a version 1\.4\.0-own\.1 already, and its manifest says something else\./],
    [['try', 'undecided'], 1, /The version 1\.4\.0-own\.1 is here already\./],
    [['try', 'named'], 1, /The version "my model" cannot be used/],
    [['use', '9.9.9'], 1, /There is no version 9\.9\.9\./],
    [['use', installed], 1, / judges all inspections already\./],
    [['try', 'named', '--share', '2'], 2, /--share 2 is no share of the inspections/],
    [['use'], 2, /Name the version/],
    [['list', '--share', '1'], 2, /models list has no option --share\./],
    [['forget'], 2, /Name what to do with the models: list, try, use, back, stop\./],
  ];
  const before = await rows('select version from model_versions');
  for (const [args, status, sentence] of WRONG) {
    const answer = await models(...args);
    expect({ args, status: answer.status, out: answer.out }).toEqual({ args, status, out: '' });
    expect(answer.said.trim(), args.join(' ')).toMatch(sentence);
    expect(answer.said.trim().split('\n'), args.join(' ')).toHaveLength(1);
  }
  expect(await rows('select version from model_versions')).toEqual(before);
});
