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

const CLIENT_PERMISSIONS = [
  ...BASIC_PERMISSIONS,
  'inspections:read_all',
  'inspections:read_organization',
  'inspections:update_all',
  'inspections:update_organization',
  'inspections:write_all',
  'inspections:write_organization',
] as const;

export const DEMO_PERMISSIONS = [
  ...CLIENT_PERMISSIONS,
  'organization:manage',
  'pricing_matrix:manage',
  'webhooks:manage',
] as const;

/** Capture apps of generation 4 and 5 do not start unless the token has the permissions in their own spelling. */
export const asClientsSpell = (permissions: readonly string[]): string[] => [
  ...permissions,
  ...CLIENT_PERMISSIONS.filter((name) => permissions.includes(name)).map((name) => `monk_core_api:${name}`),
];
