import { tellingWheels } from '../../../../vocabulary/wheels.ts';
import type { WheelAnalysis } from '../records/findings/wheel.ts';
import { WHEEL_NAMES } from '../vocabulary.ts';

const place = ({ wheel_name }: WheelAnalysis) =>
  wheel_name ? WHEEL_NAMES.indexOf(wheel_name) : WHEEL_NAMES.length;

/** Of each wheel what tells most, in their order; those of no known place last, all of them. */
export const bestWheels = (wheels: readonly WheelAnalysis[]): WheelAnalysis[] =>
  tellingWheels(
    wheels,
    ({ wheel_name }) => wheel_name,
    ({ predictions }) => Object.values(predictions),
  ).sort((a, b) => place(a) - place(b));
