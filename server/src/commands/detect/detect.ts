/** `npm run -s detect`: runs the models on pictures with no service. */
import { readArguments, runCommand, WrongUsage } from '../../../../command-line/command.ts';
import { outputFile, outputFolder } from '../../../../command-line/output-file.ts';
import { type DetectOptions, detect } from './run.ts';

const HELP = `Runs the models on pictures and writes what they see as JSON; no service is needed.

  npm run -s detect -- --out R.json [options] IMAGE…      or: npx walkaround detect --out R.json [options] IMAGE…

  IMAGE           a photo, a folder of photos, or a pattern such as 'photos/*.jpg'
  --out FILE      where the results go (default: standard output)
  --min-score S   show every damage with this score or more, from 0 to 1, instead of each type's own threshold
  --draw DIR      also write each picture there, with the findings drawn into it
  --ocr           read text as well: VIN, number plate, odometer, papers; takes about as long again
  --threads N     pictures analyzed at the same time (default: MODEL_THREADS)
  --help          shows this

What the service would refuse is refused here too, by the same limits (MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS).

Exit status: 0 all pictures were analyzed, 1 some or all could not be, 2 wrong usage.
`;

const OPTIONS = {
  out: { type: 'string' },
  'min-score': { type: 'string' },
  draw: { type: 'string' },
  ocr: { type: 'boolean', default: false },
  threads: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function numberOf(option: string, text: string | undefined, form: RegExp, [least, most]: [number, number]) {
  if (text === undefined) return undefined;
  if (form.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new WrongUsage(`${option} ${text} cannot be used: give a number from ${least} to ${most}.`);
}

async function readOptions(): Promise<DetectOptions | null> {
  const { values, positionals } = readArguments({ options: OPTIONS, allowPositionals: true });
  if (values.help) return null;
  if (positionals.length === 0) throw new WrongUsage('Name at least one picture.');
  return {
    inputs: positionals,
    out: values.out === undefined || values.out === '-' ? null : await outputFile('--out', values.out),
    leastScore: numberOf('--min-score', values['min-score'], /^\d*\.?\d+$/, [0, 1]),
    threads: numberOf('--threads', values.threads, /^\d+$/, [1, 64]),
    draw: values.draw === undefined ? null : await outputFolder('--draw', values.draw),
    ocr: values.ocr,
  };
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

await runCommand(async () => {
  const options = await readOptions();
  if (options !== null) return detect(options, process.env, stopping.signal);
  process.stdout.write(HELP);
  return 0;
});
