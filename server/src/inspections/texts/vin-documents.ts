/** The VINs that photos show: one by vote, and every other that a photo is sure of. */
import {
  aboutPhotos,
  type DocumentRead,
  type DocumentsOfKind,
  fieldOf,
  most,
  type Reading,
} from './document-read.ts';
import type { VinSeen } from './texts-seen.ts';
import { checkDigit } from './vin-check-digit.ts';
import { isAlike, voteOnVin } from './vin-vote.ts';

type Readings = readonly Reading<VinSeen>[];

const documentOf = (vin: string, confidence: number, readings: Readings, asked: number): DocumentRead => ({
  type: 'VIN',
  ...aboutPhotos(readings.map(({ photo }) => photo)),
  confidence,
  fields: [fieldOf('vin', vin, confidence, readings)],
  evidence: {
    photos_agreeing: readings.filter(({ seen }) => seen.vin === vin).length,
    photos_asked: asked,
    check_digit: checkDigit(vin),
  },
});

/** A photo of which nobody said that it shows a VIN has a say only when it is sure by itself. */
export const vinDocuments = (all: Readings): DocumentsOfKind => {
  const readings = all.filter(({ photo, seen }) => photo.sought.expected || seen.sure);
  const vote = voteOnVin(readings.map(({ seen }) => seen));
  const voters = vote ? readings.filter(({ seen }) => isAlike(seen.vin, vote.vin)) : [];
  const settled = vote && documentOf(vote.vin, vote.confidence, voters, readings.length);
  const others = readings.filter((reading) => reading.seen.sure && !voters.includes(reading));
  const contradicting = [...Map.groupBy(others, ({ seen }) => seen.vin)].map(([vin, group]) =>
    documentOf(vin, most(group.map(({ seen }) => seen.confidence)), group, readings.length),
  );
  return { documents: settled ? [settled, ...contradicting] : contradicting, settled };
};
