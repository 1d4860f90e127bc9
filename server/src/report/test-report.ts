/** Reports of made-up inspections, read back. */
import { buffer } from 'node:stream/consumers';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import type { Comparison } from '../inspections/comparison/comparison.ts';
import type { ModelTerms } from '../inspections/model-terms.ts';
import type { ReportOptions } from '../inspections/ports/ports.ts';
import type { Correction } from '../inspections/records/correction.ts';
import type { Image } from '../inspections/records/image.ts';
import type { Inspection } from '../inspections/records/inspection.ts';
import { type Brands, createBrands } from './page/brands.ts';
import { options } from './test-inspection.ts';
import { createReportWriter } from './write-report.ts';

export const MADE_AT = '2026-03-15T10:00:00.000Z';
export const VERSION = '3f9a12c04b7e';

type Made = {
  wish?: Partial<ReportOptions>;
  comparison?: Comparison | null;
  corrections?: Correction[];
  show?: (image: Image) => Promise<Uint8Array>;
  brands?: Brands;
  logo?: Uint8Array | null;
  terms?: ModelTerms[];
};

const nothing = async (): Promise<Uint8Array> => {
  throw new Error('no such file');
};

export const makeReport = async (
  inspection: Inspection,
  {
    wish,
    comparison = null,
    corrections = [],
    show = nothing,
    logo = null,
    terms = [],
    brands = createBrands(null, () => {}),
  }: Made = {},
): Promise<Buffer> => {
  const source = {
    inspection,
    comparison,
    corrections,
    options: options(wish),
    logo,
    made_at: MADE_AT,
    data_version: VERSION,
  };
  return buffer(
    await createReportWriter(brands, async () => terms).write(source, show, AbortSignal.timeout(60_000)),
  );
};

export const reportOf = async (inspection: Inspection, made?: Made) =>
  readPdf(await makeReport(inspection, made));
