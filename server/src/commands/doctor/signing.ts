/** What signs reports and stamps packs, where the operator has set it up. */
import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { safeFetch } from '../../files/safe-fetch.ts';
import { createTimeStamper } from '../../identity/signing/time-stamps.ts';
import type { Check } from './check.ts';

const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

const certificateCheck = (files: NonNullable<Config['reportSigning']>): Check => ({
  name: 'signing',
  run: async () => {
    const { nameOf, outsideItsTime, readSigningCertificate } = await import(
      '../../identity/signing/certificate.ts'
    );
    const signing = await readSigningCertificate(files);
    const unusable = outsideItsTime(signing);
    if (unusable !== null) throw new Error(unusable);
    const end = new Date(signing.certificate.validTo);
    const day = end.toISOString().slice(0, 10);
    const who = nameOf(signing.certificate);
    return end.getTime() - Date.now() < SOON_DAYS * DAY_MS
      ? { doubt: `the certificate of ${who} signs reports only until ${day}: renew it` }
      : `the certificate of ${who} signs reports until ${day}`;
  },
});

const timeStampCheck = (url: string): Check => ({
  name: 'time stamps',
  run: async () => {
    let why = '';
    const { stamp } = createTimeStamper(
      url,
      (address, request) => safeFetch(address, { ...request, allowPrivateAddresses: true }),
      (message) => {
        why = message;
      },
    );
    const stamped = await stamp(Buffer.from(randomUUID()));
    return stamped
      ? `${url} answers; by its clock it is ${stamped.at}`
      : { doubt: `${why} Packs are made without time stamps. Check TIMESTAMP_URL.` };
  },
});

export const signingChecks = ({ reportSigning, timestampUrl }: Config): Check[] => [
  ...(reportSigning === null ? [] : [certificateCheck(reportSigning)]),
  ...(timestampUrl === null ? [] : [timeStampCheck(timestampUrl)]),
];
