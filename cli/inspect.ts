/** `npx walkaround inspect`: a whole inspection of photos, with a service that lives as long as that takes. */
import { writeFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { plural, readArguments, runCommand, WrongUsage } from '../command-line/command.ts';
import { outputFile } from '../command-line/output-file.ts';
import { filesFrom, refuseIfNoneReadable } from '../command-line/photo-files.ts';
import languages from '../vocabulary/languages.json' with { type: 'json' };
import { exitStatusOf, sayFindings } from './findings.ts';
import { inspect, TASKS, type Task, writeReport } from './inspection.ts';
import { clearLine, say, sayOnStandardError } from './terminal.ts';
import type { Photo } from './upload.ts';
import { checkWhere, type Reached, withService } from './with-service.ts';

const LANGUAGES = Object.keys(languages) as (keyof typeof languages)[];

const HELP = `A whole inspection of photos of one vehicle: a verdict on each photo, damages with severity and cost, wheels, texts.
No service has to run: one is started, with data of its own in the system's temporary folder, and ended again.

  npx walkaround inspect [options] PHOTO…

  PHOTO             a photo, a folder of photos, or a pattern such as 'photos/*.jpg'
  --report FILE     write the PDF report there
  --json FILE       write the inspection there, as GET /v1/inspections/{id} answers it; - is standard output
  --tasks a,b       of ${TASKS.join(', ')} (default: all)
  --suspicions      list the places to check in the report, too
  --language L      of the report: ${LANGUAGES.join(', ')} (default: en)
  --plate, --vin, --brand, --model TEXT    what is known of the vehicle
  --reference, --customer, --type TEXT     what it is about: claim number, name, such as claim or check_in
  --date-of-loss DATE    as YYYY-MM-DD
  --url URL         use the service that runs there, and leave the inspection in it
  --token TOKEN     for --url (default: what "npx walkaround token" prints)
  --keep            leave the service that was started running, and print its address
  --help            shows this

A photo that cannot be used is told and skipped.

Exit status: 0 no damage found, 1 something failed, or photos were skipped and no damage was found on the others,
2 wrong usage, 3 damages found, 4 none is listed but nothing is certain: a person must look.
`;

const OPTIONS = {
  report: { type: 'string' },
  json: { type: 'string' },
  tasks: { type: 'string', default: TASKS.join(',') },
  suspicions: { type: 'boolean', default: false },
  language: { type: 'string', default: 'en' },
  plate: { type: 'string' },
  vin: { type: 'string' },
  brand: { type: 'string' },
  model: { type: 'string' },
  reference: { type: 'string' },
  customer: { type: 'string' },
  type: { type: 'string' },
  'date-of-loss': { type: 'string' },
  url: { type: 'string' },
  token: { type: 'string' },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const oneOf = <T extends string>(option: string, text: string, allowed: readonly T[]): T => {
  const found = allowed.find((value) => value === text);
  if (found === undefined)
    throw new WrongUsage(`${option} ${text} cannot be used: choose from ${allowed.join(', ')}.`);
  return found;
};

const dayIn = (option: string, text: string | undefined) => {
  if (text === undefined || (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)))) return text;
  throw new WrongUsage(`${option} ${text} cannot be used: write the day as YYYY-MM-DD, such as 2026-03-14.`);
};

const VERDICT = { name: 'compliances', waitForResult: true } as const;

const photosFrom = async (inputs: string[], tasks: Task[]): Promise<Photo[]> => {
  const onPhotos = tasks.filter((name) => name !== 'repair_estimate');
  const files = await Array.fromAsync(filesFrom(inputs));
  await refuseIfNoneReadable(files);
  return files.map((file) => ({
    file,
    name: file,
    description: { name: parse(file).name, tasks: [...onPhotos, VERDICT] },
  }));
};

/** What can be wrong is found before the minutes are spent. */
const readWishes = async () => {
  const { values, positionals } = readArguments({ options: OPTIONS, allowPositionals: true });
  if (values.help) return null;
  if (positionals.length === 0) throw new WrongUsage('Name at least one photo.');
  const { plate, vin, brand, model, url, token, keep, report, json, suspicions } = values;
  checkWhere({ url, token, keep });
  if (suspicions && report === undefined)
    throw new WrongUsage('--suspicions is about the report: name its file with --report.');
  const tasks = values.tasks.split(',').map((name) => oneOf('--tasks', name.trim(), TASKS));
  return {
    language: oneOf('--language', values.language, LANGUAGES),
    report: report === undefined ? null : await outputFile('--report', report),
    suspicions,
    json: json === undefined || json === '-' ? json : await outputFile('--json', json),
    tasks: [...new Set(tasks)],
    vehicle: { plate, vin, brand, model },
    details: {
      reference: values.reference,
      customer: values.customer,
      inspectionType: values.type,
      dateOfLoss: dayIn('--date-of-loss', values['date-of-loss']),
    },
    photos: await photosFrom(positionals, tasks),
    where: { url, token, keep },
  };
};

type Wishes = NonNullable<Awaited<ReturnType<typeof readWishes>>>;

/** The wire form, which the SDK does not speak. */
const writeInspection = async ({ url, token }: Reached, id: string, file: string) => {
  const address = new URL(`/v1/inspections/${id}`, url);
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok)
    throw new Error(`The inspection could not be read again: ${address} answered ${answer.status}.`);
  const text = `${JSON.stringify(await answer.json(), null, 2)}\n`;
  if (file === '-') return void process.stdout.write(text);
  await writeFile(file, text);
  say(`JSON       ${file}`);
};

const run = async (wishes: Wishes, reached: Reached): Promise<number> => {
  const { tasks, photos, report, json, language, suspicions, where } = wishes;
  const { client, url } = reached;
  say(`\n${plural(photos.length, 'photo')}`);
  const { inspected, skipped, failed } = await inspect(client, wishes);
  const id = inspected.result;
  sayFindings(inspected, tasks);
  say();
  if (report !== null)
    await writeReport(client, id, report, {
      language,
      suspicions,
      pricing: tasks.includes('repair_estimate'),
    });
  if (json !== undefined) await writeInspection(reached, id, json);
  if (where.url !== undefined || where.keep) say(`Console    ${new URL(`/inspection/${id}`, url)}`);
  return exitStatusOf(inspected.entities.inspections[id]!, { skipped, failed });
};

await runCommand(async () => {
  const wishes = await readWishes();
  if (wishes === null) {
    process.stdout.write(HELP);
    return 0;
  }
  if (wishes.json === '-') sayOnStandardError();
  return withService(wishes.where, (reached) => run(wishes, reached)).finally(clearLine);
});
