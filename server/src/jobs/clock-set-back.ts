/**
 * The queue times everything by the clock of Postgres. When that is set back by an hour, what was to be done now would be
 * done in an hour: jobs that wait, pauses before another attempt, the look after dead workers. So times that lie too far
 * ahead are brought back. To do it twice, or for several workers to do it, changes nothing.
 */

/** No clock is corrected by less than that at once, and no statement takes as long. */
const NOTICED_SECONDS = 20;

/** Told what Postgres says that it is, answers whether that is less than it should be by now. At first nobody knows. */
export const clockWatch = (elapsedSeconds = () => performance.now() / 1000) => {
  let ahead = Number.POSITIVE_INFINITY;
  return (now: number): boolean => {
    const before = ahead;
    ahead = now - elapsedSeconds();
    return ahead < before - NOTICED_SECONDS;
  };
};

/** A job that was never tried has nothing to wait for; another one waits for no longer than pg-boss lets it. */
const EARLIEST = `pgboss.job_now() + interval '1 second' * case when state = 'created' then 0 when not retry_backoff then retry_delay
  else least(retry_delay_max, greatest(retry_delay, 1) * 2 ^ least(16, retry_count + 1)) end`;

const broughtBack = (table: string, columns: string[]) => `
  update pgboss.${table} set
    ${columns.map((name) => `${name} = case when ${name} > pgboss.job_now() then pgboss.job_now() else ${name} end`).join(', ')}
  where (${columns.map((name) => `${name} > pgboss.job_now()`).join(' or ')})`;

export const BRING_BACK = [
  `update pgboss.job_common set start_after = ${EARLIEST} where state < 'active' and start_after > ${EARLIEST}`,
  `${broughtBack('job_common', ['started_on', 'heartbeat_on'])} and state = 'active'`,
  broughtBack('queue', ['monitor_claim_on', 'monitor_on', 'maintain_on']),
  broughtBack('version', ['cron_on', 'bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on']),
];
