/** How models did in the last seven days, over the whole installation. */
import { Gauge, type Registry } from 'prom-client';
import type { Fall, Week } from '../inspections/watching/model-quality.ts';

export type Watch = () => Promise<{ last: Week | null; falls: Fall[] }>;

/** Counting them takes longer than a scrape may, and they change slowly. */
const KEPT_MS = 10 * 60_000;

/** The last answer, while a newer one is on its way. Without a database the last one stays. */
const remembered = (watch: Watch): (() => Awaited<ReturnType<Watch>> | null) => {
  let known: Awaited<ReturnType<Watch>> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - askedAt > KEPT_MS) {
      askedAt = performance.now();
      watch().then(
        (answer) => {
          known = answer;
        },
        () => {
          askedAt = Number.NEGATIVE_INFINITY;
        },
      );
    }
    return known;
  };
};

export const watchedMetrics = (registry: Registry, watch: Watch) => {
  const latest = remembered(watch);
  type Latest = NonNullable<ReturnType<typeof latest>>;
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    fill: (set: (labels: Record<string, string>, value: number) => void, watched: Latest) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        const watched = latest();
        if (watched) fill((labels, value) => this.set(labels, value), watched);
      },
    });
  const named = ({ name, version }: { name: string | null; version: string | null }) => ({
    model: name ?? 'unknown',
    version: version ?? 'unknown',
  });
  gauge(
    'walkaround_model_finds',
    'Finds in approved inspections of the last seven days, by model and by what people made of them.',
    ['model', 'version', 'outcome'],
    (set, { last }) => {
      for (const model of last?.models ?? [])
        for (const [outcome, count] of Object.entries(model.outcomes))
          set({ ...named(model), outcome }, count);
    },
  );
  gauge(
    'walkaround_model_abstained_share',
    'Of what a model saw in the last seven days, the share that it left to people.',
    ['model', 'version'],
    (set, { last }) => {
      for (const model of last?.models ?? [])
        if (model.abstained_share !== null) set(named(model), model.abstained_share);
    },
  );
  gauge(
    'walkaround_model_score_drift',
    'How far the scores of the last seven days lie from those of the validation photos (population stability index).',
    ['model', 'version'],
    (set, { last }) => {
      for (const model of last?.models ?? [])
        if (model.score_drift !== null) set(named(model), model.score_drift);
    },
  );
  gauge(
    'walkaround_photo_quality_drift',
    'The same for the quality of photos.',
    ['score'],
    (set, { last }) => {
      for (const { score, drift } of last?.quality ?? []) if (drift !== null) set({ score }, drift);
    },
  );
  gauge(
    'walkaround_model_confirmation_fell',
    '1 where people confirm a smaller share of findings than in the eight weeks before, by more than chance explains.',
    ['model', 'version'],
    (set, { last, falls }) => {
      for (const model of last?.models ?? [])
        if (model.name !== null) set(named(model), Number(falls.some(({ name }) => name === model.name)));
    },
  );
};
