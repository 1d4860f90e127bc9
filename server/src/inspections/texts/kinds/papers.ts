/** Papers as the rest of the service knows them: a type, and fields with their place. */

import type { FieldDetection, PaperDetection } from '../text-detections.ts';
import type { TextLine } from '../text-line.ts';
import { type MrzFormat, type MrzReading, readMrz } from './mrz.ts';
import { readRegistrationFr } from './registration-fr.ts';

type ZoneField = Exclude<keyof MrzReading, 'format' | 'checks' | 'score' | 'lines'>;

/** Which row of its zone each field stands in. */
const TWO_ROWS: Record<ZoneField, number> = {
  document_code: 0,
  issuer: 0,
  surname: 0,
  given_names: 0,
  number: 1,
  nationality: 1,
  birth_date: 1,
  sex: 1,
  expiry_date: 1,
};
const ROWS: Record<MrzFormat, Record<ZoneField, number>> = {
  TD3: TWO_ROWS,
  TD2: TWO_ROWS,
  FRANCE: { ...TWO_ROWS, given_names: 1, nationality: 0 },
  TD1: { ...TWO_ROWS, surname: 2, given_names: 2, number: 0 },
};

function typeOf({ format, document_code, issuer }: MrzReading): PaperDetection['type'] {
  if (format === 'TD3' || document_code.startsWith('P')) return 'PASSPORT';
  return issuer === 'FRA' ? 'ID_FR' : 'ID';
}

function zonePaper(zone: MrzReading): PaperDetection {
  const fields = Object.entries(ROWS[zone.format]).map(([name, row]): FieldDetection => {
    const { score, polygon } = zone.lines[row]!;
    return { name, value: zone[name as ZoneField], confidence: score, polygons: [polygon] };
  });
  return { type: typeOf(zone), confidence: zone.score, fields, checks: zone.checks };
}

export function papersIn(lines: readonly TextLine[]): PaperDetection[] {
  const papers: PaperDetection[] = [];
  const zone = readMrz(lines);
  if (zone) papers.push(zonePaper(zone));
  const registration = readRegistrationFr(lines);
  if (registration)
    papers.push({
      type: 'VEHICLE_REGISTRATION_PAPERS_FR',
      confidence: registration.score,
      fields: registration.fields.map(({ name, value, score, line }) => ({
        name,
        value,
        confidence: score,
        polygons: [line.polygon],
      })),
      checks: {},
    });
  return papers;
}
