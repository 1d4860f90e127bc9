import type { Deleted, Many, One, Page } from './answers.ts';
import { type CallOptions, path, type Request, type UploadOptions } from './request.ts';
import type * as schema from './schema.ts';

/** What your organization wants by default. */
export const organizationOperations = (request: Request) => ({
  getSettings: (options?: CallOptions) =>
    request<One<'organizationSettings'>>({ method: 'GET', path: '/organization/settings' }, options),
  updateSettings: (json: schema.UpdateOrganizationSettings, options?: CallOptions) =>
    request<One<'organizationSettings'>>({ method: 'PATCH', path: '/organization/settings', json }, options),
  /** PNG, JPEG or WebP. */
  replaceLogo: (file: Blob, options?: UploadOptions) =>
    request<One<'organizationSettings'>>(
      {
        method: 'PUT',
        path: '/organization/logo',
        json: {},
        files: [{ field: 'logo', content: file }],
      },
      options,
    ),
  /** By month. */
  getUsage: (query: schema.UsageOptions = {}, options?: CallOptions) =>
    request<One<'usageReports'>>({ method: 'GET', path: '/usage', query }, options),
  /** How models did week by week, by what people made of their finds. */
  getModelQuality: (query: schema.ModelQualityOptions = {}, options?: CallOptions) =>
    request<One<'modelQuality'>>({ method: 'GET', path: '/organization/model_quality', query }, options),
  /** How much models could learn from your approved inspections. */
  getSideBySide: (options?: CallOptions) =>
    request<One<'sideBySides'>>({ method: 'GET', path: '/organization/side_by_side' }, options),

  getDifferingPhotos: (query: schema.DifferingPhotosOptions = {}, options?: CallOptions) =>
    request<Page<'differingPhotos'>>(
      { method: 'GET', path: '/organization/side_by_side/photos', query },
      options,
    ),

  getTrainingData: (options?: CallOptions) =>
    request<One<'trainingData'>>({ method: 'GET', path: '/organization/training_data' }, options),
  /** What they can learn, inspection by inspection. */
  getTrainingInspections: (query: schema.TrainingDataOptions = {}, options?: CallOptions) =>
    request<Page<'trainingInspections'>>(
      { method: 'GET', path: '/organization/training_data/inspections', query },
      options,
    ),
  /** What was erased, and changes of how long inspections are kept. */
  getAuditLog: (query: schema.PageOptions = {}, options?: CallOptions) =>
    request<Page<'auditEntries'>>({ method: 'GET', path: '/audit_log', query }, options),
  /** Whom inspections can be assigned to. */
  getMembers: (options?: CallOptions) =>
    request<Many<'members'>>({ method: 'GET', path: '/organization/members' }, options),
  /** Joins them, under the name in the token; answers all of them. */
  joinMembers: (options?: CallOptions) =>
    request<Many<'members'>>({ method: 'PUT', path: '/organization/members/me' }, options),
  deleteLogo: (options?: CallOptions) =>
    request<One<'organizationSettings'>>({ method: 'DELETE', path: '/organization/logo' }, options),
});

/** Lists of inspections that you want to see again: `getSummaries` takes their `filter`. */
export const savedFilterOperations = (request: Request) => ({
  getMany: (options?: CallOptions) =>
    request<Many<'savedFilters'>>({ method: 'GET', path: '/saved_filters' }, options),
  createOne: (json: schema.CreateSavedFilter, options?: CallOptions) =>
    request<One<'savedFilters'>>({ method: 'POST', path: '/saved_filters', json }, options),
  renameOne: (id: string, json: schema.RenameSavedFilter, options?: CallOptions) =>
    request<One<'savedFilters'>>({ method: 'PATCH', path: path`/saved_filters/${id}`, json }, options),
  deleteOne: (id: string, options?: CallOptions) =>
    request<One<'savedFilters', Deleted>>({ method: 'DELETE', path: path`/saved_filters/${id}` }, options),
});
