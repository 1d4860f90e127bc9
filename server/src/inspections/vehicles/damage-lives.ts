/**
 * The life of each damage of a vehicle over its inspections: when it was first seen, where it was seen again, whether
 * it is gone. Inspections are compared by the rules of `comparison/`. A place that the photos of one inspection do not
 * show is looked for in earlier ones, so that an old damage is not taken for a new one.
 */
import type { Change, ComparedDamage, Comparison } from '../comparison/comparison.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { Inspection } from '../records/inspection.ts';

/** `present`: seen on the newest inspection. `not_shown`: no later photo shows its place. */
export const LIFE_STATES = ['present', 'not_shown', 'gone'] as const;
export type LifeState = (typeof LIFE_STATES)[number];

export type Seen = { inspection: Inspection; damage: Damage };
export type DamageLife = {
  state: LifeState;
  /** Oldest first; at least one. */
  seen: Seen[];
  /** The inspection whose photos show its place without it. */
  gone: Inspection | null;
  /** False where no earlier photo shows its place, so that it may be older. */
  first_seen_is_new: boolean;
};

/** So far back a place is looked for. Each step is one more comparison. */
const MOST_BACK = 3;

type Compare = (later: Inspection, earlier: Inspection) => Promise<Comparison>;

/** Only of damages that one of the two sides has; `side` is the one that is asked about. */
const about = (
  comparison: Comparison,
  side: 'before' | 'after',
  { id }: Damage,
): ComparedDamage | undefined => comparison.damages.find((compared) => compared[side].damage?.id === id);

/** `inspections`: those of the vehicle in which damages were looked for, oldest first. */
export const damageLives = async (inspections: Inspection[], compare: Compare): Promise<DamageLife[]> => {
  const lives: DamageLife[] = [];
  const livesOf = new Map<string, DamageLife[]>();

  /** Where this damage of an inspection was seen before, if at all. */
  const before = async (damage: Damage, inspection: Inspection, earlier: Inspection[]) => {
    let status: Change = 'unknown';
    for (const one of earlier.slice(-MOST_BACK).toReversed()) {
      const compared = about(await compare(inspection, one), 'after', damage);
      status = compared?.status ?? 'unknown';
      // It was there, also where a person has to say whether all of it was.
      if (status !== 'unknown' || compared?.before.damage) return { status, damage: compared!.before.damage };
    }
    return { status, damage: null };
  };

  const isGoneBy = async (life: DamageLife, inspection: Inspection) => {
    const { inspection: last, damage } = life.seen.at(-1)!;
    return about(await compare(inspection, last), 'before', damage)?.status === 'gone';
  };

  for (const [index, inspection] of inspections.entries()) {
    const earlier = inspections.slice(0, index);
    for (const damage of inspection.damages) {
      const { status, damage: old } = await before(damage, inspection, earlier);
      const known = (old && livesOf.get(old.id)) ?? [];
      const isNew = status === 'new';
      const begun: DamageLife = { state: 'present', seen: [], gone: null, first_seen_is_new: isNew };
      // One that a person called new, though an old one is listed with it, begins a life and goes on with the old one's.
      const own = known.length === 0 || isNew ? [...known, begun] : known;
      if (own.includes(begun)) lives.push(begun);
      for (const life of own) {
        life.seen.push({ inspection, damage });
        life.gone = null;
      }
      livesOf.set(damage.id, own);
    }
    for (const life of lives.filter(
      ({ seen, gone }) => gone === null && seen.at(-1)!.inspection !== inspection,
    ))
      if (await isGoneBy(life, inspection)) life.gone = inspection;
  }
  const newest = inspections.at(-1);
  for (const life of lives)
    if (life.gone) life.state = 'gone';
    else life.state = life.seen.at(-1)!.inspection === newest ? 'present' : 'not_shown';
  return lives;
};
