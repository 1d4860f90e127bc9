/**
 * One entry per type of damage: how its severity is graded, how it is repaired and priced, what it takes from the
 * condition of the vehicle, where it can lie and how it is drawn. Its name in each language is in `vocabulary/`. A type
 * of the vocabulary without an entry is a type error, unless it is a lookalike (`vocabulary/lookalikes.json`).
 */

import lookalikes from '../../../../vocabulary/lookalikes.json' with { type: 'json' };
import type { OpenFamily } from '../parts/open-families.ts';
import { factsOf, isMetal, type PartKind, type Surface } from '../parts/part-facts.ts';
import type { RepairStep } from '../records/price-matrix.ts';
import type { Level, Mark } from '../records/severity.ts';
import type { DamageType, TaskName } from '../vocabulary.ts';

/**
 * `least` is never gone below; a level without a mark is not reached by size. Level 3 means a destroyed part. The marks of
 * scratches and dents, and the usual levels of glass, lamps and cracks, were chosen by that on one half of
 * training/labels/damaged-parts.json: 108 of 133 levels are right there, before 86. The other marks are by judgment.
 */
export type Scale = {
  least: Level;
  usual: Level;
  two?: Mark;
  three?: Mark;
  /** Whether the part is destroyed, the photo as a whole tells better than the size: see HEAVY_PHOTO of severity/tuning.ts. */
  by_look?: true;
};

export type Way = RepairStep[];

/** Ways are tried in order; the first one that the price matrix offers is taken. None: the part is replaced. */
type Repair = { painted(level: Level, surface: Surface): Way[]; unpainted: Way[] };

/**
 * `lies_on`: the kinds of part that can have it. On another kind it is a mix-up of the models. `usually_on`: of a type that can
 * lie anywhere, what it lies on where nothing contradicts.
 */
export type Find = { lies_on: readonly PartKind[]; usually_on?: OpenFamily; color: string };

export type Sort = 'paint' | 'shape' | 'torn';

type DamageEntry = Find & {
  scale: Scale;
  /** What it takes from the condition, in percent, by what a repair commonly takes: polish, paint, straighten, replace. */
  condition_share: number;
  repair: Repair;
  /** A hubcap that is gone from a wheel costs a hubcap, not a wheel. */
  priced_as: 'part' | 'hubcap';
  /** Another name for the same kind of damage: from another distance the same scratches are many or one. */
  same_as: DamageType | null;
  /** What looks alike from another distance: paint that is marked, metal out of shape, something torn. */
  sort: Sort | null;
  /** A hit shows as several of these at one spot: they are one damage then. Not what wears or rusts. */
  by_impact: boolean;
  /** What has it is replaced as a whole: on one part it is one damage, wherever photos show it. */
  whole_part: boolean;
  /** It is also a name for a whole area, so what lies inside may be another damage. */
  covers_area: boolean;
  found_by: TaskName;
};

/** What looks like a damage and is none: reflections, shadows, body lines and dirt are never billed. */
type Lookalike = keyof typeof lookalikes;

const POLISH: Way = ['polishing'];
const PAINT: Way = ['sanding', 'painting'];
const PRESS_OUT: Way = ['paintless_dent_repair'];
const BEAT_OUT: Way = ['dent_repair', 'painting'];
const STRAIGHTEN: Way = ['dent_repair'];
const MEND_PLASTIC: Way = ['plastic_repair', 'painting'];

const POLISH_OR_PAINT: Repair = {
  painted: (level) => (level === 1 ? [POLISH, PAINT] : [PAINT]),
  unpainted: [POLISH],
};
const REPAINT: Repair = { painted: () => [PAINT], unpainted: [POLISH] };
const RESHAPE: Repair = { painted: () => [BEAT_OUT], unpainted: [STRAIGHTEN] };
/** Metal is beaten out. Plastic is welded or glued; a matrix without hours for that has those of a dent. A long crack is not mended. */
const torn = (level: Level, surface: Surface): Way[] =>
  isMetal(surface) ? [BEAT_OUT] : level < 3 ? [MEND_PLASTIC, BEAT_OUT] : [];
const REPLACE: Repair = { painted: () => [], unpainted: [] };

const RED = '#ff3b30';

const ANYTHING: readonly PartKind[] = ['body', 'mirror', 'glass', 'lamp', 'wheel', 'plate', 'inside'];
/** A wheel is there or not: what is gone from it is a hubcap, and what gapes beside it belongs to the panel around it. */
const ALL_BUT_WHEELS: readonly PartKind[] = ANYTHING.filter((kind) => kind !== 'wheel');
/** What is painted or pressed: not glass, lamps, wheels and plates. */
const BODYWORK: readonly PartKind[] = ['body', 'mirror', 'inside'];

const USUAL = {
  lies_on: ANYTHING,
  color: RED,
  priced_as: 'part',
  same_as: null,
  sort: null,
  by_impact: true,
  whole_part: false,
  covers_area: false,
  found_by: 'damage_detection',
} as const;

const DAMAGES: Record<Exclude<DamageType, Lookalike>, DamageEntry> = {
  scratch: {
    ...USUAL,
    sort: 'paint',
    lies_on: BODYWORK,
    scale: { least: 1, usual: 1, two: { share: 0.02, cm: 15 }, three: { share: 0.2, cm: 75 } },
    condition_share: 3,
    repair: POLISH_OR_PAINT,
  },
  scattered_scratches: {
    ...USUAL,
    sort: 'paint',
    lies_on: BODYWORK,
    scale: { least: 1, usual: 2, two: { share: 0.02, cm: 15 }, three: { share: 0.2, cm: 75 } },
    condition_share: 5,
    repair: POLISH_OR_PAINT,
    same_as: 'scratch',
  },
  paint_damage: {
    ...USUAL,
    sort: 'paint',
    lies_on: BODYWORK,
    scale: { least: 1, usual: 2, two: { share: 0.01, cm: 5 }, three: { share: 0.1, cm: 30 } },
    condition_share: 5,
    repair: REPAINT,
  },
  paint_peeling: {
    ...USUAL,
    sort: 'paint',
    lies_on: BODYWORK,
    color: '#32d74b',
    scale: { least: 1, usual: 2, two: { share: 0.01, cm: 5 }, three: { share: 0.1, cm: 30 } },
    condition_share: 5,
    repair: REPAINT,
  },
  rustiness: {
    ...USUAL,
    lies_on: BODYWORK,
    by_impact: false,
    scale: { least: 2, usual: 2, three: { share: 0.05, cm: 20 } },
    condition_share: 6,
    repair: REPAINT,
  },
  dent: {
    ...USUAL,
    sort: 'shape',
    lies_on: BODYWORK,
    color: '#ff9500',
    scale: { least: 1, usual: 2, two: { share: 0.02, cm: 8 }, three: { share: 0.35, cm: 65 }, by_look: true },
    condition_share: 6,
    repair: {
      // Plastic does not spring back.
      painted: (level, surface) => (level === 1 && isMetal(surface) ? [PRESS_OUT, BEAT_OUT] : [BEAT_OUT]),
      unpainted: [STRAIGHTEN],
    },
  },
  misshape: {
    ...USUAL,
    sort: 'shape',
    lies_on: BODYWORK,
    color: '#2f8bff',
    scale: { least: 2, usual: 3, three: { share: 0.1, cm: 25 } },
    condition_share: 15,
    repair: RESHAPE,
  },
  body_crack: {
    ...USUAL,
    sort: 'torn',
    lies_on: BODYWORK,
    color: '#ff4fa3',
    scale: { least: 2, usual: 2, three: { share: 0.05, cm: 15 } },
    condition_share: 10,
    repair: { painted: torn, unpainted: [STRAIGHTEN] },
  },
  missing_piece: {
    ...USUAL,
    lies_on: ALL_BUT_WHEELS,
    sort: 'torn',
    color: '#bf5af2',
    // On close-ups, half to choose on of training/labels/damaged-parts.json: 16 of 17.
    usually_on: 'bumper',
    scale: { least: 2, usual: 3, three: { share: 0.05, cm: 10 }, by_look: true },
    condition_share: 15,
    repair: {
      // What is gone from a panel cannot be beaten out: it gets a new one, unless that had to be welded in.
      painted: (level, surface) => (level < 3 && surface !== 'bolted metal' ? torn(level, surface) : []),
      unpainted: [],
    },
  },
  smash: {
    ...USUAL,
    color: '#ff6961',
    scale: { least: 3, usual: 3 },
    condition_share: 30,
    repair: REPLACE,
    covers_area: true,
  },
  broken_glass: {
    ...USUAL,
    lies_on: ['glass', 'mirror'],
    color: '#00d2c8',
    // A pane is replaced, however much of it is broken.
    scale: { least: 1, usual: 2, two: { share: 0.003, cm: 3 } },
    condition_share: 12,
    whole_part: true,
    // A stone chip: filled and polished.
    repair: { ...REPLACE, unpainted: [POLISH] },
  },
  broken_light: {
    ...USUAL,
    lies_on: ['lamp'],
    color: '#ffd60a',
    // A lamp is replaced, however much of it is broken.
    scale: { least: 2, usual: 2 },
    condition_share: 10,
    whole_part: true,
    repair: REPLACE,
  },
  hubcap_scratch: {
    ...USUAL,
    lies_on: ['wheel'],
    by_impact: false,
    scale: { least: 1, usual: 1, two: { share: 0.15, cm: 20 } },
    condition_share: 2,
    repair: { ...REPLACE, unpainted: [POLISH] },
    priced_as: 'hubcap',
  },
  missing_hubcap: {
    ...USUAL,
    lies_on: ['wheel'],
    by_impact: false,
    scale: { least: 2, usual: 2 },
    condition_share: 3,
    repair: REPLACE,
    priced_as: 'hubcap',
    found_by: 'wheel_analysis',
  },
};

export const DAMAGE_ENTRIES: Readonly<Record<string, DamageEntry>> = DAMAGES;

/** What models find besides. It is no damage of the bodywork, but it is placed and drawn like one. */
const OTHER_FINDS: Record<string, Find> = { flat_tire: { lies_on: ['wheel'], color: '#64a8ff' } };

/** Null for a lookalike, and for other names that a model has (a flat tire, an open airbag). */
export const damageEntry = (type: string): DamageEntry | null =>
  Object.hasOwn(DAMAGE_ENTRIES, type) ? DAMAGE_ENTRIES[type]! : null;

export const findOf = (type: string): Find => damageEntry(type) ?? OTHER_FINDS[type] ?? USUAL;

/** Whether there can be such a damage on such a part: broken glass on glass, a dent not on a tire. */
export const canLieOn = (type: string, part: string): boolean =>
  findOf(type).lies_on.includes(factsOf(part).kind);

/** A type that speaks for some kinds of part only. */
export const isChoosy = (type: string): boolean => ![ANYTHING, ALL_BUT_WHEELS].includes(findOf(type).lies_on);
