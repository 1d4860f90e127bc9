import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { until } from '../clients/client.ts';
import { startGrants } from '../faults/grants.ts';
import { expectAllThere, startLoad } from '../faults/load.ts';
import { randomFrom, SEED } from '../faults/random.ts';
import { photo } from '../pictures/pictures.ts';
import { startCluster } from './cluster.ts';
import { startReceiver } from './receiver.ts';

type Story = {
  task: string;
  kills: number;
  clients: number;
  /** Inspections that are acknowledged between two kills. */
  between: number;
  environment: Record<string, string>;
};

/** What is told of a task's end, where nothing is told twice. */
const deliveriesOf = `select count(*)::int as all, count(distinct inspection_id)::int as inspections,
  count(*) filter (where status = 'delivered')::int as delivered
  from deliveries where event_type = 'task.done' and payload -> 'data' ->> 'task' = $1`;

/** Clients work with three apis and three workers while these are killed at random; then everything is counted. */
export const scaleOut = async ({ task, kills, clients, between, environment }: Story) => {
  const cluster = await startCluster(environment);
  const receiver = await startReceiver();
  try {
    const wishes = { user: 'scale-out', organization: randomUUID(), permissions: ['webhooks:manage'] };
    const api = await cluster.client(wishes);
    const webhook = { url: `${receiver.url}/done`, event_types: ['task.done'] };
    expect((await api.post('/webhooks', webhook)).status).toBe(201);
    const pictures = await Promise.all(Array.from({ length: 8 }, () => photo(640, 480)));

    const random = randomFrom(SEED);
    const grants = startGrants();
    // So many more than are waited for that requests are under way whenever something is killed.
    grants.give(clients);
    const load = startLoad(Array(clients).fill(api), pictures, task, grants.take);
    const killed = { api: 0, worker: 0 };
    for (let kill = 0; kill < kills; kill++) {
      grants.give(between);
      await load.progress(between);
      await sleep(random() * 200);
      killed[await cluster.killOne(random())] += 1;
    }
    grants.give(between);
    await load.progress(between);
    grants.give(clients);
    await load.stop();
    const where = `SEED=${SEED}`;
    expect(load.failures, where).toEqual([]);

    const { database } = cluster;
    const { photos, started, resent } = load.acknowledged;
    await expectAllThere(api, load.acknowledged, { database, task });
    const once = { all: started.length, inspections: started.length, delivered: started.length };
    await until(
      () => database.query(deliveriesOf, [task]),
      ({ rows }) => rows[0].delivered >= started.length,
      60_000,
    );
    expect((await database.query(deliveriesOf, [task])).rows, where).toEqual([once]);

    const calls = receiver.at('/done').filter(({ body }) => body.data.task === task);
    await cluster.leaveBehind(started[0]!);
    const swept = await cluster.sweep();
    expect(swept, where).toBeGreaterThanOrEqual(1);
    expect(await cluster.filesInStore(), where).toEqual(await cluster.filesOfRows());
    return (
      `scale-out: 3 apis and 3 workers, ${killed.api} apis and ${killed.worker} workers killed (${where}); ` +
      `${photos.size} inspections, ${[...photos.values()].flat().length} photos and ${started.length} ${task} tasks acknowledged, ` +
      `all there once; ${resent} requests resent, ${calls.length} webhook calls for ${started.length} tasks, ` +
      `${swept} files without an owner swept, none left\n`
    );
  } finally {
    await receiver.close();
    await cluster.stop();
  }
};
