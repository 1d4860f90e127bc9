/** What Python tells of a run, as lines for a person. */

type Entry = {
  stage?: string;
  event?: string;
  step?: number;
  progress?: number;
  seconds?: number;
  own?: number;
  type?: number;
  resumed_at?: number;
};

const minutes = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Python writes NaN, which is no JSON, for figures that a set has no labels for. */
const parsed = (line: string): Entry | null => {
  try {
    return JSON.parse(line.replaceAll(/\bNaN\b/g, 'null')) as Entry;
  } catch {
    return null;
  }
};

/** Null for what nobody needs to read. */
export const toldLine = (line: string): string | null => {
  const entry = parsed(line);
  if (entry === null) return null;
  if (entry.stage !== undefined) return `${entry.stage} …`;
  if (entry.resumed_at !== undefined) return `  going on from step ${entry.resumed_at}`;
  if (entry.type !== undefined)
    return `  step ${entry.step}, ${Math.round(100 * (entry.progress ?? 0))} %, ${minutes(entry.seconds ?? 0)} of training, loss ${entry.type.toFixed(3)}`;
  if (typeof entry.own === 'number' && (entry.event === 'validation' || entry.event === 'end'))
    return `  after step ${entry.step}: average precision ${entry.own.toFixed(3)} on the vehicles kept for thresholds`;
  return null;
};

export type Estimate = {
  photos: number;
  step_seconds: Record<string, number>;
  batch: number;
  seconds: Record<'prepare' | 'teach' | 'export' | 'fit_and_measure', number>;
  memory_bytes: number;
  disk_bytes: number;
};

export const estimateIn = (line: string): Estimate | null =>
  ((parsed(line) ?? {}) as { estimate?: Estimate }).estimate ?? null;

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const rounded = (seconds: number) =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

export const toldEstimate = ({
  photos,
  step_seconds,
  batch,
  seconds,
  memory_bytes,
  disk_bytes,
}: Estimate) => {
  const total = Object.values(seconds).reduce((a, b) => a + b, 0);
  const steps = Object.entries(step_seconds).map(([net, step]) => {
    const share = seconds.teach / Object.keys(step_seconds).length;
    const count = Math.floor(share / step);
    return `  network ${net}    a step of ${batch} photos takes ${step} s: ${count} steps, each photo ${((count * batch) / photos).toFixed(1)} times`;
  });
  return [
    `This run takes about ${rounded(total)} on this machine:`,
    `  prepare       ${rounded(seconds.prepare)} for ${photos} photos`,
    `  teach         ${rounded(seconds.teach)}`,
    ...steps,
    `  export        ${rounded(seconds.export)}`,
    `  fit, measure  ${rounded(seconds.fit_and_measure)}`,
    `It needs about ${gigabytes(memory_bytes)} of memory, and ${gigabytes(disk_bytes)} of disk until it is done.`,
    'Measured just now with eight of your photos, three steps of each network and one detection; the export is a known figure of two cores.',
  ];
};
