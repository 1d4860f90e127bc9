import type { WheelAnalysis } from '../records/findings/wheel.ts';
import { WHEEL_NAMES } from '../vocabulary.ts';

const sureness = ({ predictions }: WheelAnalysis) =>
  Object.values(predictions).reduce((sum, { confidence }) => sum + confidence, 0);

const place = ({ wheel_name }: WheelAnalysis) =>
  wheel_name ? WHEEL_NAMES.indexOf(wheel_name) : WHEEL_NAMES.length;

/** Of what was said about each wheel, the surest, in their order; those of no known place all. */
export const bestWheels = (wheels: readonly WheelAnalysis[]): WheelAnalysis[] => {
  const best = new Map<string, WheelAnalysis>();
  for (const wheel of wheels) {
    const name = wheel.wheel_name ?? wheel.id;
    const known = best.get(name);
    if (!known || sureness(wheel) > sureness(known)) best.set(name, wheel);
  }
  return [...best.values()].sort((a, b) => place(a) - place(b));
};
