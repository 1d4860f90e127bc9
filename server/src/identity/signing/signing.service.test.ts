import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  makePkcs12,
  noOpenssl,
  noPdfsig,
  openssl,
  startTimeStampAuthority,
  withOpenssl,
} from '@walkaround/harness/services/openssl.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { safeFetch } from '../../files/safe-fetch.ts';
import { emptyInspection, task } from '../../report/test-inspection.ts';
import { makeReport } from '../../report/test-report.ts';
import { detachedSignature } from './cades.ts';
import { readSigningCertificate } from './certificate.ts';
import { loadReportSigner } from './report-signer.ts';
import { createTimeStamper } from './time-stamps.ts';

const run = promisify(execFile);
const silent = () => {};

const inspectionWith = (status: 'DONE' | 'VALIDATED') => ({
  ...emptyInspection(),
  status,
  tasks: [task('damage_detection', status)],
});

describe.skipIf(noOpenssl)(withOpenssl('signatures and time stamps'), () => {
  let folder: string;
  let authority: Awaited<ReturnType<typeof startTimeStampAuthority>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signing-'));
    authority = await startTimeStampAuthority(folder);
  });
  afterAll(async () => {
    authority.close();
    await rm(folder, { recursive: true });
  });

  const stamper = (warn: (message: string) => void = silent) =>
    createTimeStamper(
      authority.url,
      (url, request) => safeFetch(url, { ...request, allowPrivateAddresses: true }),
      warn,
    );

  const filesOf = ({ p12, passwordFile }: { p12: string; passwordFile: string }) => ({
    certificate: p12,
    passwordFile,
  });

  /** OpenSSL has the last word on a signature of ours. */
  const verifiedBy = async (cert: string, signature: Uint8Array, data: Uint8Array) => {
    const [signed, content] = [join(folder, 'signature.der'), join(folder, 'content')];
    await writeFile(signed, signature);
    await writeFile(content, data);
    const { stderr } = await openssl(
      ...['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', signed, '-content', content],
      ...['-CAfile', cert, '-purpose', 'any', '-out', '/dev/null'],
    );
    return stderr;
  };

  test.each(['rsa', 'ec'] as const)(
    'OpenSSL accepts a signature by a certificate of the kind %s',
    async (kind) => {
      const made = await makePkcs12(folder, `Operator ${kind}`, { kind });
      const signing = await readSigningCertificate(filesOf(made));
      const data = Buffer.from('What was approved.');
      const signature = await detachedSignature(data, signing, null);
      expect(await verifiedBy(made.cert, signature, data)).toContain('successful');
      await expect(verifiedBy(made.cert, signature, Buffer.from('What was changed.'))).rejects.toThrow(
        'fail',
      );
    },
  );

  test('a time stamp is part of the signature where there is an authority, and is left out where it is away', async () => {
    const made = await makePkcs12(folder, 'Stamped');
    const signing = await readSigningCertificate(filesOf(made));
    const data = Buffer.from('What was approved.');
    const stamp = async (bytes: Uint8Array) => (await stamper().stamp(bytes))?.token ?? null;
    const stamped = await detachedSignature(data, signing, stamp);
    expect(await verifiedBy(made.cert, stamped, data)).toContain('successful');
    const plain = await detachedSignature(data, signing, async () => null);
    expect(stamped.length).toBeGreaterThan(plain.length + 1000);
  });

  test('OpenSSL accepts the time stamp of some bytes, with the certificate of the authority', async () => {
    const data = join(folder, 'data');
    await writeFile(data, 'manifest');
    const stamp = (await stamper().stamp(Buffer.from('manifest')))!;
    expect(Math.abs(Date.parse(stamp.at) - Date.now())).toBeLessThan(60_000);
    const answer = join(folder, 'answer.tsr');
    await writeFile(answer, stamp.response);
    const { stdout, stderr } = await openssl(
      ...['ts', '-verify', '-data', data, '-in', answer, '-CAfile', authority.cert],
    );
    expect(stdout + stderr).toContain('Verification: OK');
  });

  test.each<[string, () => Promise<{ status: number; body: Buffer }>, string]>([
    ['is away', async () => ({ status: 503, body: Buffer.from('no') }), 'it answered with status 503'],
    [
      'answers nonsense',
      async () => ({ status: 200, body: Buffer.from('<html>') }),
      'There is no time stamp of',
    ],
    ['answers without end', async () => ({ status: 200, body: Buffer.alloc(100_000) }), 'far too long'],
  ])('an authority that %s fails nothing', async (_, answer, said) => {
    const messages: string[] = [];
    authority.answer = answer;
    try {
      expect(await stamper((message) => messages.push(message)).stamp(Buffer.from('x'))).toBeNull();
    } finally {
      authority.answer = null;
    }
    expect(messages.join()).toContain(said);
  });

  test('the stamp of another request is not taken', async () => {
    let first: Buffer | undefined;
    const messages: string[] = [];
    const warn = (message: string) => messages.push(message);
    authority.answer = async (query) => {
      first ??= await authority.reply(query);
      return { status: 200, body: first };
    };
    try {
      expect(await stamper().stamp(Buffer.from('one'))).not.toBeNull();
      expect(await stamper(warn).stamp(Buffer.from('two'))).toBeNull();
      expect(await stamper(warn).stamp(Buffer.from('one'))).toBeNull();
    } finally {
      authority.answer = null;
    }
    expect(messages[0]).toContain('its time stamp is of something else');
    expect(messages[1]).toContain('the answer to another request');
  });

  test('what is wrong with a certificate is said in one sentence', async () => {
    const { p12, passwordFile, cert } = await makePkcs12(folder, 'Right');
    const wrong = join(folder, 'wrong.password');
    await writeFile(wrong, 'wrong');
    const old = await makePkcs12(folder, 'Old', { expired: true });
    const refused = (certificate: string, password: string | null = passwordFile) =>
      loadReportSigner({ certificate, passwordFile: password }, null, silent).then(
        () => 'accepted',
        (error: Error) => error.message,
      );
    expect(await refused(p12)).toBe('accepted');
    expect(await refused(p12, wrong)).toMatch(
      /^REPORT_SIGNING_CERTIFICATE: .* does not open with the password/,
    );
    expect(await refused(p12, null)).toContain('does not open with the password');
    expect(await refused(p12, join(folder, 'none'))).toMatch(
      /^REPORT_SIGNING_PASSWORD_FILE: there is no file/,
    );
    expect(await refused(join(folder, 'none.p12'))).toMatch(/^REPORT_SIGNING_CERTIFICATE: there is no file/);
    expect(await refused(cert)).toContain('is not a PKCS#12 file');
    expect(await refused(old.p12, old.passwordFile)).toBe(
      'REPORT_SIGNING_CERTIFICATE: the certificate of Old has expired on 2021-01-01. Replace it, or unset it to have reports without a signature.',
    );
  });

  test('a certificate that expires while the service runs signs no more, and the log says so', async () => {
    const made = await makePkcs12(folder, 'Short');
    const messages: string[] = [];
    const signer = await loadReportSigner(filesOf(made), null, (message) => messages.push(message));
    expect(signer.isReady()).toBe(true);
    expect(signer.isReady(new Date('2099-01-01'))).toBe(false);
    expect(messages.join()).toContain('A report was made without a signature.');
  });

  const signedReport = async () => {
    const made = await makePkcs12(folder, 'Hansen Garage');
    const stamp = async (bytes: Uint8Array) => (await stamper().stamp(bytes))?.token ?? null;
    const signer = await loadReportSigner(filesOf(made), stamp, silent);
    return makeReport(inspectionWith('VALIDATED'), { signer });
  };

  /** The name of the file with the report. */
  const written = async (pdf: Buffer) => {
    const file = join(folder, 'report.pdf');
    await writeFile(file, pdf);
    return file;
  };

  test.skipIf(noPdfsig)(
    'poppler finds the signature of an approved report valid, and sees a changed bit',
    async () => {
      const pdf = await signedReport();
      const { stdout } = await run('pdfsig', ['-nocert', await written(pdf)]);
      expect(stdout).toContain('Signature is Valid.');
      expect(stdout).toContain('Hansen Garage');
      expect(stdout).toContain('ETSI.CAdES.detached');
      expect(stdout).toContain('Total document signed');
      pdf[pdf.length - 2000]! ^= 1;
      expect((await run('pdfsig', ['-nocert', await written(pdf)])).stdout).toContain('Digest Mismatch');
    },
  );

  test('a report that nobody has approved is not signed', async () => {
    const made = await makePkcs12(folder, 'Nobody');
    const signer = await loadReportSigner(filesOf(made), null, silent);
    expect((await makeReport(inspectionWith('DONE'), { signer })).includes('ByteRange')).toBe(false);
  });
});
