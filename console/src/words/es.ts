import names from '../../../vocabulary/es.json';
import type { Names, Problems, Words } from './en.ts';
import about from './es/about.json';
import capture from './es/capture.json';
import claim from './es/claim.json';
import contests from './es/contests.json';
import correcting from './es/correcting.json';
import inspection from './es/inspection.json';
import inspections from './es/inspections.json';
import problems from './es/problems.json';
import report from './es/report.json';
import settings from './es/settings.json';
import shell from './es/shell.json';
import vehicle from './es/vehicle.json';
import watching from './es/watching.json';

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
