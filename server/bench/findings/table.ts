/** The figures as a table: a row a figure, a column a kind of inspection. */
import { CLAIMS } from './claims.ts';
import { FIGURE_NAMES, FIGURES, type Figure, type Score, sumOf } from './score.ts';
import type { Half, KnownInspection } from './truth.ts';

export type Scored = { known: KnownInspection; score: Score };

const isCloseUp = ({ photos }: KnownInspection) => photos.every(({ close_up }) => close_up);

/** Photos of whole vehicles and close-ups differ more than any two models. */
const KINDS: Record<string, (known: KnownInspection) => boolean> = {
  photos: ({ source }) => source === 'photos',
  'of these close-ups': (known) => known.source === 'photos' && isCloseUp(known),
  'wider photos': (known) => known.source === 'photos' && !isCloseUp(known),
  claims: ({ source }) => source === CLAIMS.val,
  'claims learned from': ({ source }) => source === CLAIMS.train,
  'intact cars': ({ source }) => source === 'intact',
  'rendered cars': ({ source }) => source === 'rendered',
};

export type Column = { kind: string; inspections: number; figures: Score };

export const columnsOf = (all: readonly Scored[], half: Half): Column[] =>
  Object.entries(KINDS).flatMap(([kind, is]) => {
    const some = all.filter(({ known }) => known.half === half && is(known));
    if (some.length === 0) return [];
    return { kind, inspections: some.length, figures: sumOf(some.map(({ score }) => score)) };
  });

const shown = ({ count, of }: Figure) => (of === 0 ? '-' : `${(count / of).toFixed(2)} (${count}/${of})`);

export const tableOf = (half: Half, columns: readonly Column[]): string => {
  const rows = [
    [`${half} half`, ...columns.map(({ kind, inspections }) => `${kind} (${inspections})`)],
    ...FIGURE_NAMES.map((name) => [
      FIGURES[name].about,
      ...columns.map(({ figures }) => shown(figures[name])),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
