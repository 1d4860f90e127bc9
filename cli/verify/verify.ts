/** `npx walkaround verify`: whether an evidence pack is as it was made, and who made it. It needs no service. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readArguments, runCommand, WrongUsage } from '../../command-line/command.ts';
import { checkPack, type Finding, type Key, type Manifest } from './check-pack.ts';
import { readTrusted } from './check-timestamp.ts';
import { NoPack, readPack } from './read-pack.ts';

const HELP = `Checks an evidence pack: its signature, its files, the chain of its events, its originals
and its time stamp.

  npx walkaround verify [options] PACK

  PACK                  the ZIP file
  --key FILE            the public keys of the installation, as it publishes them: then nothing is fetched
  --url URL             the address of the service, which publishes its keys
  --fingerprint HASH    the one on a report: whether the report belongs to the inspection of the pack
  --tsa-certificate FILE   the certificate (PEM) of the time stamp authority, or of who issued it
  --help                shows this

Without --key and --url it is not checked whose key signed the pack.

Exit status: 0 everything holds, 1 something does not, 2 wrong usage.
`;

const PUBLISHED = '/.well-known/walkaround-evidence-keys.json';

const keysIn = (text: string, where: string): Key[] => {
  try {
    const { keys } = JSON.parse(text) as { keys: Key[] };
    if (keys.every(({ kid, x }) => typeof kid === 'string' && typeof x === 'string')) return keys;
  } catch {
    // Said below.
  }
  throw new Error(`${where} has no public keys. They look like the answer of GET ${PUBLISHED}.`);
};

const fetchKeys = async (url: string): Promise<Key[]> => {
  if (!URL.canParse(url)) throw new WrongUsage(`--url: ${url} is not an address.`);
  const address = new URL(PUBLISHED, url).href;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok)
    throw new Error(`The keys could not be read from ${address}. Check the address, or give --key FILE.`);
  return keysIn(await answer.text(), address);
};

const readKeys = async (file: string): Promise<Key[]> => {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new WrongUsage(`--key: ${file} cannot be read.`);
  return keysIn(text, file);
};

const readAuthorities = async (file: string) => {
  const pem = await readFile(resolve(file), 'utf8').catch(() => null);
  if (pem === null) throw new WrongUsage(`--tsa-certificate: ${file} cannot be read.`);
  return readTrusted(pem, file);
};

const reviewSentence = ({ review: { required, approved } }: Manifest) => {
  if (approved) return 'A person had approved the inspection when the pack was made.';
  return required
    ? 'No person had approved the inspection when the pack was made: its costs are a draft.'
    : 'No person had approved the inspection when the pack was made; its organization did not require it.';
};

const say = ({ holds, sentence }: Finding) => `${holds ? 'holds ' : 'BROKEN'}  ${sentence}\n`;

type Given = { keys: Key[] | null; shown?: string; authorities?: string };

const verifyPack = async (file: string, { keys, shown, authorities: pem }: Given): Promise<number> => {
  try {
    const authorities = pem === undefined ? undefined : await readAuthorities(pem);
    const { manifest, findings, notes } = await checkPack(await readPack(file), keys, { shown, authorities });
    const isWhole = findings.every(({ holds }) => holds);
    process.stdout.write(`Inspection ${manifest.inspection_id}, packed ${manifest.made_at}\n`);
    for (const finding of findings) process.stdout.write(say(finding));
    for (const note of [...notes, ...(isWhole ? [reviewSentence(manifest)] : [])])
      process.stdout.write(`        ${note}\n`);
    process.stdout.write(isWhole ? 'The pack holds.\n' : 'The pack does not hold.\n');
    return isWhole ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NoPack)) throw error;
    process.stdout.write(`${say({ holds: false, sentence: error.message })}The pack does not hold.\n`);
    return 1;
  }
};

await runCommand(async () => {
  const { values, positionals } = readArguments({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      url: { type: 'string' },
      fingerprint: { type: 'string' },
      'tsa-certificate': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new WrongUsage('Name one evidence pack.');
  if (values.key !== undefined && values.url !== undefined)
    throw new WrongUsage('Give --key or --url, not both.');
  const shown = values.fingerprint?.replace(/^sha256:/, '').toLowerCase();
  if (shown !== undefined && !/^[0-9a-f]{64}$/.test(shown))
    throw new WrongUsage('--fingerprint: give the 64 characters (0-9, a-f) that the report shows.');
  const trusted = values.key
    ? await readKeys(resolve(values.key))
    : values.url
      ? await fetchKeys(values.url)
      : null;
  const authorities = values['tsa-certificate'];
  return verifyPack(resolve(file), { keys: trusted, shown, authorities });
});
