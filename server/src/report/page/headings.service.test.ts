import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import * as given from '../test-inspection.ts';
import { makeReport, reportOf } from '../test-report.ts';
import { FOOT_HEIGHT, HEADING, SUBHEADING } from './page-style.ts';

/** With everything that has a heading, after a comment of so many lines: each number moves the headings down. */
const pushedDownBy = (lines: number) => {
  const inspection = given.emptyInspection();
  const comment = Array.from({ length: lines }, (_, line) => `Line ${line + 1}.`).join('\n');
  inspection.additional_data = { pdf_data: { comment } };
  inspection.vehicle = given.vehicle({ brand: 'Opel', model: 'Corsa', plate: 'AB-123-CD' });
  inspection.tasks = [given.task('damage_detection', 'DONE'), given.task('images_ocr', 'DONE')];
  // A long verdict makes the text below a photo taller than usual.
  const compliance = {
    issues: ['blurriness', 'overexposure', 'too_zoomed', 'underexposure'],
    scores: {},
    thresholds: {},
    reasons: [],
  } as unknown as ReturnType<typeof given.image>['compliance'];
  inspection.images = Array.from({ length: 4 }, () =>
    given.image({ compliance, name: 'a name '.repeat(12) }),
  );
  inspection.documents = [given.document('PLATE', { plate: 'AB-123-CD' })];
  const [scratch, dent] = [given.damage('scratch', 'hood'), given.damage('dent', 'roof')];
  inspection.damages = [scratch, dent];
  inspection.views = [given.view(inspection.images[0]!, scratch), given.view(inspection.images[1]!, dent)];
  inspection.checks = [
    { kind: 'missing_views', image_ids: [], reason: { code: 'no_whole_view' }, groups: [] },
  ];
  return inspection;
};

/** The words at the foot of each page, with their size: above the line with the number of the page. */
const lastLines = async (pdf: Buffer) => {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const lines: { text: string; size: number }[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const words = items
      .flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
      .filter(({ transform }) => transform[5] > FOOT_HEIGHT + 12)
      .toSorted((a, b) => a.transform[5] - b.transform[5]);
    const [last] = words;
    if (last) lines.push({ text: last.str, size: Math.round(last.height * 10) / 10 });
  }
  return lines;
};

test('the range of a cost is on the page of its part, wherever the pages break', async () => {
  for (let lines = 20; lines <= 44; lines += 3) {
    const inspection = pushedDownBy(lines);
    const hood = given.part('hood');
    inspection.parts = [hood];
    inspection.damages = [given.damage('dent', 'hood', { part_ids: [hood.id] })];
    inspection.estimates = [
      given.estimate(hood, { total: 41_250, low: 35_000, high: 60_000, tax_percent: 0 }),
    ];
    const { text } = await reportOf(inspection, { wish: { pricing: true } });
    expect(text, `after ${lines} lines`).toMatch(
      /Dent repair\s+€412\.50\s+For the damages listed:\s+€350\.00 to\s+€600\.00/,
    );
  }
});

test('no heading stands alone at the foot of a page, wherever the pages break', async () => {
  const alone: string[] = [];
  for (let lines = 1; lines <= 60; lines += 4)
    for (const { text, size } of await lastLines(await makeReport(pushedDownBy(lines))))
      if (size === HEADING.size || size === SUBHEADING.size) alone.push(`${text} after ${lines} lines`);
  expect(alone).toEqual([]);
});

test('a short table stays on one page, wherever the pages break', async () => {
  const names = ['damage_detection', 'wheel_analysis', 'images_ocr', 'repair_estimate'] as const;
  const rows = /(Damage detection|Wheel analysis|Text recognition|Repair estimate)\s+Done/g;
  const broken: number[][] = [];
  for (let lines = 56; lines <= 62; lines++) {
    const inspection = pushedDownBy(lines);
    inspection.tasks = names.map((name) => given.task(name, 'DONE'));
    const { pages } = await reportOf(inspection);
    broken.push(pages.map((page) => page.match(rows)?.length ?? 0).filter((count) => count > 0));
  }
  expect(broken).toEqual(broken.map(() => [4]));
});

test('what is said under the costs never begins a page without them, wherever the pages break', async () => {
  const alone: number[] = [];
  for (let lines = 44; lines <= 50; lines++) {
    const inspection = pushedDownBy(lines);
    const hood = given.part('hood');
    inspection.parts = [hood];
    inspection.damages = [given.damage('dent', 'hood', { part_ids: [hood.id] })];
    inspection.estimates = [
      given.estimate(hood, { total: 41_250, low: 41_250, high: 41_250, tax_percent: 0 }),
    ];
    const { pages } = await reportOf(inspection, { wish: { pricing: true } });
    const [page] = pages.slice(1).filter((one) => one.includes('Visible damage only.'));
    if (!/Total[\s\S]*Visible damage only/.test(page!)) alone.push(lines);
  }
  expect(alone).toEqual([]);
});
