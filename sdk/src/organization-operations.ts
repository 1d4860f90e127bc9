import type { One, Page } from './answers.ts';
import type { CallOptions, Request, UploadOptions } from './request.ts';
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
        file: { field: 'logo', content: file },
      },
      options,
    ),
  /** By month. */
  getUsage: (query: schema.UsageOptions = {}, options?: CallOptions) =>
    request<One<'usageReports'>>({ method: 'GET', path: '/usage', query }, options),
  /** What was erased, and changes of how long inspections are kept. */
  getAuditLog: (query: schema.PageOptions = {}, options?: CallOptions) =>
    request<Page<'auditEntries'>>({ method: 'GET', path: '/audit_log', query }, options),
  deleteLogo: (options?: CallOptions) =>
    request<One<'organizationSettings'>>({ method: 'DELETE', path: '/organization/logo' }, options),
});
