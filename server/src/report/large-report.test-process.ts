/** Makes the report of so many photos and damages and tells what that took; in a process whose memory is its own. */
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { watchStalls } from '@walkaround/harness/faults/stalls.ts';
import { PART_TYPES } from '../inspections/parts/parts.ts';
import { DAMAGE_TYPES } from '../inspections/vocabulary.ts';
import { createBrands } from './page/brands.ts';
import * as given from './test-inspection.ts';
import { createReportWriter } from './write-report.ts';

const [photo, report, ...counts] = process.argv.slice(2) as [string, string, ...string[]];
const [PHOTOS, DAMAGES] = counts.map(Number) as [number, number];
const [WIDTH, HEIGHT] = [4000, 3000];

const inspection = given.emptyInspection();
inspection.images = Array.from({ length: PHOTOS }, () => given.image({ width: WIDTH, height: HEIGHT }));
for (let i = 0; i < DAMAGES; i++) {
  const damage = given.damage(DAMAGE_TYPES[i % DAMAGE_TYPES.length]!, PART_TYPES[2 + (i % 70)]!);
  const bounding_box = { xmin: 100 * (i % 30), ymin: 60 * (i % 40), width: 200 + i, height: 150 };
  inspection.damages.push(damage);
  inspection.views.push(given.view(inspection.images[(i * 7) % PHOTOS]!, damage, { bounding_box }));
  inspection.severities.push(given.severity(damage, 1 + (i % 3)));
}

const longestStall = watchStalls(10);
const began = performance.now();
const pdf = await createReportWriter(
  createBrands(null, () => {}),
  async () => [],
).write(
  given.source(inspection, { options: given.options({ pricing: true }) }),
  () => readFile(photo),
  AbortSignal.timeout(600_000),
);
await pipeline(pdf, createWriteStream(report));
const longest_pause_ms = longestStall();

/** Not `maxRSS`: Linux counts the memory of the process that started this one into it. */
const status = await readFile('/proc/self/status', 'utf8');

process.stdout.write(
  JSON.stringify({
    seconds: (performance.now() - began) / 1000,
    peak_megabytes: Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024,
    longest_pause_ms,
  }),
);
