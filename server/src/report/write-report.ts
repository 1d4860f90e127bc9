/** The whole report: its sections in their order, then what can only be written when the last page is known. */

import { addAbortSignal, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cuttingAround } from '../inspections/damages/cuttings.ts';
import type { ModelTerms } from '../inspections/model-terms.ts';
import type { PdfSigner } from '../inspections/ports/evidence.ts';
import type { ReportSource, ReportWriter } from '../inspections/ports/ports.ts';
import type { Image } from '../inspections/records/image.ts';
import { isDraft, reviewOf } from '../inspections/tasks/validation.ts';
import type { Brands } from './page/brands.ts';
import { formatsFor } from './page/formats.ts';
import { DRAFT, LABEL, MARGIN } from './page/page-style.ts';
import { createPictures, type Wanted } from './page/pictures.ts';
import { openSheet } from './page/sheet.ts';
import { reserveSignature, signedStream } from './page/signature.ts';
import type { Writing } from './page/writing.ts';
import { type ReportData, reportData } from './report-data.ts';
import { writeChecks } from './sections/checks.ts';
import { writeComparison } from './sections/comparison.ts';
import { writeCondition } from './sections/condition.ts';
import { writeContests } from './sections/contests.ts';
import { vehicleName, writeCover } from './sections/cover.ts';
import { writeDamages } from './sections/damages.ts';
import { writeDocuments } from './sections/documents.ts';
import { writeEvidence } from './sections/evidence.ts';
import { writeFindings } from './sections/findings.ts';
import { writeInspection } from './sections/inspection.ts';
import { writeModels } from './sections/models.ts';
import { writePhotos } from './sections/photos.ts';
import { writeRecord } from './sections/record.ts';
import { writeSignatures } from './sections/signatures.ts';
import { writeSuspicions } from './sections/suspicions.ts';
import { writeVehicle } from './sections/vehicle.ts';
import { writeWheels } from './sections/wheels.ts';
import { fill, WORDS } from './words/words.ts';

const CROP = { generate_tight: false, margin: 0.5, ratio: 4 / 3, quality: 1 };

/** In the order in which the report shows them: those with damages first. */
const wantedPictures = ({ damages, photos }: ReportData): Wanted[] => {
  const wanted = new Map<string, Wanted>();
  const of = (image: Image) => {
    const known = wanted.get(image.id) ?? { image, crops: [] };
    wanted.set(image.id, known);
    return known;
  };
  for (const {
    views: [best],
  } of damages)
    if (best) {
      const { image } = best.photo;
      of(image).crops.push({ id: best.view.id, box: cuttingAround(best.view.bounding_box, CROP, image) });
    }
  for (const { image } of photos) of(image);
  return [...wanted.values()];
};

/** From the edge of the page, above everything else. */
const DRAFT_TOP = 8;

const writeMargins = (writing: Writing, { made_at }: ReportSource) => {
  const { sheet, words, formats, data } = writing;
  const { doc } = sheet;
  const { start, count } = doc.bufferedPageRange();
  const plate = data.inspection.vehicle?.details.plate;
  const head = [sheet.brand.name, data.inspection.reference, vehicleName(writing), plate]
    .filter(Boolean)
    .join('  ·  ');
  const foot = [
    fill(words.say.made_at, { date: formats.time(made_at) }),
    fill(words.say.data_version, { version: writing.data_version }),
    data.inspection.id,
  ].join('  ·  ');
  const line = (text: string, y: number, align: 'left' | 'right') =>
    sheet.drawLine(sheet.lines(text, LABEL, sheet.width)[0]!, LABEL, MARGIN, y, sheet.width, align);
  const draft = isDraft(data.review) ? sheet.lines(words.draft.mark, DRAFT, sheet.width)[0]! : null;
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page);
    doc.markContent('Artifact', { type: 'Pagination' });
    if (draft) sheet.drawLine(draft, DRAFT, MARGIN, DRAFT_TOP, sheet.width, 'center');
    if (page > 0) {
      line(head, MARGIN - 18, 'left');
      doc
        .moveTo(MARGIN, MARGIN - 5)
        .lineTo(sheet.pageWidth - MARGIN, MARGIN - 5)
        .lineWidth(0.5)
        .stroke(sheet.brand.color);
    }
    line(foot, sheet.pageHeight - MARGIN + 8, 'left');
    line(fill(words.say.page, { page: page + 1, pages: count }), sheet.pageHeight - MARGIN + 8, 'right');
    doc.endMarkedContent();
  }
};

const SECTIONS: ((writing: Writing) => void | Promise<void>)[] = [
  writeCover,
  writeCondition,
  writeChecks,
  writeVehicle,
  writeInspection,
  writeFindings,
  writeDamages,
  writeSuspicions,
  writeWheels,
  writeDocuments,
  writeComparison,
  writeContests,
  writeRecord,
  writeModels,
  writeEvidence,
  writeSignatures,
  writePhotos,
];

const write = async (
  writing: Writing,
  source: ReportSource,
  signer: PdfSigner | null,
  signal: AbortSignal,
) => {
  writing.sheet.newPage();
  for (const section of SECTIONS) {
    signal.throwIfAborted();
    await section(writing);
    // The process has other things to do.
    await nextTurn();
  }
  writeMargins(writing, source);
  if (signer) reserveSignature(writing.sheet.doc, signer, source.made_at);
  writing.sheet.finish();
};

export const createReportWriter = (
  brands: Brands,
  modelTerms: () => Promise<ModelTerms[]>,
  signer: PdfSigner | null = null,
): ReportWriter => ({
  write: async (source, show, signal): Promise<Readable> => {
    const { inspection, options, letterhead, time_zone, data_version, fingerprint, events } = source;
    const words = WORDS[options.language];
    const data = reportData(source, await modelTerms());
    const brand = await brands.of(inspection.organization_id);
    const sheet = openSheet({
      paper: options.paper,
      language: options.language,
      title: `${words.say.title} – ${vehicleName({ data, words })}`,
      subject: inspection.id,
      brand: {
        ...brand,
        name: letterhead.name ?? brand.name,
        logo: letterhead.logo ? Buffer.from(letterhead.logo) : brand.logo,
      },
    });
    const pictures = createPictures(sheet.doc, wantedPictures(data), show, signal);
    const formats = formatsFor(options.language, options.paper, time_zone);
    const { doc } = sheet;
    const proof = { fingerprint, events };
    const writing = { sheet, words, formats, data, options, pictures, data_version, letterhead, proof };
    // What nobody has approved yet is nobody's word.
    const approvedSigner = signer && reviewOf(inspection).approved && signer.isReady() ? signer : null;
    write(writing, source, approvedSigner, signal).catch((error) => doc.destroy(error));
    const pdf = addAbortSignal(signal, doc as unknown as Readable);
    return approvedSigner ? signedStream(pdf, approvedSigner) : pdf;
  },
});
