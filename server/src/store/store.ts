import type pg from 'pg';
import type { Reach } from '../inspections/access.ts';
import type { Job, Store } from '../inspections/ports/store.ts';
import { Problem } from '../inspections/problems/problem.ts';
import { databaseOn, guarded, type Queryable } from './database.ts';
import { idempotencyOn } from './idempotency.ts';
import { assessmentsOn } from './inspections/assessments.ts';
import { commentsOn } from './inspections/comments.ts';
import { contestsOn } from './inspections/contests.ts';
import { correctionsOn } from './inspections/corrections.ts';
import { documentsOn } from './inspections/documents.ts';
import { evidenceOn } from './inspections/evidence.ts';
import { findingsOn } from './inspections/findings.ts';
import { imagesOn } from './inspections/images.ts';
import { inspectionsOn } from './inspections/inspections.ts';
import { knownVehiclesOn } from './inspections/lists/known-vehicles.ts';
import { pricesOn } from './inspections/prices.ts';
import { reportsOn } from './inspections/reports.ts';
import { shareLinksOn } from './inspections/share-links.ts';
import { sideBySidesOn } from './inspections/side-by-sides.ts';
import { sightingsOn } from './inspections/sightings.ts';
import { statedOn } from './inspections/stated.ts';
import { suspicionsOn } from './inspections/suspicions.ts';
import { tasksOn } from './inspections/tasks.ts';
import { wheelsOn } from './inspections/wheels.ts';
import { auditLogOn } from './organization/audit-log.ts';
import { eventsOn } from './organization/events.ts';
import { lessonsOn } from './organization/lessons.ts';
import { membersOn } from './organization/members.ts';
import { modelVersionsOn } from './organization/model-versions.ts';
import { organizationsOn } from './organization/organizations.ts';
import { priceMatricesOn } from './organization/price-matrices.ts';
import { savedFiltersOn } from './organization/saved-filters.ts';
import { trainingDataOn } from './organization/training-data.ts';
import { usageOn } from './organization/usage.ts';
import { watchingOn } from './organization/watching.ts';
import { webhooksOn } from './organization/webhooks.ts';
import { actFor } from './reach.ts';
import { erasuresOn } from './upkeep/erasures.ts';
import { fileSweepOn } from './upkeep/file-sweep.ts';
import { housekeepingOn } from './upkeep/housekeeping.ts';
import { requestCountsOn } from './upkeep/request-counts.ts';
import { workersOn } from './upkeep/workers.ts';

/** Puts a job into the queue over the given connection, so that it is part of that transaction. */
type SendJob = (client: Queryable, job: Job) => Promise<void>;

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
    suspicions: suspicionsOn(database),
    assessments: assessmentsOn(database),
    prices: pricesOn(database),
    priceMatrices: priceMatricesOn(database),
    corrections: correctionsOn(database),
    sightings: sightingsOn(database),
    documents: documentsOn(database),
    wheels: wheelsOn(database),
    stated: statedOn(database),
    knownVehicles: knownVehiclesOn(database),
    evidence: evidenceOn(database),
    reports: reportsOn(database),
    shareLinks: shareLinksOn(database),
    contests: contestsOn(database),
    comments: commentsOn(database),
    organizations: organizationsOn(database),
    members: membersOn(database),
    savedFilters: savedFiltersOn(database),
    events: eventsOn(database, jobs),
    webhooks: webhooksOn(database),
    idempotency: idempotencyOn(database),
    housekeeping: housekeepingOn(database),
    auditLog: auditLogOn(database),
    erasures: erasuresOn(database),
    usage: usageOn(database),
    trainingData: trainingDataOn(database),
    lessons: lessonsOn(database),
    watching: watchingOn(database),
    modelVersions: modelVersionsOn(database),
    sideBySides: sideBySidesOn(database),
    fileSweep: fileSweepOn(database),
    requestCounts: requestCountsOn(database),
    workers: workersOn(database),
    jobs,
    transaction: (work) => transaction(store)(work),
  };
  return store;
};

/** Nothing can be rolled back over a connection that does not answer; closing it does the same. */
const isAway = (error: unknown): error is Problem => error instanceof Problem && error.kind === 'away';

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
