/** What the service reaches over the network where it is configured: the identity provider, the store of files. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { errors } from 'jose';
import type { Config } from '../../config/config.ts';
import { createKeySource, keySourceOf } from '../../identity/key-source.ts';
import { readKeyPair } from '../../process/tls.ts';
import { type Check, reasonOf } from './check.ts';

/** One algorithm of each family of keys. */
const FAMILIES = ['RS256', 'ES256', 'EdDSA'];

const issuerCheck = (issuer: string, jwksUrl: string | null): Check => ({
  name: 'issuer',
  run: async () => {
    const findKey = createKeySource(keySourceOf(issuer, jwksUrl));
    for (const alg of FAMILIES) {
      try {
        await findKey({ alg });
        return `${issuer} answers and has keys`;
      } catch (error) {
        if (error instanceof errors.JWKSMultipleMatchingKeys) return `${issuer} answers and has keys`;
        if (!(error instanceof errors.JWKSNoMatchingKey))
          throw new Error(
            `${issuer} cannot be used (${reasonOf(error)}). Check OIDC_ISSUER, and that this machine can reach it.`,
          );
      }
    }
    throw new Error(
      `${issuer} answers, but has no key that signs tokens. Check OIDC_ISSUER or OIDC_JWKS_URL.`,
    );
  },
});

const s3Check = (settings: NonNullable<Config['s3']>): Check => ({
  name: 'S3',
  run: async () => {
    const { createS3Blobs } = await import('../../files/blobs/s3-blobs.ts');
    const blobs = createS3Blobs(settings);
    const key = `doctor/${randomUUID()}.json`;
    const file = join(tmpdir(), `walkaround-doctor-${randomUUID()}`);
    const where = `the bucket ${settings.bucket}${settings.endpoint ? ` at ${settings.endpoint}` : ''}`;
    try {
      await writeFile(file, key);
      await blobs.put(key, file, 'application/json');
      const { stream } = await blobs.open(key);
      if ((await text(stream)) !== key) throw new Error('it gives back other bytes than it was given');
      await blobs.remove([key]);
    } catch (error) {
      throw new Error(
        `A file cannot be put into ${where}, read and deleted (${reasonOf(error)}). Check the S3_ settings.`,
      );
    }
    return `a file was put into ${where}, read and deleted`;
  },
});

const certificateCheck = (files: { cert: string; key: string }): Check => ({
  name: 'certificate',
  run: async () => {
    await readKeyPair(files);
    return `${files.cert} and its key fit`;
  },
});

export const outsideChecks = ({ oidc, s3, tls }: Config): Check[] => [
  oidc.issuer === null
    ? { name: 'issuer', run: async () => 'the built-in identity provider' }
    : issuerCheck(oidc.issuer, oidc.jwksUrl),
  ...(s3 === null ? [] : [s3Check(s3)]),
  ...(tls === null || tls === 'self-signed' ? [] : [certificateCheck(tls)]),
];
