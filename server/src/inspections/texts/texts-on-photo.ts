/** What the lines of one photo say: VIN, plates, odometer, papers. */
import { areaOf, grown } from '../geometry/boxes.ts';
import { isCenterIn } from '../geometry/polygons.ts';
import type { Finds } from '../photos/finds.ts';
import type { BoundingBox } from '../records/place.ts';
import { readOdometer } from './kinds/odometer.ts';
import { papersIn } from './kinds/papers.ts';
import { isSure as isSurePlate, type PlateReading, readPlate, sizeOf } from './kinds/plate.ts';
import { isFixed } from './kinds/plate-forms.ts';
import { isSure, likeliestVin } from './kinds/vin.ts';
import { platesToRead } from './plates-to-read.ts';
import type { OdometerDetection, PlateDetection, TextDetections, VinDetection } from './text-detections.ts';
import type { TextLine } from './text-line.ts';
import {
  FARTHER_VEHICLE,
  LEAST_OF_LONGER,
  NEARLY_AS_LARGE,
  PLATE_ROOM,
  SURER_PLATE,
  TEXT_AT_EDGE,
} from './tuning.ts';

/** Where a plate was detected on the photo, and the lines of a second pass over it. */
type PlateArea = { box: BoundingBox; lines: readonly TextLine[] };

type ReadWhole = Finds['text'];

/** Plates count where they were read from close by; without their model, the letters alone tell what may be one. */
export function textsOnPhoto({
  text: photo,
  plates = [],
  plate_text,
  vehicles = [],
}: Pick<Finds, 'text'> & Partial<Pick<Finds, 'plates' | 'plate_text' | 'vehicles'>>): Omit<
  TextDetections,
  'model'
> {
  const { lines } = photo;
  const closer = plate_text ? platesToRead(plates) : [];
  const areas = closer.map((box, index) => ({ box, lines: plate_text?.[index] ?? [] }));
  const odometer = detectedOdometer(lines);
  return {
    vin: detectedVin(lines),
    // On a photo of instruments, what looks like a plate is a display or a part number.
    plates: odometer?.sure ? [] : detectedPlates(photo, areas, isOnOther(vehicles)),
    odometer,
    papers: papersIn(lines),
  };
}

function detectedVin(lines: readonly TextLine[]): VinDetection | null {
  const reading = likeliestVin(lines);
  if (!reading) return null;
  const { vin, score, letters } = reading;
  const candidates = letters.map((letter) => letter.candidates);
  return { vin, confidence: score, sure: isSure(reading), candidates, polygons: polygonsOf(reading) };
}

function detectedOdometer(lines: readonly TextLine[]): OdometerDetection | null {
  const reading = readOdometer(lines);
  if (!reading) return null;
  const { value, unit, score, sure, line } = reading;
  return { value, unit, confidence: score, sure, polygons: [line.polygon] };
}

/** On a vehicle behind or beside that of the photo, and not on that one too. */
const isOnOther = (found: Finds['vehicles']) => {
  const boxes = found.filter(({ label }) => label === 'vehicle').map(({ bounding_box }) => bounding_box);
  const [largest, ...others] = boxes.toSorted((a, b) => areaOf(b) - areaOf(a));
  const farther = others.filter((other) => areaOf(other) < FARTHER_VEHICLE * areaOf(largest!));
  return (plate: BoundingBox) =>
    farther.some((other) => isCenterIn(plate, other)) && !isCenterIn(plate, largest!);
};

function detectedPlates(
  photo: ReadWhole,
  areas: readonly PlateArea[],
  isElsewhere: (plate: BoundingBox) => boolean,
): PlateDetection[] {
  const { lines } = photo;
  const located = areas.length > 0;
  const found = located
    ? areas.filter(({ box }) => !isElsewhere(box)).flatMap((area) => readTwice(lines, area) ?? [])
    : [readPlate(lines) ?? []].flat();
  const largest = Math.max(...found.map(sizeOf));
  return found
    .filter((reading) => sizeOf(reading) >= NEARLY_AS_LARGE * largest && !isCut(reading, photo))
    .map((reading) => ({
      plate: reading.plate,
      confidence: reading.score,
      located,
      polygons: polygonsOf(reading),
    }));
}

/** From afar and from close by: what both say may be less sure, and where they differ one must be surer. */
function readTwice(lines: readonly TextLine[], { box, lines: closer }: PlateArea): PlateReading | null {
  const area = grown(box, PLATE_ROOM * box.width, PLATE_ROOM * box.height);
  const readings = [readPlate(lines, area), readPlate(closer, area)].flatMap((reading) => reading ?? []);
  // What stands beside the number may belong to it.
  if (readings.some(({ stacked }) => stacked)) return null;
  const [best, other] = readings.sort((a, b) => b.least - a.least);
  if (!best || best.plate === other?.plate) return best ?? null;
  const counts = other ? (wholeOf(best, other) ?? surerOf(best, other)) : best;
  return counts && isSurePlate(counts) ? counts : null;
}

/** One of them lost characters. Others may be a band or a frame that the longer one took for a character. */
function wholeOf(one: PlateReading, other: PlateReading): PlateReading | null {
  const [longer, shorter] = one.plate.length > other.plate.length ? [one, other] : [other, one];
  if (!isPartOf(shorter.plate, longer.plate)) return null;
  if (isFixed(longer.plate) && longer.swaps === 0) return longer;
  return !isFixed(shorter.plate) && longer.least >= LEAST_OF_LONGER ? longer : null;
}

const surerOf = (best: PlateReading, other: PlateReading) =>
  best.least >= other.least + SURER_PLATE ? best : null;

/** Whether it is the other one, or the other one with characters left out. */
function isPartOf(plate: string, whole: string): boolean {
  let found = 0;
  for (const character of whole) if (character === plate[found]) found++;
  return found === plate.length;
}

const isCut = (reading: PlateReading, { width, height }: ReadWhole) =>
  polygonsOf(reading)
    .flat()
    .some(
      ([x, y]) =>
        Math.abs(x / width - 0.5) > 0.5 - TEXT_AT_EDGE || Math.abs(y / height - 0.5) > 0.5 - TEXT_AT_EDGE,
    );

const polygonsOf = ({ lines }: { lines: readonly TextLine[] }) => lines.map(({ polygon }) => polygon);
