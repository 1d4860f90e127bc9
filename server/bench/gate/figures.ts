/** What is counted of each vehicle, and the figures that these counts make. */
import type { Placed } from './by-place.ts';

/** A figure of some vehicles is the sum of their counts over the sum of their cases. */
export type Count = { count: number; of: number };
export type Tally = Record<string, Count>;

export type FigureKind = {
  id: string;
  about: string;
  better: 'more' | 'less';
  /** The type that it tells about; null: all types together. */
  type: string | null;
  /** A share of cases, or a number per case. */
  unit: 'share' | 'number';
};

export const TIERS = ['findings', 'suspicions'] as const;
export type Tier = (typeof TIERS)[number];

const TIER_WORDS: Record<Tier, string> = { findings: 'findings', suspicions: 'findings and suspicions' };

const placed = (tier: Tier, type: string | null): FigureKind[] => {
  const id = type === null ? tier : `${tier}.${type}`;
  const of = type === null ? 'damages' : type.replaceAll('_', ' ');
  return [
    {
      id: `${id}.recall`,
      about: `${of}: labeled places that ${TIER_WORDS[tier]} meet`,
      better: 'more',
      type,
      unit: 'share',
    },
    {
      id: `${id}.precision`,
      about: `${of}: ${TIER_WORDS[tier]} that lie on a labeled place`,
      better: 'more',
      type,
      unit: 'share',
    },
  ];
};

const WHOLE: FigureKind[] = [
  ...TIERS.flatMap((tier) => placed(tier, null)),
  {
    id: 'intact.alarm',
    about: 'photos without damage that show a finding',
    better: 'less',
    type: null,
    unit: 'share',
  },
  {
    id: 'intact.suspicion',
    about: 'photos without damage that show a suspicion or a finding',
    better: 'less',
    type: null,
    unit: 'share',
  },
  {
    id: 'inspection.found',
    about: 'damages of an inspection that it lists',
    better: 'more',
    type: null,
    unit: 'share',
  },
  {
    id: 'inspection.invented',
    about: 'damages that an inspection lists and that are not there, per inspection',
    better: 'less',
    type: null,
    unit: 'number',
  },
];

export const figureKinds = (types: readonly string[]): FigureKind[] => [
  ...WHOLE,
  ...types.flatMap((type) => TIERS.flatMap((tier) => placed(tier, type))),
];

export const add = (tally: Tally, id: string, count: number, of: number) => {
  const before = tally[id] ?? { count: 0, of: 0 };
  tally[id] = { count: before.count + count, of: before.of + of };
};

/** A photo's finds of one tier, for all types together and for each. */
export const addPlaced = (tally: Tally, tier: Tier, { right, wrong, met, missed }: Placed) => {
  const one = (id: string, isAbout: (type: string) => boolean) => {
    const of = <T>(list: readonly T[], typeOf: (one: T) => string) =>
      list.filter((one) => isAbout(typeOf(one))).length;
    const [hit, lost] = [of(met, ({ type }) => type), of(missed, ({ type }) => type)];
    const [good, bad] = [of(right, (find) => find.damage_type), of(wrong, (find) => find.damage_type)];
    add(tally, `${id}.recall`, hit, hit + lost);
    add(tally, `${id}.precision`, good, good + bad);
  };
  one(tier, () => true);
  const types = [...right, ...wrong].map((find) => find.damage_type);
  for (const type of new Set([...types, ...[...met, ...missed].map((label) => label.type)]))
    one(`${tier}.${type}`, (other) => other === type);
};
