/** The tasks `repair_estimate` and `pricing`: damages in, operations, hours and money out. */

import { DEFAULT_MATRIX } from '../../inspections/costs/price-matrix.ts';
import type { Analyzer } from '../../inspections/ports/ports.ts';
import type { Methodology } from '../../inspections/records/estimate.ts';
import { assess, currentMatrix } from './assess-damages.ts';

/**
 * It takes milliseconds, so all of it happens in the commit that ends the task: nobody can change a damage, a
 * severity or the prices between what was read and what is written.
 */
export const estimateAnalyzer: Analyzer = async ({ inspection, task }) => ({
  save: async (tx) => {
    const ownMatrix = task.arguments.use_pricing_matrix !== false;
    const matrix = ownMatrix ? await currentMatrix(tx, inspection.organization_id) : DEFAULT_MATRIX;
    const methodology = (task.arguments.methodology ?? 'labor_cost') as Methodology;
    await assess(tx, inspection.id, { methodology, matrix });
  },
});
