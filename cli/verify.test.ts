import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { contest, secretIn, someContest } from '@walkaround/harness/clients/contests.ts';
import { contentsOf, evidenceOf, repacked } from '@walkaround/harness/clients/evidence.ts';
import { setStatus } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { estimated } from '@walkaround/harness/pictures/damages.ts';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { walkaround } from './test-walkaround.ts';
import { checkPack, type Key } from './verify/check-pack.ts';
import { readPack } from './verify/read-pack.ts';

const KEYS = '/.well-known/walkaround-evidence-keys.json';

let folder: string;
let pack: string;
let answer: Body;
let photo: Buffer;
let keys: Key[];
let inspection: string;
let user: string;
/** Made before the pack. */
let report: Buffer;

const reportOf = async (api: Client, id: string): Promise<Buffer> => {
  await api.post(`/inspections/${id}/pdf`, {});
  const { body } = await until(
    () => api.get(`/inspections/${id}/pdf`),
    ({ status }) => status === 200,
    60_000,
  );
  return Buffer.from(await (await fetch(body.pdf_url)).arrayBuffer());
};

/** As a reader takes it from the paper. */
const shownOn = async (pdf: Buffer) => {
  const { text, figures } = await readPdf(pdf);
  const shown = figures.find((figure) => figure.startsWith('Evidence pack: '))?.split(': ')[1];
  if (shown) expect(text.replaceAll(/\s/g, '')).toContain(shown);
  return shown;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-verify-'));
  user = `ada-${randomUUID()}`;
  const api = await client({ user, organization: `org-${randomUUID()}` });
  const headers = { authorization: 'Bearer client-secret' };
  const callbacks = [{ url: 'https://example.com/', event: 'STATUS_SET_TO_DONE', headers }];
  inspection = await estimated(api, [['dent', 'hood']], { options: { callbacks } });
  const path = `/inspections/${inspection}`;
  photo = await carDrawing();
  await api.upload(`${path}/images`, {}, photo);
  for (const name of ['damage_detection', 'repair_estimate']) {
    await setStatus(api, inspection, name, 'DONE');
    await setStatus(api, inspection, name, 'VALIDATED');
  }
  const [damage] = (await api.get(path)).body.damages;
  const link = await api.post(`${path}/share_links`, { allow_contesting: true });
  expect((await contest(secretIn(link.body), someContest(damage.id), [photo])).status).toBe(201);
  report = await reportOf(api, inspection);
  const missing = await api.get(`${path}/evidence`);
  expect([missing.status, missing.body.code]).toEqual([409, 'evidence_not_requested']);
  pack = join(folder, 'pack.zip');
  const made = await evidenceOf(api, inspection);
  answer = made.answer;
  await writeFile(pack, made.pack);
  keys = ((await (await fetch(`${inject('serviceUrl')}${KEYS}`)).json()) as { keys: Key[] }).keys;
}, 180_000);
afterAll(() => rm(folder, { recursive: true }));

const filesOf = async (file: string) => contentsOf(await readFile(file));

const changedPack = async (change: Parameters<typeof repacked>[1]): Promise<string> => {
  const file = join(folder, `${randomUUID()}.zip`);
  await writeFile(file, await repacked(await readFile(pack), change));
  return file;
};

const brokenIn = async (file: string, trusted: Key[] | null = keys) =>
  (await checkPack(await readPack(file), trusted)).findings.flatMap(({ holds, sentence }) =>
    holds ? [] : [sentence],
  );

const withEvents = (change: (lines: string[]) => string[]) => (contents: Map<string, Buffer>) => {
  const lines = contents.get('events.jsonl')!.toString().trimEnd().split('\n');
  contents.set('events.jsonl', Buffer.from(`${change(lines).join('\n')}\n`));
};

test('a pack has the photo, what was found, who approved it, every event, and a report with its fingerprint', async () => {
  const contents = await filesOf(pack);
  const json = (path: string) => JSON.parse(contents.get(path)!.toString());
  const [shot] = json('photos.json');
  expect(shot).toMatchObject({
    received_sha256: createHash('sha256').update(photo).digest('hex'),
    uploaded_at: expect.any(String),
    captured_at: null,
  });
  expect(contents.get(shot.path)!.length).toBeGreaterThan(1000);
  expect(json('findings.json')).toMatchObject({
    damages: [{ damage_type: 'dent' }],
    review: { approved: true },
  });
  const [contested] = json('contests.json');
  expect(contested).toMatchObject({ reason: 'not_a_damage', text: 'It is dust.', state: 'open' });
  expect(contents.get(contested.photos[0].path)!.length).toBeGreaterThan(1000);
  const approvals = json('corrections.json').filter(({ action }: Body) => action === 'validated');
  expect(approvals.map(({ made_by }: Body) => made_by)).toEqual([user, user]);
  const events = contents.get('events.jsonl')!.toString().trimEnd().split('\n');
  expect(JSON.parse(events[0]!)).toMatchObject({ type: 'inspection.created', number: 1 });
  expect(json('manifest.json')).toMatchObject({
    inspection_id: inspection,
    events: { count: events.length },
    fingerprint: answer.fingerprint,
    key_id: answer.key_id,
  });
  const { text, figures } = await readPdf(contents.get('report.pdf')!);
  expect(text.replaceAll(/\s/g, '')).toContain(answer.fingerprint);
  expect(figures).toContain(`Evidence pack: ${answer.fingerprint}`);
  expect([...contents.values()].some((bytes) => bytes.includes('client-secret'))).toBe(false);
});

test('the command says what holds, offline with the keys in a file, or with the address of the service', async () => {
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys }));
  const offline = await walkaround(['verify', 'pack.zip', '--key', 'keys.json'], { cwd: folder });
  expect(offline).toMatchObject({ status: 0, said: '' });
  expect(offline.out).toContain(
    `holds   The manifest is signed by the key ${answer.key_id} of the installation.`,
  );
  expect(offline.out).toMatch(/holds {3}The chain of \d+ events is whole\./);
  expect(offline.out).toContain('A person had approved the inspection');
  expect(offline.out).toMatch(/The pack holds\.\n$/);
  const asked = await walkaround(['verify', pack, '--url', inject('serviceUrl')], { cwd: folder });
  expect(asked).toEqual(offline);
});

test('the report that was made before the pack shows an event of its chain, and the command finds it', async () => {
  const shown = (await shownOn(report))!;
  const verify = (fingerprint: string) =>
    walkaround(['verify', 'pack.zip', '--fingerprint', fingerprint], { cwd: folder });
  const found = await verify(shown);
  expect(found.out).toMatch(
    /holds {3}A report with this fingerprint was made after event \d+ of this inspection; [1-9]\d* came later\./,
  );
  expect(found.status).toBe(0);
  expect((await verify(`sha256:${answer.fingerprint}`)).out).toContain('is in the pack.');
  const stranger = await verify('0'.repeat(64));
  expect(stranger.out).toContain('BROKEN  Neither the pack nor one of its events has the fingerprint');
  expect(stranger.status).toBe(1);
  expect((await verify('abc')).status).toBe(2);
});

test('a report that nobody approved shows no event', async () => {
  const api = await client({ user, organization: `org-${randomUUID()}` });
  expect(await shownOn(await reportOf(api, await estimated(api, [['dent', 'hood']])))).toBeUndefined();
});

test('without a key it says that nobody knows whose key signed', async () => {
  const { findings } = await checkPack(await readPack(pack), null);
  expect(findings.every(({ holds }) => holds)).toBe(true);
  expect(findings[0]!.sentence).toContain('Nobody said whose key this is');
});

test('one changed bit of a photo is seen', async () => {
  const bytes = await readFile(pack);
  const kept = [...(await filesOf(pack))].find(([path]) => path.startsWith('photos/'))!;
  const at = bytes.indexOf(kept[1].subarray(200, 400)) + 100;
  bytes[at]! ^= 1;
  const file = join(folder, 'bit.zip');
  await writeFile(file, bytes);
  expect(await brokenIn(file)).toEqual([`${kept[0]} was changed.`]);
  const { status, out } = await walkaround(['verify', file], { cwd: folder });
  expect(status).toBe(1);
  expect(out).toContain(`BROKEN  ${kept[0]} was changed.\n`);
  expect(out).toMatch(/The pack does not hold\.\n$/);
});

test.each<[string, (lines: string[]) => string[], string]>([
  ['removed', (lines) => lines.toSpliced(1, 1), 'Event 2 was removed: event 3 stands in its place.'],
  ['removed at the end', (lines) => lines.slice(0, -1), 'events were removed at the end.'],
  [
    'inserted',
    (lines) => lines.toSpliced(2, 0, lines[1]!),
    'An event was inserted at place 3: its number is 2.',
  ],
  [
    'changed',
    (lines) => lines.with(1, lines[1]!.replace('"type": "', '"type": "x')),
    'Event 3 does not follow event 2',
  ],
])('an event that was %s is seen', async (_, change, sentence) => {
  const broken = await brokenIn(await changedPack(withEvents(change)));
  expect(broken[0]).toBe('events.jsonl was changed.');
  expect(broken[1]).toContain(sentence);
});

/** Somebody who makes everything fit again has to sign it, and has another key. */
const forged = (contents: Map<string, Buffer>) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const manifest = JSON.parse(contents.get('manifest.json')!.toString());
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'forged' };
  const bytes = Buffer.from(JSON.stringify({ ...manifest, key_id: 'forged', public_key: key }));
  contents.set('manifest.json', bytes);
  contents.set('manifest.json.sig', Buffer.from(sign(null, bytes, privateKey).toString('base64')));
};

test('a pack that another key signed is told apart, also if it names the key of the installation', async () => {
  expect(await brokenIn(await changedPack(forged))).toEqual([
    'The pack was signed by another key (forged), which is none of the given ones.',
  ]);
  const named = await changedPack((contents) => {
    forged(contents);
    const text = contents.get('manifest.json')!.toString();
    contents.set('manifest.json', Buffer.from(text.replaceAll('forged', answer.key_id)));
  });
  expect(await brokenIn(named)).toEqual([
    'The signature does not fit the manifest: the manifest or the signature was changed.',
  ]);
});

test('a removed and an added file are named', async () => {
  const file = await changedPack((contents) => {
    contents.delete('models.json');
    contents.set('note.txt', Buffer.from('x'));
  });
  expect(await brokenIn(file)).toEqual(['models.json was removed.', 'note.txt was added.']);
});

test('what is no pack is refused in a sentence', async () => {
  const file = join(folder, 'text.zip');
  await writeFile(file, 'Dear Sir or Madam');
  const { status, out } = await walkaround(['verify', file], { cwd: folder });
  expect(status).toBe(1);
  expect(out).toBe(
    `BROKEN  ${file} is not a ZIP file, so it is no evidence pack. Download the pack again.\nThe pack does not hold.\n`,
  );
  await expect(readPack(join(folder, 'missing.zip'))).rejects.toThrow('There is no file');
  const empty = await changedPack((contents) => contents.clear());
  await expect(brokenIn(empty)).rejects.toThrow('no manifest.json');
});
