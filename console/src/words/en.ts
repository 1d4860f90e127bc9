import names from '../../../vocabulary/en.json';
import about from './en/about.json';
import capture from './en/capture.json';
import claim from './en/claim.json';
import correcting from './en/correcting.json';
import inspection from './en/inspection.json';
import inspections from './en/inspections.json';
import report from './en/report.json';
import settings from './en/settings.json';
import shell from './en/shell.json';

export const words = { about, capture, claim, correcting, inspection, inspections, report, settings, shell };
export { names };

export type Words = typeof words;
export type Names = typeof names;
