import type { Deleted, Many, One } from './answers.ts';
import { type CallOptions, path, type Request } from './request.ts';
import type * as schema from './schema.ts';

export const severityOperations = (request: Request) => {
  const all = (inspectionId: string) => path`/inspections/${inspectionId}/severity_pricing`;
  const one = (inspectionId: string, severityId: string) =>
    path`/inspections/${inspectionId}/severity_pricing/${severityId}`;
  return {
    createOne: (inspectionId: string, json: schema.CreateSeverity, options?: CallOptions) =>
      request<One<'severityResults'>>({ method: 'POST', path: all(inspectionId), json }, options),
    getMany: (inspectionId: string, options?: CallOptions) =>
      request<Many<'severityResults'>>({ method: 'GET', path: all(inspectionId) }, options),
    getOne: (inspectionId: string, severityId: string, options?: CallOptions) =>
      request<One<'severityResults'>>({ method: 'GET', path: one(inspectionId, severityId) }, options),
    updateOne: (
      inspectionId: string,
      severityId: string,
      json: schema.UpdateSeverity,
      options?: CallOptions,
    ) =>
      request<One<'severityResults'>>(
        { method: 'PATCH', path: one(inspectionId, severityId), json },
        options,
      ),
    deleteOne: (inspectionId: string, severityId: string, options?: CallOptions) =>
      request<One<'severityResults', Deleted>>(
        { method: 'DELETE', path: one(inspectionId, severityId) },
        options,
      ),
    /** Who changed it, from what to what. */
    getHistory: (inspectionId: string, severityId: string, options?: CallOptions) =>
      request<Many<'corrections'>>(
        { method: 'GET', path: `${one(inspectionId, severityId)}/history` },
        options,
      ),
  };
};

export const pricingOperations = (request: Request) => {
  const one = (inspectionId: string, pricingId: string) =>
    path`/inspections/${inspectionId}/pricing/${pricingId}`;
  return {
    createOne: (inspectionId: string, json: schema.CreatePrice, options?: CallOptions) =>
      request<One<'pricings'>>(
        { method: 'POST', path: path`/inspections/${inspectionId}/pricing`, json },
        options,
      ),
    updateOne: (inspectionId: string, pricingId: string, json: schema.UpdatePrice, options?: CallOptions) =>
      request<One<'pricings'>>({ method: 'PATCH', path: one(inspectionId, pricingId), json }, options),
    deleteOne: (inspectionId: string, pricingId: string, options?: CallOptions) =>
      request<One<'pricings', Deleted>>({ method: 'DELETE', path: one(inspectionId, pricingId) }, options),
    /** Who changed it, from what to what. */
    getHistory: (inspectionId: string, pricingId: string, options?: CallOptions) =>
      request<Many<'corrections'>>(
        { method: 'GET', path: `${one(inspectionId, pricingId)}/history` },
        options,
      ),
  };
};

/** What repairs cost in your organization. */
export const priceMatrixOperations = (request: Request) => ({
  /** The one that counts, or an older version of it. */
  getOne: (version?: number, options?: CallOptions) =>
    request<One<'pricingMatrices'>>(
      {
        method: 'GET',
        path: version === undefined ? '/pricing_matrix' : path`/pricing_matrix/versions/${String(version)}`,
      },
      options,
    ),
  /** All versions, without their prices. */
  getMany: (options?: CallOptions) =>
    request<Many<'pricingMatrices', schema.PriceMatrixVersion>>(
      { method: 'GET', path: '/pricing_matrix/versions' },
      options,
    ),
  replaceOne: (json: schema.ReplacePriceMatrix, options?: CallOptions) =>
    request<One<'pricingMatrices'>>({ method: 'PUT', path: '/pricing_matrix', json }, options),
});
