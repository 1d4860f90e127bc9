/** Certificates and a time stamp authority of OpenSSL: another implementation than the one that is tested. */
import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';

const run = promisify(execFile);

const missing = (command: string, ...asked: string[]) => {
  try {
    execFileSync(command, asked, { stdio: 'ignore' });
    return null;
  } catch {
    return `${command} is missing`;
  }
};

const noCommand = missing('openssl', 'version');
export const noOpenssl = noCommand !== null;
/** The name of a test that needs it, with why it is skipped. */
export const withOpenssl = (name: string) => (noCommand ? `${name} (skipped: ${noCommand})` : name);

export const noPdfsig = missing('pdfsig', '-v') !== null;

export const openssl = (...given: string[]) => run('openssl', given);

type Wishes = { kind?: 'rsa' | 'ec'; expired?: boolean; extensions?: string; password?: string };

const KEYS = { rsa: ['rsa:2048'], ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] };

/** OpenSSL makes none that is over already. */
const makeExpired = async (name: string, cert: string, key: string) => {
  const made = await generate([{ name: 'commonName', value: name }], {
    notBeforeDate: new Date('2020-01-01'),
    notAfterDate: new Date('2021-01-01'),
  });
  await writeFile(cert, made.cert);
  await writeFile(key, made.private);
};

/** A certificate that signed itself. */
export const makeCertificate = async (folder: string, name: string, wishes: Wishes = {}) => {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const { kind = 'rsa', expired, extensions = 'keyUsage=critical,digitalSignature' } = wishes;
  if (expired) await makeExpired(name, cert, key);
  else
    await openssl(
      ...['req', '-x509', '-nodes', '-newkey', ...KEYS[kind], '-keyout', key, '-out', cert],
      ...['-subj', `/CN=${name}`, '-addext', extensions],
      ...['-days', '3650'],
    );
  return { cert, key };
};

/** A PKCS#12 file and the file with its password, as the operator gives them to the service. */
export const makePkcs12 = async (folder: string, name: string, wishes: Wishes = {}) => {
  const { cert, key } = await makeCertificate(folder, name, wishes);
  const [p12, passwordFile] = [join(folder, `${name}.p12`), join(folder, `${name}.password`)];
  const password = wishes.password ?? 'correct horse';
  await writeFile(passwordFile, `${password}\n`);
  await openssl(
    ...['pkcs12', '-export', '-in', cert, '-inkey', key, '-out', p12, '-passout', `pass:${password}`],
  );
  return { p12, passwordFile, cert };
};

/** Its policy file; the serial number is a file of its own. */
const settings = (folder: string, cert: string, key: string) => `
[tsa]
default_tsa = authority
[authority]
serial = ${folder}/serial
signer_cert = ${cert}
certs = ${cert}
signer_key = ${key}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`;

/** `answers` can be exchanged while it runs: what it does instead of stamping. */
export const startTimeStampAuthority = async (folder: string, name = 'Time Stamps') => {
  const { cert, key } = await makeCertificate(folder, name, {
    extensions: 'extendedKeyUsage=critical,timeStamping',
  });
  const config = join(folder, `${name}.cnf`);
  await writeFile(config, settings(folder, cert, key));
  await writeFile(join(folder, 'serial'), '01\n');
  const authority = {
    cert,
    url: '',
    /** Of the hash in a query, whoever asks for it. */
    reply: async (query: Buffer): Promise<Buffer> => {
      const [asked, answered] = [randomUUID(), randomUUID()].map((one) => join(folder, one)) as [
        string,
        string,
      ];
      await writeFile(asked, query);
      await openssl(...['ts', '-reply', '-config', config, '-queryfile', asked, '-out', answered]);
      return readFile(answered);
    },
    answer: null as ((query: Buffer) => Promise<{ status: number; body: Buffer }>) | null,
    close: () => {},
  };
  const server = createServer(async (request, response) => {
    const query = await buffer(request);
    const { status, body } = authority.answer
      ? await authority.answer(query)
      : { status: 200, body: await authority.reply(query) };
    response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  authority.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stamp`;
  authority.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return authority;
};
