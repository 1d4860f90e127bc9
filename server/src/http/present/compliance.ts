import type { Compliance } from '../../inspections/compliance.ts';
export const presentCompliance = (c: Compliance | null, _i: object, _o: { pendingAsObject: boolean }) =>
  c && { compliance_issues: c.issues };
