import type { Deleted, Many, One } from './answers.ts';
import { type CallOptions, path, type Request } from './request.ts';
import type * as schema from './schema.ts';

/** Links that show an inspection to people without an account. */
export const shareLinkOperations = (request: Request) => ({
  /** `url` is in this answer only. */
  createOne: (inspectionId: string, json: schema.CreateShareLink = {}, options?: CallOptions) =>
    request<One<'shareLinks'>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/share_links`, json },
      options,
    ),
  getMany: (inspectionId: string, options?: CallOptions) =>
    request<Many<'shareLinks'>>(
      { method: 'GET', path: path`/inspections/${inspectionId}/share_links` },
      options,
    ),
  /** It stops working at once. */
  deleteOne: (inspectionId: string, shareLinkId: string, options?: CallOptions) =>
    request<One<'shareLinks', Deleted>>(
      { method: 'DELETE', path: path`/inspections/${inspectionId}/share_links/${shareLinkId}` },
      options,
    ),
});

export const sharedOperations = (request: Request) => ({
  /** By the last part of a share link; without a token. */
  getOne: (secret: string, options?: CallOptions) =>
    request<One<'sharedInspections'>>(
      { method: 'GET', path: path`/shared_inspections/${secret}`, open: true },
      options,
    ),
});
