#!/usr/bin/env node
// `npx walkaround`: what a user of the service does, in one command. npm finds it by "bin" in package.json.
import fs from 'node:fs';
import path from 'node:path';
import { root, runInstalled, runScript, serve, whereTheUserIs } from './run.js';

const usage = `Usage: npx walkaround <command> [options]

  inspect PHOTO…  a whole inspection of photos: verdicts, damages, costs, a PDF report; needs no running service
  serve           starts the service, as "npm start" does
  token           prints an access token for the service
  rotate-keys     makes a new key for the built-in identity provider, or for evidence packs
  migrate         brings the database of DATABASE_URL up to date, before a new version starts
  doctor          checks that everything the service needs is there, and says what to do
  demo            a whole inspection on the bundled pictures
  detect IMAGE…   the models alone on pictures, as JSON
  models          several versions of the damage model side by side: list, try, use, back
  dataset export  approved inspections as a data set to train on
  train           teaches the damage model on with such a data set
  gate            whether what was trained may take the place of the installed model
  verify PACK     whether an evidence pack is as it was made, and who made it

  --help          shows this; "npx walkaround <command> --help" tells about a command
  --version       prints the version
`;

const [command, ...args] = process.argv.slice(2);

// Files are named from where the user is; a service's settings do not depend on that.
const commands = {
  inspect: () => runScript('cli/inspect.ts', args, whereTheUserIs),
  serve: () => serve(args),
  token: () => runScript('server/src/commands/token.ts', args),
  'rotate-keys': () => runScript('server/src/commands/rotate-keys.ts', args),
  migrate: () => runScript('server/src/commands/migrate.ts', args),
  doctor: () => runScript('server/src/commands/doctor/doctor.ts', args),
  models: () => runScript('server/src/commands/models/models.ts', args),
  demo: () => runScript('demo/demo.ts', args, whereTheUserIs),
  verify: () => runScript('cli/verify/verify.ts', args, whereTheUserIs),
  dataset: () => runScript('cli/dataset/dataset.ts', args, whereTheUserIs),
  train: () => runScript('cli/train/train.ts', args, whereTheUserIs),
  gate: () => runScript('server/bench/gate/gate.ts', args, whereTheUserIs),
  detect: () => runScript('server/src/commands/detect/detect.ts', args, whereTheUserIs),
};

if (Object.hasOwn(commands, command ?? '')) {
  const withConsole = args.includes('--keep') || (command === 'serve' && args.length === 0);
  await runInstalled(commands[command], { withConsole });
} else if (['--help', '-h', 'help'].includes(command)) {
  process.stdout.write(usage);
} else if (['--version', '-v'].includes(command)) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  process.stdout.write(`${version}\n`);
} else {
  const wrong = command === undefined ? 'Name a command.' : `There is no command "${command}".`;
  process.stderr.write(`${wrong}\n\n${usage}`);
  process.exitCode = 2;
}
