/**
 * Fair queueing between tenants. Every waiting job has a round, and the rounds are served one after the other:
 * a tenant's next job goes into the round behind its last one, and who has none waiting joins the round that is served
 * now. So each tenant is served once in a round, whatever the others have waiting; and no round is put off for ever,
 * for nobody joins an earlier one than that. This is start-time fair queueing.
 *
 * What is tried again keeps its round and comes first, once per attempt.
 *
 * What somebody waits for stands in a line of its own and comes first in its round. Two who send at the same moment do
 * not see each other and may share a round: nothing is locked for an order that need not be exact.
 */
import type { Job } from '../inspections/ports/store.ts';

/** Those with somebody waiting, then the others. pg-boss takes the highest priority first, and of equals the oldest. */
const LINES_IN_A_ROUND = 2;

const CREATED = `from pgboss.job_common where name = $1 and state = 'created'`;

/**
 * The round for a job of queue $1 and line $2. Where nothing new waits, those that run or will be tried again tell how
 * far the queue has come: a new count from 0 would put them behind everything.
 */
export const ROUND = `
  select greatest(
    coalesce(
      (select -priority / ${LINES_IN_A_ROUND} ${CREATED} order by priority desc limit 1),
      greatest(
        (select -priority / ${LINES_IN_A_ROUND} from pgboss.job_common
          where name = $1 and state < 'active' and not blocked order by priority limit 1),
        (select max(-priority / ${LINES_IN_A_ROUND}) from pgboss.job_common
          where name = $1 and state = 'active' and group_id is not null)),
      0),
    (select 1 - priority / ${LINES_IN_A_ROUND} ${CREATED} and group_id = $2 order by priority limit 1)) as round`;

/** The two questions above are answered from the ends of these, however much waits. */
export const INDEXES = `
  do $$ begin
    perform pg_advisory_xact_lock(hashtext('walkaround turns'));
    if to_regclass('pgboss.walkaround_lines') is null then
      create index walkaround_rounds on pgboss.job_common (name, priority desc) where state = 'created';
      create index walkaround_lines on pgboss.job_common (name, group_id, priority) where state = 'created';
    end if;
  end $$`;

export const lineOf = ({ tenant, urgent = false }: Job) => (urgent ? `${tenant} waits` : tenant);

export const priorityIn = (round: number, { urgent = false }: Job) =>
  -(LINES_IN_A_ROUND * round + (urgent ? 0 : 1));
