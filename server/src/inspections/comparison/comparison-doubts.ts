/** Why it cannot be told whether a damage is new or gone. */
export const DOUBTS = [
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
export type Doubt = (typeof DOUBTS)[number];

/** `which`: the earlier or the later inspection, the one that lacks the damage; `task`: what would find it. */
type About = { which: string; part: string; task: string };

export const DOUBT_IN_WORDS: Record<Doubt, (about: About) => string> = {
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
