import names from '../../../vocabulary/fr.json';
import type { Names, Problems, Words } from './en.ts';
import about from './fr/about.json';
import capture from './fr/capture.json';
import claim from './fr/claim.json';
import contests from './fr/contests.json';
import correcting from './fr/correcting.json';
import inspection from './fr/inspection.json';
import inspections from './fr/inspections.json';
import problems from './fr/problems.json';
import report from './fr/report.json';
import settings from './fr/settings.json';
import shell from './fr/shell.json';
import vehicle from './fr/vehicle.json';
import watching from './fr/watching.json';

const checkedWords: Words = {
  about,
  capture,
  claim,
  contests,
  correcting,
  inspection,
  inspections,
  report,
  settings,
  shell,
  vehicle,
  watching,
};
const checkedNames: Names = names;
const checkedProblems: Problems = problems;

export { checkedNames as names, checkedProblems as problems, checkedWords as words };
