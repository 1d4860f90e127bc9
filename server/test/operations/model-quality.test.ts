import { randomUUID } from 'node:crypto';
import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { foundDamages } from '@walkaround/harness/clients/found-damages.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { newSuspicion } from '@walkaround/harness/clients/suspicion.ts';
import { setStatus } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { apiBeside } from '@walkaround/harness/services/own-service.ts';
import { beforeEach, expect, inject, test } from 'vitest';

const PATH = '/organization/model_quality';
const BOX = { xmin: 10, ymin: 10, width: 30, height: 20 };

let admin: Client;
let member: Client;

beforeEach(async () => {
  const organization = `org-${randomUUID()}`;
  admin = await client({ organization, permissions: ['organization:manage'] });
  member = await client({ organization });
});

/** An inspection with so many finds, of which some are dismissed; approved, and made some weeks ago. */
const reviewed = async (found: number, dismissed: number, weeksAgo = 0) => {
  const id = await newInspection(member);
  const path = `/inspections/${id}`;
  const added = await member.upload(`${path}/images`, { tasks: ['damage_detection'] }, await photo(120, 90));
  const image = added.body.id as string;
  const ids = await foundDamages(
    id,
    Array.from({ length: found }, () => ({ image, box: BOX })),
  );
  for (const damage of ids.slice(0, dismissed))
    expect((await member.delete(`${path}/damages/${damage}`)).status).toBe(200);
  return { id, path, image, kept: ids.slice(dismissed), weeksAgo };
};

const approve = async ({ id, weeksAgo }: { id: string; weeksAgo: number }) => {
  await setStatus(member, id, 'damage_detection', 'DONE');
  expect((await setStatus(member, id, 'damage_detection', 'VALIDATED')).status).toBe(200);
  const database = await databaseOf({ dataDir: inject('serviceDataDir') });
  await database.query(
    `update inspections set created_at = created_at - $2 * interval '1 week' where id = $1`,
    [id, weeksAgo],
  );
  await database.end();
};

test('what people made of the finds of a model is counted by week, of approved inspections only', async () => {
  const one = await reviewed(4, 1);
  await reviewed(3, 3);
  await member.patch(`${one.path}/damages/${one.kept[0]}`, { damage_type: 'dent' });
  await member.patch(`${one.path}/damages/${one.kept[1]}`, { is_confirmed: true });
  await member.post(`${one.path}/damages`, { damage_type: 'dent', part_type: 'roof' });
  const suspicions = [
    await newSuspicion(one.id, one.image),
    await newSuspicion(one.id, one.image),
    await newSuspicion(one.id, one.image, { part_type: null }),
  ];
  for (const [n, decision] of ['confirm', 'dismiss'].entries())
    expect((await member.post(`${one.path}/suspicions/${suspicions[n]}/${decision}`, {})).status).toBe(200);
  expect((await admin.get(PATH)).body).toMatchObject({ weeks: [], alerts: [] });
  await approve(one);
  const { weeks } = (await admin.get(PATH)).body;
  expect(weeks).toMatchObject([{ inspections: 1, photos: 1 }]);
  expect(weeks[0].models).toEqual([
    {
      name: 'damage',
      version: '1.2.0',
      outcomes: {
        confirmed: 2,
        corrected: 1,
        dismissed: 1,
        added: 1,
        suspected_confirmed: 1,
        suspected_dismissed: 1,
        suspected_open: 1,
      },
      confirmed_share: 0.5,
      added_share: 0.2,
      abstained_share: 3 / 7,
      mean_score: expect.closeTo(0.8),
      score_drift: null,
    },
  ]);
  expect(new Date(weeks[0].week).getUTCDay()).toBe(1);
  const other = await client({ organization: `org-${randomUUID()}`, permissions: ['organization:manage'] });
  expect((await other.get(PATH)).body.weeks).toEqual([]);
});

test('an alert says when people confirm less, and the metrics of the installation name no organization', async () => {
  for (const weeksAgo of [3, 2, 1]) await approve(await reviewed(40, 2, weeksAgo));
  expect((await admin.get(PATH)).body.alerts).toEqual([]);
  await approve(await reviewed(40, 20));
  const { weeks, alerts } = (await admin.get(PATH)).body;
  expect(weeks.map(({ models }: Body) => models[0].confirmed_share)).toEqual([0.95, 0.95, 0.95, 0.5]);
  expect(alerts).toMatchObject([{ code: 'confirmation_fell', model: 'damage', share: 0.5, findings: 40 }]);
  expect(alerts[0].message).toContain('People confirmed 50 % of 40 findings of the model damage 1.2.0');
  expect((await admin.get(`${PATH}?weeks=1`)).body).toMatchObject({ weeks: [weeks[3]], alerts });
  // One that has not counted them yet: they are kept for ten minutes.
  const beside = await apiBeside({});
  const metrics = await until(
    async () => (await fetch(`${beside.url}/metrics`)).text(),
    (text) => text.includes('walkaround_model_finds{'),
  );
  await beside.stop();
  expect(metrics).toMatch(/walkaround_model_finds\{model="damage",version="1.2.0",outcome="dismissed"\} \d+/);
  expect(metrics).toMatch(/walkaround_model_confirmation_fell\{model="damage",version="1.2.0"\} [01]/);
  expect(metrics).not.toMatch(/org-[\da-f]{8}/);
});

test.each(['0', '27', 'many'])('%s weeks are refused', async (weeks) => {
  expectProblem(await admin.get(`${PATH}?weeks=${weeks}`), 422, 'invalid_input', ['weeks']);
});
