import { z } from 'zod';
import { MODEL_USES } from '../../inspections/model-terms.ts';

export const ModelAnswer = z
  .object({
    id: z.string().describe('Its name.').meta({ example: 'damage' }),
    version: z.string().meta({ example: '1.2.0' }),
    licence: z.string().nullable().describe('As its makers put it.'),
    use: z
      .enum(MODEL_USES)
      .nullable()
      .describe('The permitted use of its weights; null if the manifest does not state it.'),
  })
  .meta({ id: 'Model' });
