/** `npm run demo`: a whole inspection end to end on the bundled pictures. */
import { access, constants, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '@walkaround/sdk';
import { sayFindings } from './findings.ts';
import { inspect } from './inspect.ts';
import { BUNDLED, findPictures } from './pictures.ts';
import { findService, readToken, startService } from './service.ts';
import { clearLine, say } from './terminal.ts';

const HELP = `A whole inspection end to end: uploads the bundled pictures of a damaged car and of an intact one, prints
what is found on them and writes the PDF report.

  npm run demo -- [options]

  --out FILE        where the report goes (default: walkaround-demo.pdf)
  --pictures DIR    other JPEG pictures; those named intact* are the intact car (default: the bundled ones)
  --keep            leave the service that the demo starts running, and print its address
  --help            shows this

It uses the service that answers at PORT (default: 8080) with the token that "npm run -s token" prints. Where none
answers it starts one of its own, with data of its own in the system's temporary folder, and stops it at the end.

Exit status: 0 the inspections are done and the report is written, 1 something failed, 2 wrong usage.
`;

class WrongUsage extends Error {}

const readOptions = () => {
  const options = {
    out: { type: 'string', default: 'walkaround-demo.pdf' },
    pictures: { type: 'string', default: BUNDLED },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    const { values } = parseArgs({ options });
    return { ...values, out: resolve(values.out), pictures: resolve(values.pictures) };
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
};

/** What can be wrong is found before the minutes are spent. */
const plan = async ({ out, pictures, keep }: ReturnType<typeof readOptions>) => {
  await access(dirname(out), constants.W_OK).catch(() => {
    throw new Error(
      `The report cannot be written to ${out}: its folder is missing, or may not be written to. Name another with --out.`,
    );
  });
  return { out, keep, areBundled: pictures === BUNDLED, ...(await findPictures(pictures)) };
};

type Plan = Awaited<ReturnType<typeof plan>>;

const writeReport = async (client: Client, id: string, file: string) => {
  await client.pdf.requestOne(id, { language: 'en', pricing: true });
  await client.waitForPdf(id);
  const pdf = await client.pdf.downloadOne(id);
  await writeFile(file, pdf.stream());
  say(`\nReport     ${file} (${Math.round(pdf.size / 1000)} kB)`);
};

const show = async (client: Client, { damaged, intact, out }: Plan) => {
  const inspected = await inspect(client, 'A damaged car', damaged);
  sayFindings(inspected);
  await writeReport(client, inspected.result, out);
  if (intact.length > 0) {
    const second = await inspect(client, 'An intact car', intact);
    sayFindings(second);
    if (second.entities.inspections[second.result]!.damages.length > 0)
      say('\nThis car has no damage: these are false alarms. How often they come is in docs/models.');
  }
  return inspected.result;
};

const sayNext = ({ out, areBundled }: Plan, id: string, url: string | undefined) => {
  say('\nNext');
  say(`  open ${out}`);
  if (areBundled) say('  which damages the car really has, found or not: demo/pictures/README.md');
  if (url) say(`  the reference at ${url}/docs, everything that was found at ${url}/v1/inspections/${id}`);
  else say('  npm start, then the reference at http://localhost:8080/docs; or this again with --keep');
  say('  the accuracy of the models in docs/models; pictures of your own: npm run -s detect -- --help');
};

/** With the service that is already there. */
const showOn = async (url: string, planned: Plan) => {
  say(`Using the service at ${url}`);
  const token = await readToken(process.env).catch((error: Error) => {
    throw new Error(
      `${error.message}\nWith another PORT, on which nothing answers, the demo starts a service of its own.`,
    );
  });
  const client = createClient({ baseUrl: url, getToken: () => token });
  sayNext(planned, await show(client, planned), url);
};

const showOnOwn = async (planned: Plan, interrupted: Promise<never>) => {
  say('Starting a service of its own …');
  const service = startService(planned.keep);
  let isKept = false;
  try {
    const url = await Promise.race([service.ready, interrupted]);
    const token = await readToken(service.environment);
    const client = createClient({ baseUrl: url, getToken: () => token });
    const id = await Promise.race([show(client, planned), interrupted]);
    isKept = planned.keep;
    sayNext(planned, id, isKept ? url : undefined);
    if (!isKept) return;
    service.letGo();
    say(`\nThe service goes on at ${url}, with its data in ${service.folder}`);
    say(`  a token  DATA_DIR=${service.folder} npm run -s token`);
    say(`  stop it  kill ${service.pid}`);
  } finally {
    if (!isKept) await service.stop();
  }
};

const interruption = () =>
  new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error('Interrupted.')));
  });

const main = async () => {
  const options = readOptions();
  if (options.help) return void process.stdout.write(HELP);
  const planned = await plan(options);
  const interrupted = interruption();
  const url = await findService(process.env.PORT || '8080');
  await (url ? Promise.race([showOn(url, planned), interrupted]) : showOnOwn(planned, interrupted));
};

try {
  await main();
} catch (error) {
  clearLine();
  const { message } = error as Error;
  process.stderr.write(error instanceof WrongUsage ? `${message}\n\n${HELP}` : `${message}\n`);
  // Requests may still be on their way; nobody waits for them.
  process.exit(error instanceof WrongUsage ? 2 : 1);
}
