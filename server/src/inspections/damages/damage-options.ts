/** The arguments of the task damage_detection, as the client gave them. */

import type { Json } from '../records/json.ts';
import { type CuttingOptions, cuttingOptions } from './cuttings.ts';

export type DamageOptions = {
  threshold: number | undefined;
  /** Whether severities are asked for. */
  severity: boolean;
  draw: { parts: boolean; damages: boolean };
  cut: { parts: CuttingOptions | null; damages: CuttingOptions | null };
};

export const damageOptions = (given: Json): DamageOptions => {
  const drawn = (given.generate_visual_output ?? {}) as {
    generate_parts?: boolean;
    generate_damages?: boolean;
  };
  return {
    threshold: given.damage_score_threshold as number | undefined,
    severity: given.damage_severity !== undefined,
    draw: { parts: drawn.generate_parts ?? false, damages: drawn.generate_damages ?? false },
    cut: {
      parts: cuttingOptions(given.generate_subimages_parts),
      damages: cuttingOptions(given.generate_subimages_damages),
    },
  };
};
