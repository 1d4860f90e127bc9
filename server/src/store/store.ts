import type pg from 'pg';
import type { Reach } from '../inspections/access.ts';
import { Problem } from '../inspections/problem.ts';
import type { Job, Store } from '../inspections/store-ports.ts';
import { assessmentsOn } from './assessments.ts';
import { auditLogOn } from './audit-log.ts';
import { correctionsOn } from './corrections.ts';
import { databaseOn, guarded, type Queryable } from './database.ts';
import { documentsOn } from './documents.ts';
import { erasuresOn } from './erasures.ts';
import { eventsOn } from './events.ts';
import { fileSweepOn } from './file-sweep.ts';
import { findingsOn } from './findings.ts';
import { housekeepingOn } from './housekeeping.ts';
import { idempotencyOn } from './idempotency.ts';
import { imagesOn } from './images.ts';
import { inspectionsOn } from './inspections.ts';
import { organizationsOn } from './organizations.ts';
import { priceMatricesOn } from './price-matrices.ts';
import { pricesOn } from './prices.ts';
import { actFor } from './reach.ts';
import { reportsOn } from './reports.ts';
import { shareLinksOn } from './share-links.ts';
import { sightingsOn } from './sightings.ts';
import { tasksOn } from './tasks.ts';
import { usageOn } from './usage.ts';
import { webhooksOn } from './webhooks.ts';
import { wheelsOn } from './wheels.ts';

/** Puts a job into the queue over the given connection, so that it is part of that transaction. */
export type SendJob = (client: Queryable, job: Job) => Promise<void>;

const storeOn = (
  client: Queryable,
  send: SendJob,
  transaction: (self: Store) => Store['transaction'],
): Store => {
  const database = databaseOn(client);
  const jobs = { send: (job: Job) => guarded(() => send(client, job)) };
  const store: Store = {
    inspections: inspectionsOn(database),
    tasks: tasksOn(database),
    images: imagesOn(database),
    findings: findingsOn(database),
    assessments: assessmentsOn(database),
    prices: pricesOn(database),
    priceMatrices: priceMatricesOn(database),
    corrections: correctionsOn(database),
    sightings: sightingsOn(database),
    documents: documentsOn(database),
    wheels: wheelsOn(database),
    reports: reportsOn(database),
    shareLinks: shareLinksOn(database),
    organizations: organizationsOn(database),
    events: eventsOn(database, jobs),
    webhooks: webhooksOn(database),
    idempotency: idempotencyOn(database),
    housekeeping: housekeepingOn(database),
    auditLog: auditLogOn(database),
    erasures: erasuresOn(database),
    usage: usageOn(database),
    fileSweep: fileSweepOn(database),
    jobs,
    transaction: (work) => transaction(store)(work),
  };
  return store;
};

/** Nothing can be rolled back over a connection that does not answer; closing it does the same. */
const isAway = (error: unknown): error is Problem => error instanceof Problem && error.status === 503;

/** Each statement on a connection of its own, which acts for that reach. */
const limited = (pool: pg.Pool, reach: Reach): Queryable => ({
  query: async (statement) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const [, result] = await Promise.all([actFor(client, reach), client.query(statement)]);
      return result;
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  },
});

export const createStore = (pool: pg.Pool, send: SendJob, reach: Reach): Store => {
  const transaction: Store['transaction'] = async (work) => {
    const client = await guarded(() => pool.connect());
    let broken: Error | undefined;
    try {
      await guarded(() => Promise.all([actFor(client, reach), client.query('begin')]));
      const result = await work(storeOn(client, send, (self) => (inner) => inner(self)));
      await guarded(() => client.query('commit'));
      return result;
    } catch (error) {
      if (isAway(error)) broken = error;
      else
        await client.query('rollback').catch((cause: Error) => {
          broken = cause;
        });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return storeOn(limited(pool, reach), send, () => transaction);
};
