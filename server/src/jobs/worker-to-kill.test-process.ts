/** A worker for a test to kill: it takes a task, says so and never finishes it. Argument: the database's address. */
import { testPorts } from '../actions/test-ports.ts';
import { createPool } from '../store/database.ts';
import { createStore } from '../store/store.ts';
import { createQueue } from './queue.ts';
import { startWorkers } from './workers.ts';

const connectionString = process.argv[2]!;
const log = { info() {}, warn() {}, error() {} };
const queue = await createQueue({
  connectionString,
  log,
  works: true,
  taskTimeoutSeconds: 60,
  deliveryAttempts: 3,
});
const store = createStore(
  createPool(connectionString, 4, () => {}),
  queue.send,
  'everything',
);
const takeForEver = () => {
  process.stdout.write('taken\n');
  return new Promise<never>(() => {});
};
await startWorkers(queue, testPorts(store, { analyzers: { damage_detection: takeForEver } }), {
  concurrency: 1,
  log,
});
process.stdout.write('ready\n');
