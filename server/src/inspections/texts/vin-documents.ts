/** The VINs that photos show: one by vote, and every other that a photo is sure of. */
import {
  aboutPhotos,
  type DocumentRead,
  type DocumentsOfKind,
  fieldOf,
  most,
  type Reading,
} from './document-read.ts';
import type { VinDetection } from './text-detections.ts';
import { checkDigit } from './vin-check-digit.ts';
import { isAlike, voteOnVin } from './vin-vote.ts';

type Readings = readonly Reading<VinDetection>[];

const documentOf = (vin: string, confidence: number, readings: Readings, asked: number): DocumentRead => ({
  type: 'VIN',
  ...aboutPhotos(readings.map(({ photo }) => photo)),
  confidence,
  fields: [fieldOf('vin', vin, confidence, readings)],
  evidence: {
    photos_agreeing: readings.filter(({ detection }) => detection.vin === vin).length,
    photos_asked: asked,
    check_digit: checkDigit(vin),
  },
});

/**
 * A photo of which nobody said that it shows a VIN has a say only when it is sure by itself, and the check digit fits where there must be
 * one: the name of a file has as many characters.
 */
export const vinDocuments = (all: Readings): DocumentsOfKind => {
  const readings = all.filter(
    ({ photo, detection }) =>
      photo.sought.expected || (detection.sure && checkDigit(detection.vin) !== 'invalid'),
  );
  const vote = voteOnVin(readings.map(({ detection }) => detection));
  const voters = vote ? readings.filter(({ detection }) => isAlike(detection.vin, vote.vin)) : [];
  const accepted = vote && documentOf(vote.vin, vote.confidence, voters, readings.length);
  const others = readings.filter((reading) => reading.detection.sure && !voters.includes(reading));
  const contradicting = [...Map.groupBy(others, ({ detection }) => detection.vin)].map(([vin, group]) =>
    documentOf(vin, most(group.map(({ detection }) => detection.confidence)), group, readings.length),
  );
  return { documents: accepted ? [accepted, ...contradicting] : contradicting, accepted };
};
