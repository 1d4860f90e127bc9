/** Reports of made-up inspections, read back. */
import { buffer } from 'node:stream/consumers';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import type { ModelTerms } from '../inspections/model-terms.ts';
import type { PdfSigner } from '../inspections/ports/evidence.ts';
import type { Letterhead, ReportOptions, ReportSource } from '../inspections/ports/ports.ts';
import type { Image } from '../inspections/records/image.ts';
import type { Inspection } from '../inspections/records/inspection.ts';
import { type Brands, createBrands } from './page/brands.ts';
import { options, source } from './test-inspection.ts';
import { createReportWriter } from './write-report.ts';

export const MADE_AT = '2026-03-15T10:00:00.000Z';
export const VERSION = '3f9a12c04b7e';

type Made = Partial<
  Pick<ReportSource, 'comparison' | 'contests' | 'cost_of_new' | 'corrections' | 'suspicions' | 'time_zone'>
> & {
  wish?: Partial<ReportOptions>;
  letterhead?: Partial<Letterhead>;
  show?: (image: Image) => Promise<Uint8Array>;
  brands?: Brands;
  terms?: ModelTerms[];
  signer?: PdfSigner;
};

const nothing = async (): Promise<Uint8Array> => {
  throw new Error('no such file');
};

export const makeReport = async (
  inspection: Inspection,
  {
    wish,
    letterhead,
    show = nothing,
    terms = [],
    brands = createBrands(null, () => {}),
    signer,
    ...more
  }: Made = {},
): Promise<Buffer> => {
  const made = { made_at: MADE_AT, data_version: VERSION, options: options(wish), ...more };
  const whole = source(inspection, made);
  const sent = { ...whole, letterhead: { ...whole.letterhead, ...letterhead } };
  return buffer(
    await createReportWriter(brands, async () => terms, signer).write(
      sent,
      show,
      AbortSignal.timeout(60_000),
    ),
  );
};

export const reportOf = async (inspection: Inspection, made?: Made) =>
  readPdf(await makeReport(inspection, made));
