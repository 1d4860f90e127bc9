import type { Actor } from '../../inspections/access.ts';
import type { ModelTerms } from '../../inspections/model-terms.ts';
import type { Ports } from '../../inspections/ports/ports.ts';

/** Each model once, in the version that judges for whoever asks. */
export const listModels = async (
  { organization_id }: Pick<Actor, 'organization_id'>,
  { store, modelTerms }: Pick<Ports, 'store' | 'modelTerms'>,
): Promise<ModelTerms[]> => {
  const [terms, judging] = await Promise.all([modelTerms(), store.modelVersions.judging(organization_id)]);
  const byName = Map.groupBy(terms, ({ name }) => name);
  return [...byName].map(([name, versions]) => {
    const chosen = name === 'damage' && versions.find(({ version }) => version === judging?.version);
    return chosen || versions[0]!;
  });
};
