import type { MatrixVersion } from '../../inspections/records/price-matrix.ts';

export const presentMatrixVersion = ({ version, matrix, created_at, created_by }: MatrixVersion) => ({
  id: String(version),
  version,
  is_default: version === 0,
  created_at,
  created_by,
  currency: matrix.currency,
});

/** As it is set: what is read can be changed and sent back. */
export const presentMatrix = (found: MatrixVersion) => ({ ...presentMatrixVersion(found), ...found.matrix });
