/** Whether a candidate may take the place of the installed model: rules on figures with intervals. */
import type { Compared, Range } from './bootstrap.ts';
import type { FigureKind } from './figures.ts';
import { LEAST_CASES, LEAST_DAMAGES, LEAST_VEHICLES, MARGIN, SLOWEST } from './tuning.ts';

export type Outcome = 'better' | 'worse' | 'same' | 'too_few';
export type Judged = FigureKind & Compared & { outcome: Outcome };
export type SetName = 'own' | 'public';
export type JudgedSet = {
  name: SetName;
  vehicles: number;
  photos: number;
  inspections: number;
  damages: number;
  figures: Judged[];
};
export type Speed = {
  installed_ms: number;
  candidate_ms: number;
  photos: number;
  /** How many times as long the candidate takes. */
  ratio: Range;
};
export type Verdict = { verdict: 'accepted' | 'refused' | 'undecided'; reasons: string[] };

/** Without these on the own vehicles nobody can say whether the candidate is as good. */
const NEEDED = ['findings.recall', 'findings.precision', 'intact.alarm'];

const WHERE: Record<SetName, string> = {
  own: 'on your held-out vehicles',
  public: 'on the public yardstick',
};

export const outcomeOf = (
  { better }: FigureKind,
  { installed, candidate, difference }: Compared,
): Outcome => {
  const cases = Math.min(installed?.of ?? 0, candidate?.of ?? 0);
  if (difference === null || cases < LEAST_CASES) return 'too_few';
  const [bad, good] =
    better === 'more' ? [-difference.high, difference.low] : [difference.low, -difference.high];
  if (bad > 0) return 'worse';
  return good > 0 ? 'better' : 'same';
};

/** How large a loss the interval leaves possible. */
export const possibleLoss = ({ better, difference }: Judged): number =>
  difference === null ? Infinity : Math.max(0, better === 'more' ? -difference.low : difference.high);

const shown = ({ unit }: FigureKind, value: number) =>
  unit === 'share' ? `${(100 * value).toFixed(1)} %` : value.toFixed(2);

const told = (set: JudgedSet, figure: Judged) =>
  `${figure.about} (${WHERE[set.name]}): ${shown(figure, figure.installed!.value)} with the installed model, ${shown(figure, figure.candidate!.value)} with the candidate`;

const worseIn = (set: JudgedSet) =>
  set.figures
    .filter(({ outcome }) => outcome === 'worse')
    .map((figure) => `Worse, and not by chance: ${told(set, figure)}.`);

const betterIn = (set: JudgedSet) =>
  set.figures
    .filter(({ outcome, type }) => outcome === 'better' && type === null)
    .map((figure) => `Better: ${told(set, figure)}.`);

const tooLittle = ({ vehicles, damages, figures }: JudgedSet): string[] => {
  const lacking: string[] = [];
  if (vehicles < LEAST_VEHICLES)
    lacking.push(`There are ${vehicles} held-out vehicles, and a verdict needs ${LEAST_VEHICLES}.`);
  if (damages < LEAST_DAMAGES)
    lacking.push(
      `The held-out vehicles show ${damages} labeled damages, and a verdict needs ${LEAST_DAMAGES}.`,
    );
  for (const figure of figures.filter(({ id }) => NEEDED.includes(id))) {
    const { about, outcome, installed, candidate } = figure;
    const cases = Math.min(installed?.of ?? 0, candidate?.of ?? 0);
    if (outcome === 'too_few')
      lacking.push(`Too few cases to judge "${about}": ${cases}, and ${LEAST_CASES} are needed.`);
    else if (outcome === 'same' && possibleLoss(figure) > MARGIN)
      lacking.push(
        `A loss of up to ${Math.round(100 * possibleLoss(figure))} points cannot be ruled out for "${about}"; at most ${100 * MARGIN} are accepted.`,
      );
  }
  return lacking;
};

const tooSlow = ({ installed_ms, candidate_ms, ratio }: Speed) =>
  ratio.low > SLOWEST
    ? [
        `Too slow, and not by chance: a photo takes ${Math.round(candidate_ms)} ms, and ${Math.round(installed_ms)} ms with the installed model.`,
      ]
    : [];

const perhapsSlow = ({ ratio }: Speed) =>
  ratio.high > SLOWEST
    ? [
        `The candidate may take up to ${ratio.high.toFixed(1)} times as long; at most ${SLOWEST} times is accepted. Run the gate again while the machine does nothing else.`,
      ]
    : [];

export const verdictOn = (sets: readonly JudgedSet[], speed: Speed): Verdict => {
  const against = [...sets.flatMap(worseIn), ...tooSlow(speed)];
  if (against.length > 0) return { verdict: 'refused', reasons: against };
  const lacking = [...sets.filter(({ name }) => name === 'own').flatMap(tooLittle), ...perhapsSlow(speed)];
  if (lacking.length > 0) return { verdict: 'undecided', reasons: lacking };
  const better = sets.flatMap(betterIn);
  return {
    verdict: 'accepted',
    reasons: [
      'Nothing got worse beyond chance.',
      ...(better.length > 0 ? better : ['Nothing got better beyond chance either.']),
    ],
  };
};
