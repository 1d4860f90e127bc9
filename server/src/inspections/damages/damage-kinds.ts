/** Which finds count as damages, which are the same kind of damage, and from which score on they count. */
import { DAMAGE_TYPES, type DamageType } from '../vocabulary.ts';
import { USUAL_THRESHOLD } from './tuning.ts';

/** What looks like a damage and is none: reflections, shadows, body lines and dirt are never billed. */
export const LOOKALIKES: readonly DamageType[] = ['light_reflection', 'shadow', 'car_curve', 'dirt'];

const KNOWN: ReadonlySet<string> = new Set(DAMAGE_TYPES);

/** Other names that a model has (a flat tyre, an open airbag) are not damages of the bodywork. */
export const isDamage = (type: string): type is DamageType =>
  KNOWN.has(type) && !LOOKALIKES.includes(type as DamageType);

/** From another distance the same scratches are many or one. */
export const kindOf = (type: DamageType): DamageType => (type === 'scattered_scratches' ? 'scratch' : type);

export const isSameKind = (a: DamageType, b: DamageType) => kindOf(a) === kindOf(b);

/** The score from which a type is shown when these are the model's own thresholds. */
export type Threshold = (type: string) => number;

/**
 * As usual each type counts from its own threshold on, which was set on photos for a stated precision. Whoever asks
 * for more or less than usual sees fewer or more finds of every type, never the other way round.
 */
export const thresholdFor =
  (own: Record<string, number | null>, asked = USUAL_THRESHOLD): Threshold =>
  (type) => {
    const least = own[type] ?? (type === 'scattered_scratches' ? own.scratch : null) ?? null;
    if (least === null) return Infinity;
    if (asked === USUAL_THRESHOLD) return least;
    return asked < USUAL_THRESHOLD ? Math.min(asked, least) : Math.max(asked, least);
  };
