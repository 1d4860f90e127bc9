/** The words of the report in each of its languages: its own, and the names that the console uses too. */
import deNames from '../../../../vocabulary/de.json' with { type: 'json' };
import enNames from '../../../../vocabulary/en.json' with { type: 'json' };
import esNames from '../../../../vocabulary/es.json' with { type: 'json' };
import frNames from '../../../../vocabulary/fr.json' with { type: 'json' };
import { capital, fill, type Plural, pluralForm } from '../../../../vocabulary/sentences.ts';
import { otherTypesOf, partFamilyOf } from '../../inspections/damages/found-besides.ts';
import type { OpenFamily } from '../../inspections/parts/open-families.ts';
import type { PartType } from '../../inspections/parts/parts.ts';
import type { ModelName } from '../../inspections/photos/detections.ts';
import type { ComplianceIssue } from '../../inspections/records/compliance.ts';
import type { Damage } from '../../inspections/records/findings/damage.ts';
import type { FoundBy } from '../../inspections/records/findings/found-by.ts';
import type { Viewpoint } from '../../inspections/viewpoints/viewpoints.ts';
import type {
  DamageType,
  DocumentType,
  ReportLanguage,
  TaskName,
  TaskStatus,
} from '../../inspections/vocabulary.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** What must have a name in every language: a name that is missing in `vocabulary/` is a type error here. */
type Names = {
  tasks: Record<TaskName, string>;
  task_status: Record<TaskStatus, string>;
  damages: Record<DamageType, string>;
  parts: Record<PartType, string>;
  open_families: Record<OpenFamily, string>;
  photo_issues: Record<ComplianceIssue, string>;
  photo_cures: Record<ComplianceIssue, string>;
  viewpoints: Record<Viewpoint, string>;
  document_types: Record<DocumentType, string>;
  model_names: Record<ModelName | 'text', string>;
};

export type Words = Names & typeof enNames & typeof en;

export const WORDS: Record<ReportLanguage, Words> = {
  en: { ...enNames, ...en },
  fr: { ...frNames, ...fr },
  de: { ...deNames, ...de },
  es: { ...esNames, ...es },
};

export { capital, fill };

export const counted = (language: ReportLanguage, forms: Plural, n: number): string =>
  fill(pluralForm(language, forms, n), { n });

/** A word from one of the lists; what it does not have (free text of a client) is shown as it came. */
export const wordFor = (list: Record<string, string>, key: string): string =>
  (Object.hasOwn(list, key) ? list[key] : undefined) ?? key.replaceAll('_', ' ');

/** A label with what belongs to it: French has a space before the colon. */
export const labeled = ({ say }: Words, label: string, value: string | number): string =>
  fill(say.labeled, { label, value });

/** With what the same hit left at the same spot: dent + scratch. */
export const damageInWords = ({ damages }: Words, damage: Damage): string =>
  [damage.damage_type, ...otherTypesOf(damage)].map((type) => damages[type]).join(' + ');

/** What a model does, and which version of it did so. */
export const modelInWords = ({ model_names }: Words, { name, version }: FoundBy): string =>
  `${wordFor(model_names, name)} ${version}`;

/** Where the part is to be confirmed: what is known of it. */
export const partNamed = (
  { parts, open_families }: Words,
  type: PartType,
  family: OpenFamily | null,
): string => (family ? open_families[family] : parts[type]);

export const partInWords = (words: Words, damage: Damage): string =>
  partNamed(words, damage.part_type, partFamilyOf(damage));
