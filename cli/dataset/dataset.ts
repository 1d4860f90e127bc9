/** `npx walkaround dataset export`: approved inspections become a data set for training. */
import { readArguments, runCommand, WrongUsage } from '../../command-line/command.ts';
import { outputFolder } from '../../command-line/output-file.ts';
import { findService } from '../service.ts';
import { clearLine } from '../terminal.ts';
import { checkWhere, withService } from '../with-service.ts';
import { type Choice, exportDataset } from './export-dataset.ts';

const HELP = `The approved inspections of your organization as a data set that training/ reads: photos, boxes and outlines as people
confirmed, corrected and added them, dismissed finds, intact photos, split by vehicle. docs/running/training-data.md tells the rules.

  npx walkaround dataset export --out DIR [options]

  --out DIR         the folder of the data set; a second run into it adds what is new and removes what was erased
  --photos WHICH    shown: as people see them, blurred where the inspection asks for it; original: as they came,
                    if the organization allows that (default: shown)
  --url URL         the service (default: the one that answers at PORT on this machine)
  --token TOKEN     of somebody with the permission organization:manage (default: what "npx walkaround token" prints)
  --help            shows this

It can be interrupted at any time; the next run continues.

Exit status: 0 the data set is whole, 1 something failed or photos could not be had yet, 2 wrong usage.
`;

const OPTIONS = {
  out: { type: 'string' },
  photos: { type: 'string', default: 'shown' },
  url: { type: 'string' },
  token: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const isChoice = (text: string): text is Choice => text === 'shown' || text === 'original';

const readWishes = async () => {
  const { values, positionals } = readArguments({ options: OPTIONS, allowPositionals: true });
  if (values.help) return null;
  if (positionals.length !== 1 || positionals[0] !== 'export')
    throw new WrongUsage('Name what to do with the data set: export.');
  const { out, photos, token } = values;
  if (out === undefined) throw new WrongUsage('Name the folder of the data set with --out.');
  if (!isChoice(photos))
    throw new WrongUsage(`--photos ${photos} cannot be used: choose from shown, original.`);
  const port = process.env.PORT || '8080';
  const url = values.url ?? (await findService(port));
  if (url === undefined)
    throw new Error(`No Walkaround answers at port ${port} of this machine. Name the service with --url.`);
  const where = { url, token, keep: false };
  checkWhere(where);
  return { where, photos, folder: await outputFolder('--out', out) };
};

await runCommand(async () => {
  const wishes = await readWishes();
  if (wishes === null) {
    process.stdout.write(HELP);
    return 0;
  }
  const missing = await withService(wishes.where, ({ client }) => exportDataset(client, wishes)).finally(
    clearLine,
  );
  return missing > 0 ? 1 : 0;
});
