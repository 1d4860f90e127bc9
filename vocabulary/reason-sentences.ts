/** Why the service gives a severity or a line of an estimate, in any language: for the report and the console. */
import type names from './en.json';
import { capital, fill, pluralForm } from './sentences.ts';

type Names = typeof names;
type Level = 1 | 2 | 3;

export type Wording = {
  code: string;
  names: Names;
  level(level: Level): string;
  share(share: number): string;
  length(cm: number): string;
  number(value: number): string;
  money(amount: number, currency: string | null): string;
};

type Extent = { share: number; atMost: boolean; sizeCm: { value: number; min: number; max: number } | null };

export type SeverityReason = {
  code:
    | 'set_by_person'
    | 'always'
    | 'unseen'
    | 'vague'
    | 'heavy_photo'
    | 'no_heavy_photo'
    | 'by_look_of_part'
    | 'from_mark'
    | 'below_mark';
  damageType: keyof Names['damages'];
  level: number;
  worstOf?: number | undefined;
  raised?: boolean | undefined;
  photoShare?: number | undefined;
  extent?: Extent | undefined;
  mark?: { share: number; cm: number } | undefined;
};

const LEAST_SHARE = 0.001;

const shareInWords = ({ share }: Wording, value: number) =>
  value < LEAST_SHARE ? `< ${share(LEAST_SHARE)}` : share(Math.round(value / LEAST_SHARE) * LEAST_SHARE);

const extentInWords = (wording: Wording, { share, atMost, sizeCm }: Extent) => {
  const { reasons } = wording.names;
  const covered = fill(atMost ? reasons.at_most : reasons.of_part, { share: shareInWords(wording, share) });
  if (!sizeCm) return covered;
  const { value, min, max } = sizeCm;
  const size = { length: wording.length(value), min: wording.length(min), max: wording.length(max) };
  return `${covered}, ${fill(reasons.size, size)}`;
};

const ofDamage = (wording: Wording, reason: SeverityReason): string => {
  const { reasons } = wording.names;
  const { code, photoShare, extent, mark } = reason;
  const level = wording.level(reason.level as Level);
  if (code === 'unseen' && photoShare !== undefined)
    return fill(reasons.unseen_on_photo, { level, share: shareInWords(wording, photoShare) });
  if ((code === 'no_heavy_photo' || code === 'by_look_of_part') && !extent)
    return fill(reasons[`${code}_unseen`], { level });
  return capital(
    fill(reasons[code], {
      level,
      extent: extent ? extentInWords(wording, extent) : '',
      share: mark ? wording.share(mark.share) : '',
      length: mark ? wording.length(mark.cm) : '',
    }),
  );
};

export const severityReason = (wording: Wording, reason: SeverityReason): string => {
  const { reasons, damages } = wording.names;
  const own = ofDamage(wording, reason);
  const { worstOf = 1, raised = false } = reason;
  if (worstOf === 1) return own;
  const forms = pluralForm(wording.code, reasons.worst_of, worstOf);
  const worst = fill(forms, { n: worstOf, damage: damages[reason.damageType], reason: own });
  return raised ? `${worst} ${reasons.raised}` : worst;
};

export type EstimateReason = {
  code: keyof Names['estimate_reasons'];
  operation?: keyof Names['estimate_steps'] | undefined;
  level?: number | undefined;
  damages?: number | undefined;
  segment?: keyof Names['segments'] | undefined;
  hours?: number | undefined;
  group?: keyof Names['panel_groups'] | undefined;
  partType?: keyof Names['parts'] | undefined;
  repair?: number | undefined;
  newPart?: number | undefined;
  currency?: string | undefined;
};

export const estimateReason = (wording: Wording, reason: EstimateReason): string => {
  const { names, money } = wording;
  const { operation, level, damages = 1, segment, hours, group, partType, repair, newPart } = reason;
  const currency = reason.currency ?? null;
  const sentence = names.estimate_reasons[reason.code];
  return fill(typeof sentence === 'string' ? sentence : pluralForm(wording.code, sentence, damages), {
    n: damages,
    ...(operation && { step: names.estimate_steps[operation] }),
    ...(level && { level: wording.level(level as Level) }),
    ...(segment && { segment: names.segments[segment] }),
    ...(hours !== undefined && { hours: wording.number(hours) }),
    ...(group && { group: names.panel_groups[group] }),
    ...(partType && { part: names.parts[partType] }),
    ...(repair !== undefined && { repair: money(repair, currency) }),
    ...(newPart !== undefined && { new_part: money(newPart, currency) }),
  });
};
