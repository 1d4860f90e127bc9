/** The color of the condition, for the report and the shared page. It is that of the words beside it, whatever the score. */
export type Tone = 'good' | 'fair' | 'poor';

const TONE_OF = {
  intact: 'good',
  light: 'good',
  moderate: 'fair',
  severe: 'poor',
  wreck: 'poor',
} as const satisfies Record<string, Tone>;

/** Without a state there is no score to color. */
export const conditionTone = (state: keyof typeof TONE_OF | null): Tone =>
  state === null ? 'fair' : TONE_OF[state];
