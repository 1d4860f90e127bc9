/** The permissions that the built-in provider hands out; the names are the interface's. */
export const BASIC_PERMISSIONS = [
  'compliances',
  'damage_detection',
  'images_ocr',
  'repair_estimate',
  'wheel_analysis',
  'inspections:create',
  'inspections:read',
  'inspections:update',
  'inspections:write',
] as const;

export const DEMO_PERMISSIONS = [
  ...BASIC_PERMISSIONS,
  'inspections:read_all',
  'inspections:read_organization',
  'inspections:update_all',
  'inspections:update_organization',
  'inspections:write_all',
  'inspections:write_organization',
  'pricing_matrix:manage',
  'webhooks:manage',
] as const;
