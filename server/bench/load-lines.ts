/** What clients find, and what is told of it in lines and in curves. */
import { type Latency, type Line, ratioLine, valueLine } from './figure.ts';
import { median, percentile } from './rounds.ts';
import { sparkline } from './sparkline.ts';

const CALLS = ['create', 'upload', 'read', 'list', 'summaries', 'start'] as const;
export type Call = (typeof CALLS)[number];
/** When it was answered, since the beginning, and how long that took. */
export type Answered = { call: Call; at: number; ms: number };
export type Outcome = {
  answered: Answered[];
  errors: string[];
  /** Share of the time in which this process had something to do: near 1 the clients themselves are the limit. */
  busy: number;
};

/** V8 takes and gives back its heap in steps as large as this. */
const MEMORY_NOISE_MB = 60;

export const timesOf = (outcomes: Outcome[], call?: Call) =>
  outcomes.flatMap(({ answered }) =>
    answered.filter((one) => !call || one.call === call).map(({ ms }) => ms),
  );

const latency = (times: number[]): Latency => ({
  p50: Number(median(times).toFixed(1)),
  p99: Number(percentile(times, 0.99).toFixed(1)),
});

/** The 99th percentile of each second, for people to look at. */
export const draw = ({ answered }: Outcome, resident: number[], seconds: number) => {
  const lines = CALLS.map((call) => {
    const bySecond = Object.groupBy(
      answered.filter((one) => one.call === call),
      ({ at }) => Math.floor(at / 1000),
    );
    const p99 = Array.from({ length: seconds }, (_, second) =>
      percentile(
        (bySecond[second] ?? [{ ms: 0 }]).map(({ ms }) => ms),
        0.99,
      ),
    );
    return `  ${call.padEnd(10)} ${sparkline(p99)} up to ${Math.round(Math.max(...p99))} ms`;
  });
  const memory = `  ${'memory'.padEnd(10)} ${sparkline(resident)} up to ${Math.round(Math.max(...resident))} MB`;
  process.stderr.write(`\nload: the slowest hundredth of each second\n${[...lines, memory].join('\n')}\n`);
};

export const linesOf = (
  floor: Outcome[],
  ours: Outcome,
  seconds: { floor: number; ours: number },
): Line[] => {
  const perSecond = {
    floor: timesOf(floor).length / seconds.floor,
    ours: ours.answered.length / seconds.ours,
  };
  const times = { floor: 1000 / perSecond.floor, ours: 1000 / perSecond.ours };
  return [
    {
      ...ratioLine('load', 2.5, { ...times, runs: ours.answered.length }),
      calls_per_second: { floor: Math.round(perSecond.floor), ours: Math.round(perSecond.ours) },
    },
    ...CALLS.flatMap((call) => {
      const both = { floor: timesOf(floor, call), ours: timesOf([ours], call) };
      // Where too much fails, the errors are all there is to tell.
      if (both.floor.length === 0 || both.ours.length === 0) return [];
      const [slowFloor, slow] = [percentile(both.floor, 0.99), percentile(both.ours, 0.99)];
      return {
        ...ratioLine(`load_${call}_p99`, 4, { floor: slowFloor, ours: slow, runs: both.ours.length }),
        latency_ms: { floor: latency(both.floor), ours: latency(both.ours) },
      };
    }),
  ];
};

/** From the end of its first third, when the process is warm, to the end of the time. */
export const memoryLine = (resident: number[], rounds: number): Line => {
  const third = Math.ceil(resident.length / 3);
  const warm = median(resident.slice(Math.max(0, third - 5), third));
  const last = median(resident.slice(-5));
  return {
    ...valueLine('load_memory', MEMORY_NOISE_MB, last - warm, 'MB', rounds),
    resident_mb: { [third]: Math.round(warm), [rounds]: Math.round(last) },
  };
};
