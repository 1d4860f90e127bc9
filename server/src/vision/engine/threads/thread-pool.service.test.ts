import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import type { Order } from './test-thread.ts';
import { createThreadPool, type ThreadPool, type Urgency } from './thread-pool.ts';

const opened: ThreadPool<Order, string>[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

async function poolOf(settings: {
  threads?: number;
  mostWaiting?: number;
  patienceMs?: number;
  bornDead?: boolean;
}) {
  const deaths: string[] = [];
  const threads: Worker[] = [];
  let births = 0;
  const pool = createThreadPool<Order, string, string>({
    threads: settings.threads ?? 1,
    mostWaiting: settings.mostWaiting ?? 10,
    patienceMs: settings.patienceMs ?? 20_000,
    open: (canceled) => {
      const thread = new Worker(new URL('./test-thread.ts', import.meta.url), {
        workerData: { canceled, bornDead: settings.bornDead ?? false },
      });
      threads.push(thread);
      return thread;
    },
    onReady: () => births++,
    onDeath: (reason) => deaths.push(reason),
  });
  opened.push(pool);
  await pool.started;
  return { pool, deaths, threads, births: () => births };
}

test('photos wait for their turn and get their own answer', async () => {
  const { pool } = await poolOf({});
  const answers = ['a', 'b', 'c'].map((echo, i) => pool.ask({ echo, afterMs: 20 - 10 * i }));
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
});

test('a photo that somebody waits for goes first, the others do not wait for ever, and what is idle goes last', async () => {
  const { pool } = await poolOf({});
  const answered: string[] = [];
  const ask = async (echo: string, urgency: Urgency) => {
    answered.push(await pool.ask({ echo, afterMs: 10 }, undefined, urgency));
  };
  await Promise.all([
    ask('running', 'usual'),
    ask('along', 'idle'),
    ...['task 1', 'task 2', 'task 3', 'task 4'].map((name) => ask(name, 'usual')),
    ...['upload 1', 'upload 2', 'upload 3'].map((name) => ask(name, 'urgent')),
  ]);
  const inTurn = ['upload 1', 'task 1', 'upload 2', 'task 2', 'upload 3', 'task 3', 'task 4'];
  expect(answered).toEqual(['running', ...inTurn, 'along']);
});

test('a photo too many is refused at once, with the advice to try again', async () => {
  const { pool } = await poolOf({ mostWaiting: 1 });
  const first = pool.ask({ echo: 'first', afterMs: 50 });
  const second = pool.ask({ echo: 'second' });
  await expect(pool.ask({ echo: 'third' })).rejects.toMatchObject({ kind: 'temporary', code: 'models_busy' });
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  expect(await pool.ask({ echo: 'fourth' })).toBe('fourth');
});

test('a photo nobody waits for any more is left out while it waits', async () => {
  const { pool } = await poolOf({});
  const first = pool.ask({ echo: 'first', afterMs: 50 });
  const giveUp = new AbortController();
  const second = pool.ask({ echo: 'second' }, giveUp.signal);
  giveUp.abort(new Error('no longer needed'));
  await expect(second).rejects.toThrow('no longer needed');
  expect(await first).toBe('first');
});

test('a photo under way is given up at once, and the thread stops at its next step', async () => {
  const { pool, deaths } = await poolOf({});
  const giveUp = new AbortController();
  const asked = pool.ask({ untilCanceled: true }, giveUp.signal);
  await sleep(20);
  giveUp.abort(new Error('no longer needed'));
  await expect(asked).rejects.toThrow('no longer needed');
  expect(await pool.ask({ echo: 'next' })).toBe('next');
  expect(deaths).toEqual([]);
});

test('a photo that was given up before it was asked for is not analyzed', async () => {
  const { pool } = await poolOf({});
  await expect(pool.ask({ echo: 'x' }, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
});

test('a thread that dies is replaced; its photo is tried once more, then reported as failed', async () => {
  const { pool, deaths, births } = await poolOf({});
  const killer = pool.ask({ die: true });
  const next = pool.ask({ echo: 'next' });
  await expect(killer).rejects.toMatchObject({ kind: 'ours', code: 'models_failed' });
  expect(await next).toBe('next');
  expect(deaths).toHaveLength(2);
  expect(births()).toBe(3);
});

test('a thread that gives no answer is left alone and replaced; its photo is not tried again', async () => {
  const { pool, deaths, threads } = await poolOf({ patienceMs: 300 });
  await expect(pool.ask({ hangMs: 1000 })).rejects.toMatchObject({ code: 'models_failed' });
  expect(deaths).toEqual(['no answer after 0.3 s']);
  expect(await pool.ask({ echo: 'next' })).toBe('next');
  // It is not ended by force, which would abort the process in the middle of a run; it goes when it comes back.
  expect(threads).toHaveLength(2);
  await once(threads[0]!, 'exit');
});

test('while too many threads are stuck no more are started; photos wait until one has come back', async () => {
  const { pool, threads } = await poolOf({ patienceMs: 200 });
  for (let n = 0; n < 3; n++)
    await expect(pool.ask({ hangMs: 3000 })).rejects.toMatchObject({ code: 'models_failed' });
  expect(threads).toHaveLength(3);
  expect(await pool.ask({ echo: 'next' })).toBe('next');
  expect(threads).toHaveLength(4);
});

test('what a thread refuses and what fails in it are told apart', async () => {
  const { pool } = await poolOf({});
  await expect(pool.ask({ refuse: 'Not a photo.' })).rejects.toMatchObject({
    kind: 'input',
    message: 'Not a photo.',
  });
  await expect(pool.ask({ fail: 'division by zero' })).rejects.toMatchObject({
    code: 'models_failed',
    cause: { message: 'division by zero' },
  });
});

test('when no thread can be started, every photo is refused instead of waiting for ever', async () => {
  const { pool, deaths } = await poolOf({ bornDead: true });
  await expect(pool.ask({ echo: 'x' })).rejects.toMatchObject({ code: 'models_failed' });
  expect(deaths).toEqual(['born dead', 'born dead', 'born dead']);
});

test('closing ends what waits and what runs', async () => {
  const { pool } = await poolOf({});
  const running = pool.ask({ untilCanceled: true });
  const waiting = pool.ask({ echo: 'x' });
  const outcomes = Promise.allSettled([running, waiting]);
  await pool.close();
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'shutting_down' } });
  await expect(pool.ask({ echo: 'late' })).rejects.toMatchObject({ code: 'shutting_down' });
});
