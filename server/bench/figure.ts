/** One line of the benchmark. A ratio is ours over the floor that was measured in the same rounds. */
export type Line = {
  name: string;
  ratio?: number;
  value?: number;
  goal: number;
  ok: boolean;
  floor_ms?: number;
  ours_ms?: number;
  photos_per_second?: number;
  calls_per_second?: { floor: number; ours: number };
  /** Of one kind of call, while many clients are at it. */
  latency_ms?: { floor: Latency; ours: Latency };
  /** The ratio of each kind of call. */
  by_call?: Record<string, number>;
  /** Memory after so many rounds. */
  resident_mb?: Record<string, number>;
  unit: string;
  runs: number;
};

export type Latency = { p50: number; p99: number };

export type Progress = (done: number, total: number, what?: string) => void;

export type Figure = {
  name: string;
  about: string;
  /** How many rounds make the figure steady on a busy machine. */
  rounds: number;
  measure(rounds: number, progress: Progress, options: { quick: boolean }): Promise<Line[]>;
};

const round = (value: number, digits: number) => Number(value.toFixed(digits));

export const ratioLine = (
  name: string,
  goal: number,
  measured: { floor: number; ours: number; runs: number },
): Line => {
  const ratio = round(measured.ours / measured.floor, 2);
  return {
    name,
    ratio,
    goal,
    ok: ratio <= goal,
    floor_ms: round(measured.floor, 2),
    ours_ms: round(measured.ours, 2),
    unit: '×',
    runs: measured.runs,
  };
};

export const valueLine = (name: string, goal: number, value: number, unit: string, runs: number): Line => ({
  name,
  value: round(value, 1),
  goal,
  ok: value <= goal,
  unit,
  runs,
});
