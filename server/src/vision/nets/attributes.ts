/** From the probabilities that an attributes model gives out to one answer for each attribute. */
import type { PredictedAttribute, PredictedAttributes } from '../../inspections/photos/detections.ts';
import type { Model } from '../engine/manifest.ts';
import { asScore } from './suppression.ts';

/** Raise it whenever the same outputs make other answers: the stored answers are then void. */
export const ATTRIBUTES_POST_PROCESSING = 1;

/** A network that overflowed must not put a NaN into a result. */
const sound = (value: number | undefined) =>
  Number.isFinite(value) ? asScore(Math.min(1, Math.max(0, value!))) : 0;

function best(
  probabilities: Float32Array,
  labels: readonly string[],
  leastConfidence: number,
): PredictedAttribute {
  if (labels.length === 0) return { prediction: null, confidence: sound(probabilities[0]) };
  let winner = 0;
  for (let i = 1; i < labels.length; i++) {
    if (sound(probabilities[i]) > sound(probabilities[winner])) winner = i;
  }
  const confidence = sound(probabilities[winner]);
  return { prediction: confidence < leastConfidence ? null : labels[winner]!, confidence };
}

/** How likely each label of one attribute is; empty where the model does not tell it. */
export const probabilitiesOf = (
  outputs: Record<string, Float32Array>,
  { attributes }: Pick<Model, 'attributes'>,
  name: string,
): Record<string, number> =>
  Object.fromEntries((attributes[name] ?? []).map((label, i) => [label, sound(outputs[name]?.[i])]));

export const predictedAttributes = (
  outputs: Record<string, Float32Array>,
  { attributes, abstain_below }: Pick<Model, 'attributes' | 'abstain_below'>,
): PredictedAttributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, labels]) => [
      name,
      best(outputs[name]!, labels, abstain_below[name] ?? 0),
    ]),
  );
