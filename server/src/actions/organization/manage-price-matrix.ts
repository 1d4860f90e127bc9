import { isDeepStrictEqual } from 'node:util';
import { type Actor, assertManagesPrices } from '../../inspections/access.ts';
import { DEFAULT_MATRIX } from '../../inspections/costs/price-matrix.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { MatrixVersion, PriceMatrix } from '../../inspections/records/price-matrix.ts';

export const getMatrix = async (actor: Actor, _input: object, { store }: Ports): Promise<MatrixVersion> =>
  (actor.organization_id !== null && (await store.priceMatrices.current(actor.organization_id))) ||
  DEFAULT_MATRIX;

/** Setting what is set already makes no new version. */
export const replaceMatrix = async (
  actor: Actor,
  input: { matrix: PriceMatrix },
  { store }: Ports,
): Promise<MatrixVersion> => {
  const organization = assertManagesPrices(actor);
  return store.transaction(async (tx) => {
    await tx.priceMatrices.lock(organization);
    const current = await tx.priceMatrices.current(organization);
    if (current && isDeepStrictEqual(current.matrix, input.matrix)) return current;
    return tx.priceMatrices.insert(organization, input.matrix, actor.user_id);
  });
};

/** Newest first, the default of the service last. */
export const listMatrices = async (
  actor: Actor,
  _input: object,
  { store }: Ports,
): Promise<MatrixVersion[]> => [
  ...(actor.organization_id === null ? [] : await store.priceMatrices.list(actor.organization_id)),
  DEFAULT_MATRIX,
];

export const getMatrixVersion = async (
  actor: Actor,
  input: { version: string },
  { store }: Ports,
): Promise<MatrixVersion> => {
  const version = /^\d{1,9}$/.test(input.version) ? Number(input.version) : null;
  if (version === DEFAULT_MATRIX.version) return DEFAULT_MATRIX;
  const found =
    version !== null &&
    actor.organization_id !== null &&
    (await store.priceMatrices.find(actor.organization_id, version));
  if (!found) throw notFound('version of the price matrix');
  return found;
};
