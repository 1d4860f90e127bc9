import type { Body } from './client.ts';

/** Whether the verdict on a photo is there; until then its checks are pending, or null to generation 4 and 5. */
export const isJudged = ({ compliances }: Body): boolean => compliances?.compliance_issues !== undefined;
