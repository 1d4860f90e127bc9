import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { PartType } from '../../src/inspections/parts/parts.ts';
import { createBrands } from '../../src/report/page/brands.ts';
import * as made from '../../src/report/test-inspection.ts';
import { createReportWriter } from '../../src/report/write-report.ts';
import { type Figure, ratioLine } from '../figure.ts';
import { phonePhoto, timed } from '../models.ts';
import { takeTurns } from '../rounds.ts';

const PHOTOS = 24;
const WARM_UP = 1;
/** As the report shows them. */
const SHRUNK = { width: 800, height: 800, fit: 'inside' } as const;
const QUALITY = 78;

const DAMAGED: PartType[] = ['hood', 'roof', 'door_front_left', 'bumper_front', 'fender_back_right', 'trunk'];

/** A rental car at its return: six damages, each on a photo of its own. */
const rentalCar = () => {
  const inspection = made.emptyInspection();
  inspection.images = Array.from({ length: PHOTOS }, () => made.image({ width: 4032, height: 3024 }));
  inspection.damages = DAMAGED.map((part) => made.damage('scratch', part));
  inspection.views = inspection.damages.map((damage, index) =>
    made.view(inspection.images[index]!, damage, {
      bounding_box: { xmin: 1200, ymin: 900, width: 600, height: 400 },
    }),
  );
  return inspection;
};

/** Two to a page, nothing else. */
const bare = async (photo: Buffer) => {
  const doc = new PDFDocument({ size: 'A4', autoFirstPage: false });
  const written = buffer(doc as unknown as NodeJS.ReadableStream);
  for (let i = 0; i < PHOTOS; i++) {
    if (i % 2 === 0) doc.addPage();
    const small = await sharp(photo).resize(SHRUNK).jpeg({ quality: QUALITY }).toBuffer();
    doc.image(small, 60, i % 2 === 0 ? 60 : 440, { width: 470 });
  }
  doc.end();
  return written;
};

export const report24Photos: Figure = {
  name: 'report_24_photos',
  about:
    'the PDF report of 24 photos and 6 damages, against the same photos resized and written by pdfkit alone',
  rounds: 9,
  measure: async (rounds, progress) => {
    const photo = await phonePhoto();
    const source = made.source(rentalCar());
    const writer = createReportWriter(
      createBrands(null, () => {}),
      async () => [],
    );
    const write = async () =>
      buffer(await writer.write(source, async () => photo, AbortSignal.timeout(120_000)));
    const sides = { floor: timed(() => bare(photo)), ours: timed(write) };
    return [ratioLine('report_24_photos', 1.5, await takeTurns(sides, rounds, WARM_UP, progress))];
  },
};
