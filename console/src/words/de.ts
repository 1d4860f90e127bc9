import names from '../../../vocabulary/de.json';
import about from './de/about.json';
import capture from './de/capture.json';
import claim from './de/claim.json';
import contests from './de/contests.json';
import correcting from './de/correcting.json';
import inspection from './de/inspection.json';
import inspections from './de/inspections.json';
import problems from './de/problems.json';
import report from './de/report.json';
import settings from './de/settings.json';
import shell from './de/shell.json';
import vehicle from './de/vehicle.json';
import watching from './de/watching.json';
import type { Names, Problems, Words } from './en.ts';

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
