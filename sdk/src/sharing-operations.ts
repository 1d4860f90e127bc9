import type { Deleted, Many, One } from './answers.ts';
import { type CallOptions, path, type Request, type UploadOptions } from './request.ts';
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
  /** Says that a damage is wrong, through a link that allows it; without a token. */
  contestOne: (
    secret: string,
    { photos = [], ...json }: schema.OpenContest & { photos?: readonly Blob[] },
    options?: UploadOptions,
  ) =>
    request<One<'contests', schema.SharedContest>>(
      {
        method: 'POST',
        path: path`/shared_inspections/${secret}/contests`,
        json,
        open: true,
        ...(photos.length > 0 && {
          files: photos.map((content, index) => ({ field: `photo_${index + 1}`, content })),
        }),
      },
      options,
    ),
  /** Until it is decided; without a token. */
  withdrawOne: (secret: string, contestId: string, options?: CallOptions) =>
    request<One<'contests', schema.SharedContest>>(
      {
        method: 'POST',
        path: path`/shared_inspections/${secret}/contests/${contestId}/withdrawal`,
        open: true,
      },
      options,
    ),
});

/** What people with a link say against damages; oldest first. */
export const contestOperations = (request: Request) => ({
  getMany: (inspectionId: string, query: schema.ContestsOptions = {}, options?: CallOptions) =>
    request<Many<'contests'>>(
      { method: 'GET', path: path`/inspections/${inspectionId}/contests`, query },
      options,
    ),
  getOne: (inspectionId: string, contestId: string, options?: CallOptions) =>
    request<One<'contests'>>(
      { method: 'GET', path: path`/inspections/${inspectionId}/contests/${contestId}` },
      options,
    ),
  /** Once. Whoever contested reads the reason. */
  decideOne: (inspectionId: string, contestId: string, json: schema.DecideContest, options?: CallOptions) =>
    request<One<'contests'>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/contests/${contestId}/decision`, json },
      options,
    ),
});
