/** `npm run demo`: a whole inspection end to end on the bundled pictures. */
import { resolve } from 'node:path';
import type { Client } from '@walkaround/sdk';
import { sayFindings } from '../cli/findings.ts';
import { inspect, TASKS, writeReport } from '../cli/inspection.ts';
import { findService } from '../cli/service.ts';
import { clearLine, say } from '../cli/terminal.ts';
import type { Photo } from '../cli/upload.ts';
import { checkWhere, type Reached, withService } from '../cli/with-service.ts';
import { plural, readArguments, runCommand } from '../command-line/command.ts';
import { outputFile } from '../command-line/output-file.ts';
import { BUNDLED, findPictures } from './pictures.ts';

const HELP = `A whole inspection end to end: uploads the bundled pictures of a damaged car and of an intact one, prints
what is found on them and writes the PDF report.

  npm run demo -- [options]      or: npx walkaround demo [options]

  --out FILE        where the report goes (default: walkaround-demo.pdf)
  --pictures DIR    other JPEG pictures; those named intact* are the intact car (default: the bundled ones)
  --url URL         use the service that runs there, and leave the inspections in it
  --token TOKEN     for --url (default: what "npm run -s token" prints)
  --keep            leave the service that the demo starts running, and print its address
  --help            shows this

Without --url it uses the service that answers at PORT (default: 8080). Where none answers it starts one of its own,
with data of its own in the system's temporary folder, and stops it at the end.

Exit status: 0 the inspections are done and the report is written, 1 something failed, 2 wrong usage.
`;

const OPTIONS = {
  out: { type: 'string', default: 'walkaround-demo.pdf' },
  pictures: { type: 'string', default: BUNDLED },
  url: { type: 'string' },
  token: { type: 'string' },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** What can be wrong is found before the minutes are spent. */
const readWishes = async () => {
  const { values } = readArguments({ options: OPTIONS });
  if (values.help) return null;
  const pictures = resolve(values.pictures);
  const out = await outputFile('--out', values.out);
  const { damaged, intact } = await findPictures(pictures);
  const url = values.url ?? (await findService(process.env.PORT || '8080'));
  const where = { url, token: values.token, keep: values.keep };
  checkWhere(where);
  return { out, damaged, intact, where, areBundled: pictures === BUNDLED };
};

type Wishes = NonNullable<Awaited<ReturnType<typeof readWishes>>>;

const show = async (client: Client, title: string, photos: Photo[]) => {
  say(`\n${title}: ${plural(photos.length, 'photo')}`);
  const outcome = await inspect(client, { tasks: TASKS, vehicle: { vehicleType: 'hatchback' }, photos });
  sayFindings(outcome.inspected, TASKS);
  return outcome;
};

const showBoth = async (client: Client, { damaged, intact, out }: Wishes) => {
  const first = await show(client, 'A damaged car', damaged);
  const id = first.inspected.result;
  say();
  await writeReport(client, id, out, { language: 'en', pricing: true });
  if (intact.length === 0) return { id, isWhole: first.failed + first.skipped === 0 };
  const { inspected, failed, skipped } = await show(client, 'An intact car', intact);
  if (Object.keys(inspected.entities.damages).length > 0)
    say('\nThis car has no damage: these are false alarms. How often they come is in docs/models.');
  return { id, isWhole: first.failed + first.skipped + failed + skipped === 0 };
};

const sayNext = ({ out, areBundled, where }: Wishes, id: string, url: string) => {
  say('\nNext');
  if (where.url !== undefined || where.keep) {
    say(`  look at it in the browser: ${new URL(`/inspection/${id}`, url)}`);
    say(`  the reference of the interface: ${new URL('/docs', url)}`);
  } else
    say('  to look at it in the browser: npm start, and this again in another terminal; or this with --keep');
  say(`  open ${out}`);
  if (areBundled) say('  which damages the car really has, found or not: demo/pictures/README.md');
  say('  photos of your own: npx walkaround inspect --help; the accuracy of the models: docs/models');
};

await runCommand(async () => {
  const wishes = await readWishes();
  if (wishes === null) {
    process.stdout.write(HELP);
    return 0;
  }
  const work = async ({ client, url }: Reached) => {
    const { id, isWhole } = await showBoth(client, wishes);
    sayNext(wishes, id, url);
    return isWhole ? 0 : 1;
  };
  return withService(wishes.where, work).finally(clearLine);
});
