/** Classifies the lines of a photo: VIN, plate, odometer or machine-readable zone; the rest is text. */

import type { TextLine } from '../text-line.ts';
import { readMrz } from './mrz.ts';
import { readOdometer } from './odometer.ts';
import { readPlate } from './plate.ts';
import { readVin } from './vin.ts';

type TextKind = 'vin' | 'plate' | 'odometer' | 'mrz' | 'text';
type TextFound = { text: string; score: number; kind: TextKind };

export function textsOf(lines: readonly TextLine[]): TextFound[] {
  const kinds = new Map<TextLine, TextKind>();
  const found: TextFound[] = [];
  const add = (kind: TextKind, of: readonly TextLine[], text: string, score: number) => {
    if (of.some((line) => kinds.has(line))) return;
    for (const line of of) kinds.set(line, kind);
    found.push({ text, score, kind });
  };
  const [vin, mrz] = [readVin(lines), readMrz(lines)];
  if (vin) add('vin', vin.lines, vin.vin, vin.score);
  if (mrz) add('mrz', mrz.lines, mrz.lines.map(({ text }) => text).join('\n'), mrz.score);
  const odometer = readOdometer(lines);
  if (odometer?.sure)
    add('odometer', [odometer.line], `${odometer.value} ${odometer.unit ?? ''}`.trim(), odometer.score);
  // On a photo of instruments, what looks like a plate is a part number.
  const plate = odometer?.sure ? null : readPlate(lines);
  if (plate) add('plate', plate.lines, plate.plate, plate.score);
  const rest = lines.filter((line) => !kinds.has(line));
  return [...found, ...rest.map(({ text, score }): TextFound => ({ text, score, kind: 'text' }))];
}
