import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Client, until } from '@walkaround/harness/clients/client.ts';
import { contentsOf, evidenceOf, repacked } from '@walkaround/harness/clients/evidence.ts';
import { setStatus } from '@walkaround/harness/clients/tasks.ts';
import { inPython, noPython, verifyInPython } from '@walkaround/harness/clients/verify-in-python.ts';
import { estimated } from '@walkaround/harness/pictures/damages.ts';
import { newDataFolder } from '@walkaround/harness/services/data-folder.ts';
import {
  makePkcs12,
  noOpenssl,
  noPdfsig,
  openssl,
  startTimeStampAuthority,
  withOpenssl,
} from '@walkaround/harness/services/openssl.ts';
import { apiBeside, ownService } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walkaround } from '../../../cli/test-walkaround.ts';

const run = promisify(execFile);

describe.skipIf(noOpenssl)(withOpenssl('with a certificate and a time stamp authority'), () => {
  let folder: string;
  let authority: Awaited<ReturnType<typeof startTimeStampAuthority>>;
  let service: Awaited<ReturnType<typeof ownService>>;
  let api: Client;
  let approved: string;
  let pack: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signed-'));
    authority = await startTimeStampAuthority(folder);
    const { p12, passwordFile } = await makePkcs12(folder, 'Hansen Garage');
    service = await ownService(
      {
        REPORT_SIGNING_CERTIFICATE: p12,
        REPORT_SIGNING_PASSWORD_FILE: passwordFile,
        TIMESTAMP_URL: authority.url,
        MODELS_DIR: '/nowhere',
      },
      await newDataFolder(),
    );
    api = await service.client({ organization: 'hansen' });
    approved = await estimated(api, [['dent', 'hood']]);
    for (const name of ['damage_detection', 'repair_estimate']) {
      await setStatus(api, approved, name, 'DONE');
      await setStatus(api, approved, name, 'VALIDATED');
    }
    pack = (await evidenceOf(api, approved)).pack;
  }, 180_000);
  afterAll(async () => {
    await service?.stop();
    authority?.close();
    await rm(folder, { recursive: true });
  });

  const reportOf = async (id: string): Promise<Buffer> => {
    await api.post(`/inspections/${id}/pdf`, {});
    const headers = { accept: 'application/pdf' };
    const { body } = await until(
      () => api.get(`/inspections/${id}/pdf`, { headers }),
      ({ status }) => status === 200,
      60_000,
    );
    return body;
  };

  const verified = async (file: Buffer, ...options: string[]) => {
    await writeFile(join(folder, 'pack.zip'), file);
    return walkaround(['verify', 'pack.zip', ...options], { cwd: folder });
  };

  const signaturesIn = async (pdf: Buffer): Promise<string> => {
    const file = join(folder, 'report.pdf');
    await writeFile(file, pdf);
    return (await run('pdfsig', ['-nocert', file])).stdout;
  };

  test.skipIf(noPdfsig)(
    'an approved report is signed, alone and in its pack; one that nobody approved is not',
    async () => {
      for (const pdf of [await reportOf(approved), (await contentsOf(pack)).get('report.pdf')!]) {
        const found = await signaturesIn(pdf);
        expect(found).toContain('Signature is Valid.');
        expect(found).toContain('Signer Certificate Common Name: Hansen Garage');
        expect(found).toContain('ETSI.CAdES.detached');
        expect(found).toContain('Total document signed');
      }
      const open = await estimated(api, [['dent', 'hood']]);
      expect((await reportOf(open)).includes('/ByteRange')).toBe(false);
    },
  );

  test('the manifest has a time stamp, which OpenSSL accepts as well', async () => {
    const contents = await contentsOf(pack);
    for (const name of ['manifest.json', 'manifest.tsr'])
      await writeFile(join(folder, name), contents.get(name)!);
    const { stdout, stderr } = await openssl(
      ...['ts', '-verify', '-data', join(folder, 'manifest.json'), '-in', join(folder, 'manifest.tsr')],
      ...['-CAfile', authority.cert],
    );
    expect(stdout + stderr).toContain('Verification: OK');
    const { body } = await api.get(`/inspections/${approved}/evidence`);
    expect(Math.abs(Date.parse(body.timestamped_at) - Date.parse(body.made_at))).toBeLessThan(60_000);
  });

  test('the command says when the authority has seen it, and whether its certificate is the given one', async () => {
    const unchecked = await verified(pack);
    expect(unchecked.out).toMatch(
      /holds {3}Time Stamps has seen the manifest at \S+, says its time stamp\. Its certificate is not checked against a root/,
    );
    expect(unchecked.status).toBe(0);
    const checked = await verified(pack, '--tsa-certificate', authority.cert);
    expect(checked.out).toContain('Its certificate leads to the given one.');
    expect(checked.status).toBe(0);
    const { cert } = await makePkcs12(folder, 'Somebody Else');
    const other = await verified(pack, '--tsa-certificate', cert);
    expect(other.out).toContain(
      'BROKEN  The time stamp is signed by Time Stamps, whose certificate does not lead',
    );
    expect(other.status).toBe(1);
  });

  test('a time stamp of something else, a changed one and a removed one are told apart', async () => {
    const data = join(folder, 'other.json');
    await writeFile(data, '{}');
    await openssl(...['ts', '-query', '-data', data, '-sha256', '-cert', '-out', `${data}.tsq`]);
    const stamp = await authority.reply(await readFile(`${data}.tsq`));
    const exchanged = await repacked(pack, (contents) => contents.set('manifest.tsr', stamp));
    expect((await verified(exchanged)).out).toContain('BROKEN  The time stamp is of another manifest');
    const changed = await repacked(pack, (contents) => {
      const bytes = contents.get('manifest.tsr')!;
      bytes[bytes.length - 20]! ^= 1;
    });
    const { out, status } = await verified(changed);
    expect(out).toMatch(/BROKEN {2}(The signature of the time stamp is wrong|The time stamp cannot be read)/);
    expect(status).toBe(1);
    const removed = await repacked(pack, (contents) => contents.delete('manifest.tsr'));
    expect((await verified(removed)).out).toContain(`There is no time stamp: ${authority.url} was asked`);
    expect((await verified(removed, '--tsa-certificate', authority.cert)).status).toBe(1);
  });

  test('where the authority is away the pack is made without a time stamp and says so', async () => {
    authority.answer = async () => ({ status: 500, body: Buffer.from('broken') });
    try {
      const { answer, pack: made } = await evidenceOf(api, approved);
      expect(answer.timestamped_at).toBeNull();
      expect((await contentsOf(made)).has('manifest.tsr')).toBe(false);
      const { out, status } = await verified(made);
      expect(out).toContain(`There is no time stamp: ${authority.url} was asked and did not give one`);
      expect(status).toBe(0);
      expect((await reportOf(approved)).includes('/ByteRange')).toBe(true);
    } finally {
      authority.answer = null;
    }
  });

  test.skipIf(noPython)(
    inPython('the second implementation checks the time stamp with OpenSSL'),
    async () => {
      const keys = `${service.url}/.well-known/walkaround-evidence-keys.json`;
      const good = await verifyInPython(folder, pack, { keys, options: [authority.cert] });
      expect(good).toMatchObject({ status: 0, out: expect.stringContaining('the time stamp was checked') });
      const { cert } = await makePkcs12(folder, 'A Stranger');
      expect(await verifyInPython(folder, pack, { keys, options: [cert] })).toMatchObject({
        status: 1,
        out: expect.stringContaining('the time stamp is not one of the authority'),
      });
    },
  );

  test('a service whose certificate has expired, or does not open, refuses to start and says why', async () => {
    const old = await makePkcs12(folder, 'Old', { expired: true });
    const { p12 } = await makePkcs12(folder, 'Locked', { password: 'another' });
    const start = (REPORT_SIGNING_CERTIFICATE: string) =>
      apiBeside({ REPORT_SIGNING_CERTIFICATE, REPORT_SIGNING_PASSWORD_FILE: old.passwordFile }).then(
        async (started) => {
          await started.stop();
          throw new Error('It started.');
        },
      );
    await expect(start(old.p12)).rejects.toThrow('the certificate of Old has expired on 2021-01-01');
    await expect(start(p12)).rejects.toThrow(
      'does not open with the password in REPORT_SIGNING_PASSWORD_FILE',
    );
  });
});
