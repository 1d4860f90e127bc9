/** What the weights of a model may be used for: the code of the service has terms of its own. */
export const MODEL_USES = ['any', 'evaluation_and_research'] as const;
type ModelUse = (typeof MODEL_USES)[number];

export type ModelTerms = {
  name: string;
  version: string;
  /** As its makers put it, in English. */
  licence: string | null;
  /** Null: whoever installed it did not say. */
  use: ModelUse | null;
  /** How its scores were spread over the photos that it was validated on, in 20 bins from 0 to 1; absent where nobody counted. */
  validation?: Record<string, number[]> | undefined;
};

export const isRestricted = ({ use }: Pick<ModelTerms, 'use'>) => use === 'evaluation_and_research';
