import sql, { raw } from 'sql-template-tag';
import type { MatrixVersion } from '../../inspections/costs/price-matrix.ts';
import type { PriceMatrices } from '../../inspections/ports/pricing.ts';
import type { Database } from '../database.ts';

const COLUMNS = raw('version, matrix, created_at, created_by');

export const priceMatricesOn = (database: Database): PriceMatrices => ({
  current: (organizationId) =>
    database.row<MatrixVersion>(sql`
      select ${COLUMNS} from pricing_matrices where organization_id = ${organizationId}
      order by version desc limit 1`),

  find: (organizationId, version) =>
    database.row<MatrixVersion>(sql`
      select ${COLUMNS} from pricing_matrices
      where organization_id = ${organizationId} and version = ${version}`),

  list: (organizationId) =>
    database.rows<MatrixVersion>(sql`
      select ${COLUMNS} from pricing_matrices where organization_id = ${organizationId} order by version desc`),

  insert: async (organizationId, matrix, by) =>
    (await database.row<MatrixVersion>(sql`
      insert into pricing_matrices (organization_id, version, matrix, created_by)
      select ${organizationId}, coalesce(max(version), 0) + 1, ${JSON.stringify(matrix)}::jsonb, ${by}
      from pricing_matrices where organization_id = ${organizationId}
      returning ${COLUMNS}`))!,

  lock: async (organizationId) => {
    await database.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`pricing_matrix ${organizationId}`}, 0))`,
    );
  },
});
