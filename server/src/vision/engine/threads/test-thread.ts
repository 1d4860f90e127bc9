/** A thread that does as it is told, also what a thread should never do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { CLOSING, type FromThread, type ToThread } from './thread-pool.ts';

export type Order =
  | { echo: string; afterMs?: number }
  | { die: true }
  | { hangMs: number }
  | { fail: string }
  | { refuse: string }
  | { untilCanceled: true };

const { canceled, bornDead } = workerData as { canceled: SharedArrayBuffer; bornDead: boolean };
const flag = new Int32Array(canceled);
const say = (message: FromThread<string, string>) => parentPort!.postMessage(message);
if (bornDead) throw new Error('born dead');

async function obey(id: number, order: Order) {
  if ('die' in order) process.exit(1);
  if ('hangMs' in order) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, order.hangMs);
  if ('fail' in order) return say({ id, failure: order.fail });
  if ('refuse' in order) return say({ id, problem: { code: 'invalid_image', message: order.refuse } });
  if ('untilCanceled' in order) {
    while (![id, CLOSING].includes(Atomics.load(flag, 0))) await sleep(5);
    return say({ id, failure: 'canceled' });
  }
  if (!('echo' in order)) return;
  await sleep(order.afterMs ?? 0);
  say({ id, answer: order.echo });
}

parentPort!.on('message', (message: ToThread<Order>) => {
  if ('close' in message) parentPort!.close();
  else void obey(message.id, message.question);
});
say({ ready: 'here' });
