/** From what the wheels model sees on the crop of a wheel to what is said of that wheel. */
import { isWheelFault } from '../../../../vocabulary/wheels.ts';
import type { PredictedAttributes } from '../photos/detections.ts';
import type { WheelPrediction, WheelPredictions } from '../records/findings/wheel.ts';
import { WHEEL_LABELS } from '../vocabulary.ts';
import { ACCUSING_FROM } from './tuning.ts';

const UNKNOWN: WheelPrediction = { prediction: 'UNKNOWN', confidence: 0 };

export const NOTHING_KNOWN = Object.fromEntries(
  Object.keys(WHEEL_LABELS).map((name) => [name, UNKNOWN]),
) as WheelPredictions;

/** Turned away, cut off, too small or too dark to be judged. */
export const isTooPoor = ({ usable }: PredictedAttributes) => usable?.prediction === 'no';

export const isSurelyGood = ({ usable }: PredictedAttributes) => usable?.prediction === 'yes';

/** `isConfirmed`: another model sees it too. */
const told = (
  seen: PredictedAttributes,
  name: keyof typeof WHEEL_LABELS,
  isConfirmed = false,
): WheelPrediction => {
  const { prediction, confidence } = seen[name] ?? { prediction: null, confidence: 0 };
  if (prediction === null || !(WHEEL_LABELS[name] as readonly string[]).includes(prediction)) return UNKNOWN;
  const isSure = isConfirmed || (confidence >= ACCUSING_FROM && isSurelyGood(seen));
  return isWheelFault(prediction) && !isSure ? UNKNOWN : { prediction, confidence };
};

/** The model sees a flat tire, but is not sure enough to say so by itself. */
export const mayBeFlat = (seen: PredictedAttributes) =>
  seen.tyre?.prediction === 'FLAT' && !isTooPoor(seen) && told(seen, 'tyre').prediction !== 'FLAT';

/** `isFoundFlat`: the damage model finds a flat tire there. */
export const predictionsFrom = (seen: PredictedAttributes, isFoundFlat = false): WheelPredictions => {
  if (isTooPoor(seen)) return NOTHING_KNOWN;
  const cover = told(seen, 'hubcap_over_rim');
  const material = told(seen, 'rim_material');
  const isBare = cover.prediction === 'RIM_ONLY';
  const isCovered = cover.prediction === 'HUBCAP_OVER_RIM';
  // Nobody puts a hubcap on an alloy rim: what is seen then is the rim.
  const showsRim =
    isBare || (!isCovered && (material.prediction === 'ALU' || seen.missing_hubcap?.prediction === 'yes'));
  const ofRim = (name: 'rim_condition' | 'rim_visual_aspect') => (showsRim ? told(seen, name) : UNKNOWN);
  const ofHubcap = (name: 'hubcap_condition' | 'hubcap_visual_aspect') => {
    if (isBare) return { prediction: 'NOT_APPLICABLE', confidence: cover.confidence };
    return isCovered ? told(seen, name) : UNKNOWN;
  };
  return {
    rim_condition: ofRim('rim_condition'),
    rim_material: material,
    rim_visual_aspect: ofRim('rim_visual_aspect'),
    hubcap_over_rim: cover,
    hubcap_condition: ofHubcap('hubcap_condition'),
    hubcap_visual_aspect: ofHubcap('hubcap_visual_aspect'),
    tyre: told(seen, 'tyre', isFoundFlat),
  };
};

/** Whether the hubcap is missing, that is, the rim is one made to wear one; null when that is not sure. */
export const isHubcapMissing = (seen: PredictedAttributes): boolean | null => {
  const { prediction } = seen.missing_hubcap ?? { prediction: null };
  if (!isSurelyGood(seen) || prediction === null) return null;
  const { hubcap_over_rim, rim_material } = predictionsFrom(seen);
  const isContradicted =
    hubcap_over_rim.prediction === 'HUBCAP_OVER_RIM' || rim_material.prediction === 'ALU';
  return prediction === 'yes' && isContradicted ? null : prediction === 'yes';
};
