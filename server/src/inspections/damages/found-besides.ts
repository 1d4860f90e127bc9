/** What was found besides the type and part that a damage goes by. A person's word on either takes its place. */
import type { OpenFamily } from '../parts/open-families.ts';
import { NO_PART, type PartType } from '../parts/parts.ts';
import type { Damage, HowBad, MatchedPlace, PartCandidate } from '../records/findings/damage.ts';
import type { Part } from '../records/findings/part.ts';
import type { DamageType } from '../vocabulary.ts';

type Named = Pick<Damage, 'damage_type' | 'part_type' | 'evidence'>;

/** What the same hit left at the same spot, the worst first. */
export const otherTypesOf = ({ damage_type, evidence }: Named): DamageType[] =>
  (evidence?.other_types ?? []).filter((type) => type !== damage_type);

/** The parts that it may lie on, the likeliest first; none once the part is known. */
export const partCandidatesOf = ({ part_type, evidence }: Named): PartCandidate[] =>
  NO_PART.includes(part_type) ? (evidence?.part_candidates ?? []) : [];

/** What kind of part it lies on where nobody knows which one; null once the part is known. */
export const partFamilyOf = ({ part_type, evidence }: Named): OpenFamily | null =>
  NO_PART.includes(part_type) ? (evidence?.part_family ?? null) : null;

/** The place on the photo that the part comes from. */
export const partMatchedOn = ({ part_type, evidence }: Named): MatchedPlace | null =>
  evidence?.part_matched_on?.part_type === part_type ? evidence.part_matched_on : null;

/** How bad it looks on that part; null where nothing was said of it: on the others that it lies on, and once a person moved it. */
export const howBadOn = ({ evidence }: Pick<Damage, 'evidence'>, part: PartType): HowBad | null =>
  evidence?.how_bad?.part_type === part ? evidence.how_bad : null;

/** The parts that it lies on besides, which are repaired too. */
export const otherPartsOf = (
  { part_type, part_ids }: Pick<Damage, 'part_type' | 'part_ids'>,
  parts: readonly Pick<Part, 'id' | 'part_type'>[],
): PartType[] =>
  parts
    .filter((part) => part_ids.includes(part.id) && part.part_type !== part_type)
    .map((part) => part.part_type);
