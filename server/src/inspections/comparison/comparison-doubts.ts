import type { DamageType } from '../vocabulary.ts';

/** Why it cannot be told whether a damage that one inspection has is new or gone. */
const DOUBTS_OF_ABSENCE = [
  'not_analysed',
  'part_unknown',
  'place_unclear',
  'other_type_there',
  'part_not_photographed',
  'photo_unclear',
  'part_cut_off',
  'seen_from_elsewhere',
  'too_far_away',
  'suspected',
] as const;
export type DoubtOfAbsence = (typeof DOUBTS_OF_ABSENCE)[number];

/** And whether one that both have is all that it was. */
export const DOUBTS = [...DOUBTS_OF_ABSENCE, 'more_than_before'] as const;
export type Doubt = (typeof DOUBTS)[number];

/** `which`: the earlier or the later inspection, the one that lacks the damage; `task`: what would find it. */
type About = { which: string; part: string; task: string };

export const ABSENCE_IN_WORDS: Record<DoubtOfAbsence, (about: About) => string> = {
  not_analysed: ({ which, task }) =>
    `The ${which} inspection was not searched for such damages: its ${task} is not done.`,
  part_unknown: () => 'It is not known which part the damage lies on, so it cannot be looked for.',
  place_unclear: ({ which, part }) =>
    `The ${which} inspection has a damage of this type on the ${part} that may be this one: the photos do not tell whether the places are the same.`,
  other_type_there: ({ which, part }) =>
    `The ${which} inspection has a damage of another type at this place on the ${part}, which may be this one.`,
  part_not_photographed: ({ which, part }) => `The ${which} inspection has no photo that shows the ${part}.`,
  photo_unclear: ({ which, part }) =>
    `The photos of the ${part} in the ${which} inspection are not good enough to show that there was nothing.`,
  part_cut_off: ({ which, part }) =>
    `The ${which} inspection shows the ${part} cut off by the edge of the photo, or not as it is seen here.`,
  seen_from_elsewhere: ({ which, part }) =>
    `The ${which} inspection shows the ${part} only from other directions.`,
  too_far_away: ({ which, part }) =>
    `The ${which} inspection shows the ${part} only from too far away to see a damage of this size.`,
  suspected: ({ which, part }) =>
    `In the ${which} inspection something is to be suspected at this place on the ${part}, too faint to be called a damage.`,
};

const listed = (types: readonly DamageType[]) => types.map((type) => type.replaceAll('_', ' ')).join(' and ');

/** `earlier`: the types that the earlier inspection has; `more`: those that only the later one has. */
export const moreInWords = (part: string, earlier: readonly DamageType[], more: readonly DamageType[]) =>
  `On the ${part} the earlier inspection lists ${listed(earlier)}; the later one also lists ${listed(more)} there, which may be new.`;
