import type { Letterhead, ReportOptions, ReportSource } from '../../inspections/ports/ports.ts';
import type { ReportData } from '../report-data.ts';
import type { Words } from '../words/words.ts';
import type { Formats } from './formats.ts';
import type { Pictures } from './pictures.ts';
import type { Sheet } from './sheet.ts';

/** What every section of the report is written with. */
export type Writing = {
  sheet: Sheet;
  words: Words;
  formats: Formats;
  data: ReportData;
  options: ReportOptions;
  pictures: Pictures;
  data_version: string;
  letterhead: Letterhead;
  /** What ties the report to an evidence pack. */
  proof: Pick<ReportSource, 'fingerprint' | 'events'>;
};
