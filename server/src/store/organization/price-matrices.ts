import sql, { raw } from 'sql-template-tag';
import type { PriceMatrices } from '../../inspections/ports/pricing.ts';
import { type MatrixVersion, priceMatrixAsStored } from '../../inspections/records/price-matrix.ts';
import type { Database } from '../database.ts';

const COLUMNS = raw('version, matrix, created_at, created_by');

const asStored = <Row extends MatrixVersion | null>(row: Row): Row =>
  row && { ...row, matrix: priceMatrixAsStored(row.matrix) };

export const priceMatricesOn = (database: Database): PriceMatrices => ({
  current: async (organizationId) =>
    asStored(
      await database.row<MatrixVersion>(sql`
        select ${COLUMNS} from pricing_matrices where organization_id = ${organizationId}
        order by version desc limit 1`),
    ),

  find: async (organizationId, version) =>
    asStored(
      await database.row<MatrixVersion>(sql`
        select ${COLUMNS} from pricing_matrices
        where organization_id = ${organizationId} and version = ${version}`),
    ),

  list: async (organizationId) =>
    (
      await database.rows<MatrixVersion>(sql`
        select ${COLUMNS} from pricing_matrices where organization_id = ${organizationId} order by version desc`)
    ).map(asStored),

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
