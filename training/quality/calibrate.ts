/** Measures how often the photo quality check of the service is right, on photos of your own. See --help. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { assessQuality, complianceRules } from '../../server/src/inspections/photos/quality/compliance.ts';
import { createQualityMeter } from '../../server/src/vision/pixels/quality.ts';
import { drawChart, type Row } from './chart.ts';
import {
  blowUp,
  blur,
  both,
  compress,
  type Damage,
  decode,
  encode,
  expose,
  noise,
  shake,
} from './degrade.ts';
import { drawMontage } from './montage.ts';

const HELP = `Usage: node_modules/.bin/node training/quality/calibrate.ts --photos FOLDER [options]

Takes good photos of vehicles, degrades each in known ways and amounts, and prints how many of each
kind the service's quality check flags: few of the untouched, most of the badly degraded.

  --photos FOLDER   photos that a person would accept (searched with its subfolders)
  --count N         how many of them, chosen at random (300)
  --seed N          chooses other photos and other directions of shaking (1)
  --only A,B        only these kinds, by name (all)
  --out FILE        every score, as JSON lines
  --montage FILE    the untouched photos that were flagged, as one PNG to look at
  --chart FILE      the blurriness score against the blur, as SVG
  --help`;

/** What is done to the photos, and the issue they then have: surely where it is strong, else a matter of taste. */
const KINDS: { name: string; damage: Damage; expect?: string; strong?: boolean }[] = [
  { name: 'untouched', damage: (picture) => picture },
  { name: 'JPEG quality 40', damage: compress(40) },
  { name: 'noise 10 levels', damage: noise(10) },
  { name: 'noise 20 levels', damage: noise(20) },
  { name: 'blur 0.13 %', damage: blur(0.13) },
  { name: 'blur 0.20 %', damage: blur(0.2), expect: 'blurriness' },
  { name: 'blur 0.26 %', damage: blur(0.26), expect: 'blurriness' },
  { name: 'blur 0.40 %', damage: blur(0.4), expect: 'blurriness', strong: true },
  { name: 'blur 0.65 %', damage: blur(0.65), expect: 'blurriness', strong: true },
  { name: 'blur 1.50 %', damage: blur(1.5), expect: 'blurriness', strong: true },
  { name: 'blur 0.40 % + noise 10', damage: both(blur(0.4), noise(10)), expect: 'blurriness', strong: true },
  {
    name: 'blur 0.40 % + JPEG 40',
    damage: both(blur(0.4), compress(40)),
    expect: 'blurriness',
    strong: true,
  },
  {
    name: 'blur 0.40 % at -3 stops',
    damage: both(blur(0.4), expose(-3)),
    expect: 'blurriness',
    strong: true,
  },
  { name: 'blown up 3 times', damage: blowUp(3), expect: 'blurriness' },
  { name: 'blown up 6 times', damage: blowUp(6), expect: 'blurriness', strong: true },
  { name: 'shaken 0.8 %', damage: shake(0.8), expect: 'blurriness' },
  { name: 'shaken 1.3 %', damage: shake(1.3), expect: 'blurriness' },
  { name: 'shaken 2.1 %', damage: shake(2.1), expect: 'blurriness', strong: true },
  { name: 'shaken 3.1 %', damage: shake(3.1), expect: 'blurriness', strong: true },
  { name: '-1 stop', damage: expose(-1) },
  { name: '-2 stops', damage: expose(-2), expect: 'underexposure' },
  { name: '-3 stops', damage: expose(-3), expect: 'underexposure' },
  { name: '-4 stops', damage: expose(-4), expect: 'underexposure', strong: true },
  { name: '-5 stops', damage: expose(-5), expect: 'underexposure', strong: true },
  { name: '+1 stop', damage: expose(1), expect: 'overexposure' },
  { name: '+2 stops', damage: expose(2), expect: 'overexposure' },
  { name: '+3 stops', damage: expose(3), expect: 'overexposure' },
  { name: '+4 stops', damage: expose(4), expect: 'overexposure', strong: true },
];

function randomFrom(seed: number) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

async function choosePhotos(folder: string, count: number, random: () => number) {
  const names = await readdir(folder, { recursive: true }).catch(() =>
    refuse(`Cannot read the folder ${folder}.`),
  );
  names.sort();
  const photos = names.filter((name) =>
    ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.tif', '.tiff'].includes(extname(name).toLowerCase()),
  );
  for (let i = photos.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [photos[i], photos[j]] = [photos[j]!, photos[i]!];
  }
  return photos.slice(0, count).map((name) => join(folder, name));
}

function printTable(rows: Row[], kinds: typeof KINDS) {
  const issues = complianceRules.map((rule) => rule.issue);
  console.log(`| Photos | n | ${issues.join(' | ')} | median scores (blur, over, under) | should be |`);
  console.log(`|---|---|${issues.map(() => '---|').join('')}---|---|`);
  for (const { name, expect, strong } of kinds) {
    const own = rows.filter((row) => row.kind === name);
    const shares = issues.map((issue) => {
      const flagged = own.filter((row) => row.compliance.issues.includes(issue)).length;
      return `${((100 * flagged) / own.length).toFixed(1)} %`;
    });
    const medians = (['blurriness', 'overexposure', 'underexposure'] as const).map((score) => {
      const sorted = own.map((row) => row.compliance.scores[score]!).sort((a, b) => a - b);
      return sorted[sorted.length >> 1]!.toFixed(2);
    });
    const wish = strong ? expect : expect ? `${expect} or passed` : 'passed';
    console.log(`| ${name} | ${own.length} | ${shares.join(' | ')} | ${medians.join(', ')} | ${wish} |`);
  }
}

async function write(file: string, content: string | Buffer) {
  await mkdir(dirname(resolve(file)), { recursive: true });
  await writeFile(file, content);
}

function refuse(message: string): never {
  console.error(`${message}\nSee --help.`);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        photos: { type: 'string' },
        count: { type: 'string', default: '300' },
        seed: { type: 'string', default: '1' },
        only: { type: 'string' },
        out: { type: 'string' },
        montage: { type: 'string' },
        chart: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const options = readOptions();
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
if (!options.photos) refuse('Name a folder with photos: --photos FOLDER.');
for (const name of ['count', 'seed'] as const) {
  if (!/^[1-9]\d*$/.test(options[name]))
    refuse(`--${name} must be a whole number from 1, not ${options[name]}.`);
}
const wanted = options.only?.split(',').map((name) => name.trim()) ?? KINDS.map(({ name }) => name);
for (const name of wanted) {
  if (!KINDS.some((kind) => kind.name === name)) {
    refuse(`There is no kind "${name}". There are: ${KINDS.map((kind) => kind.name).join(', ')}.`);
  }
}
if (options.chart && options.only) refuse('The chart needs every kind: leave out --only.');
const kinds = KINDS.filter(({ name }) => wanted.includes(name));
const random = randomFrom(Number(options.seed));
const photos = await choosePhotos(options.photos, Number(options.count), random);
if (photos.length === 0) refuse(`There are no JPEG, PNG, WebP, AVIF or TIFF files in ${options.photos}.`);
const meter = createQualityMeter();
const rows: Row[] = [];
for (const [index, file] of photos.entries()) {
  const picture = await decode(file);
  for (const { name, damage } of kinds) {
    const degraded = await damage(picture, random);
    // The untouched file is measured as it is; the others travel as a camera would send them.
    const photo = name === 'untouched' ? file : await encode(degraded);
    rows.push({ kind: name, file, compliance: assessQuality(await meter.measure(photo)) });
  }
  if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${photos.length} photos`);
}
if (process.stderr.isTTY) process.stderr.write('\n');

printTable(rows, kinds);
if (options.out) await write(options.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
if (options.chart) await write(options.chart, drawChart(rows));
const flagged = rows.filter(
  (row) => row.kind === 'untouched' && row.compliance.issues.some((i) => i !== 'low_resolution'),
);
if (options.montage && flagged.length > 0) await write(options.montage, await drawMontage(flagged));
