/** The terms of the models that are installed, as the manifest has them now, and of those that read text. */
import { z } from 'zod';
import { MODEL_USES, type ModelTerms } from '../../inspections/model-terms.ts';
import { MODEL_NAMES } from '../../inspections/photos/model-registry.ts';
import { BINS } from '../../inspections/watching/drift.ts';
import { TEXT_MODELS } from '../text/text-sessions.ts';
import { entriesIn } from './manifest.ts';

/** What it does not say, or says in a way of its own, is not known; that never keeps a model from being used. */
const termsSchema = z.object({
  version: z.string().catch('?'),
  licence: z.string().nullable().catch(null),
  use: z.enum(MODEL_USES).nullable().catch(null),
  validation: z
    .record(z.string(), z.array(z.int().min(0)).length(BINS))
    .optional()
    .catch(undefined),
});

const TEXT: ModelTerms = {
  name: 'text',
  version: TEXT_MODELS.version,
  licence: TEXT_MODELS.licence,
  use: 'any',
};

export const termsOf = (name: string, entry: unknown): ModelTerms => ({ name, ...termsSchema.parse(entry) });

export const readModelTerms = async (folder: string): Promise<ModelTerms[]> => {
  const entries = await entriesIn(folder);
  const terms = (name: string): ModelTerms[] =>
    entries instanceof Map && entries.has(name) ? [termsOf(name, entries.get(name))] : [];
  return [...MODEL_NAMES.flatMap(terms), TEXT].sort((a, b) => a.name.localeCompare(b.name));
};
