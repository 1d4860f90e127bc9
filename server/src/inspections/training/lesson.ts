/** What a review of an inspection would teach a model: one number that lists are sorted by, and why in plain words. */
import type { Threshold } from '../damages/damage-kinds.ts';
import { isNotDeleted } from '../records/deletion.ts';
import type { Suspicion } from '../records/findings/suspicion.ts';
import type { Inspection } from '../records/inspection.ts';
import type { Lesson, LessonReason } from '../records/lesson.ts';
import type { DamageType } from '../vocabulary.ts';
import { TRAINING_TASK } from './approved.ts';
import { categoryOf, REVIEWED_TYPES } from './training-types.ts';
import { ENOUGH_LABELS, MOST_VALUE, NEAR_THRESHOLD, VALUE_OF } from './tuning.ts';

/** Approved already, or not analyzed yet. */
export const NO_LESSON: Lesson = { learning_value: 0, learning_reasons: [] };

type About = {
  /** As they are listed. */
  suspicions: readonly Suspicion[];
  /** From which score on a type is a finding. */
  threshold: Threshold;
  /** How many finds the version that looks along and the one that judges have each alone. */
  differing: number;
  /** Of the organization's own data, by what they teach; null where there is no organization. */
  labels: Partial<Record<string, number>> | null;
};

const isNear = (score: number | null, threshold: number) =>
  score !== null && Math.abs(score - threshold) <= NEAR_THRESHOLD;

const weightOf = ({ code, count }: LessonReason): number =>
  code === 'rare_type'
    ? Math.round(VALUE_OF.rare_type * (1 - count / ENOUGH_LABELS))
    : VALUE_OF[code] * count;

/** Only what no person has said anything about can teach something new. */
export const lessonOf = (
  { tasks, damages }: Pick<Inspection, 'tasks' | 'damages'>,
  { suspicions, threshold, differing, labels }: About,
): Lesson => {
  if (tasks.find(({ name }) => name === TRAINING_TASK)?.status !== 'DONE') return NO_LESSON;
  const open = suspicions.filter(({ state }) => state === 'open');
  const found = damages
    .filter(isNotDeleted)
    .filter(({ model, confirmed_by }) => model !== null && confirmed_by === null);
  const counted = (code: LessonReason['code'], count: number): LessonReason[] =>
    count > 0 ? [{ code, count, damage_type: null }] : [];
  const taught = [...open, ...found].map(({ damage_type }) => categoryOf(damage_type));
  const types = REVIEWED_TYPES.filter((type) => taught.includes(type)) as DamageType[];
  const rare = types.flatMap((damage_type): LessonReason[] => {
    const count = labels?.[damage_type] ?? 0;
    return labels !== null && count < ENOUGH_LABELS ? [{ code: 'rare_type', count, damage_type }] : [];
  });
  const reasons = [
    ...counted('models_differ', differing),
    ...counted(
      'photos_disagree',
      found.filter(({ evidence }) => (evidence?.photos_against.length ?? 0) > 0).length,
    ),
    ...counted(
      'suspicions_near_threshold',
      open.filter(({ damage_type, score }) => isNear(score, threshold(damage_type))).length,
    ),
    ...counted(
      'findings_near_threshold',
      found.filter(({ evidence, score }) => evidence !== null && isNear(score, evidence.threshold)).length,
    ),
    ...rare,
  ].toSorted((a, b) => weightOf(b) - weightOf(a));
  const sum = reasons.reduce((total, reason) => total + weightOf(reason), 0);
  return { learning_value: Math.min(sum, MOST_VALUE), learning_reasons: reasons };
};

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

/** The reason in English. */
export const toldReason = ({ code, count, damage_type }: LessonReason): string => {
  switch (code) {
    case 'models_differ':
      return `${many(count, 'find', 'finds')} of only one of two models`;
    case 'photos_disagree':
      return `${many(count, 'finding', 'findings')} that another photo does not show`;
    case 'suspicions_near_threshold':
      return `${many(count, 'suspicion', 'suspicions')} near the threshold`;
    case 'findings_near_threshold':
      return `${many(count, 'finding', 'findings')} near the threshold`;
    case 'rare_type':
      return `${damage_type!.replaceAll('_', ' ')}: ${many(count, 'label', 'labels')} so far`;
  }
};
