export type QualityMeasures = {
  blurriness: number;
  overexposure: number;
  underexposure: number;
  width: number;
  height: number;
};
export type Compliance = { issues: string[] };
export const assessQuality = (_m: QualityMeasures): Compliance => ({ issues: [] });
export const unreadablePhoto = (): Compliance => ({ issues: ['other'] });
