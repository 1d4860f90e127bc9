import type { Environment } from './environment.ts';

export type Wrong = { name: string; problem: string };

/** What no single variable can tell: combinations that would fail later, or silently do less. */
export function contradictions(env: Environment): Wrong[] {
  const wrong: Wrong[] = [];
  if (env.NODE_ENV === 'production' && !env.OIDC_ISSUER && !env.IDENTITY_IN_PRODUCTION)
    wrong.push({
      name: 'OIDC_ISSUER',
      problem:
        'is needed with NODE_ENV=production. Set it to your identity provider, or set IDENTITY_IN_PRODUCTION=true to run the built-in one with its demo account',
    });
  if (env.OIDC_JWKS_URL && !env.OIDC_ISSUER)
    wrong.push({ name: 'OIDC_JWKS_URL', problem: 'needs OIDC_ISSUER beside it. Set both or neither' });
  if (env.ROLE !== 'all' && !env.DATABASE_URL)
    wrong.push({
      name: 'DATABASE_URL',
      problem: `is needed with ROLE=${env.ROLE}: processes that share the work share one database. Set it to a Postgres, or use ROLE=all`,
    });
  if (!env.TLS_CERT !== !env.TLS_KEY)
    wrong.push({
      name: env.TLS_CERT ? 'TLS_KEY' : 'TLS_CERT',
      problem: 'is missing. Set TLS_CERT and TLS_KEY, or neither',
    });
  if (env.TLS_SELF_SIGNED && env.TLS_CERT)
    wrong.push({
      name: 'TLS_SELF_SIGNED',
      problem: 'cannot be used beside TLS_CERT. Set one of them',
    });
  if ((env.TLS_SELF_SIGNED || env.TLS_CERT) && env.PUBLIC_URL?.startsWith('http:'))
    wrong.push({
      name: 'PUBLIC_URL',
      problem:
        'must start with https:// where the service speaks HTTPS itself: links to photos begin with it',
    });
  if (env.REPORT_SIGNING_PASSWORD_FILE && !env.REPORT_SIGNING_CERTIFICATE)
    wrong.push({
      name: 'REPORT_SIGNING_PASSWORD_FILE',
      problem: 'needs REPORT_SIGNING_CERTIFICATE beside it. Set both or neither',
    });
  const s3Names = [
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'S3_FORCE_PATH_STYLE',
  ] as const;
  const strayS3 = s3Names.filter((name) => env[name] !== undefined);
  if (!env.S3_BUCKET && strayS3.length > 0)
    wrong.push({
      name: 'S3_BUCKET',
      problem: `is needed beside ${strayS3.join(', ')}. Set it, or unset those`,
    });
  if (!env.S3_ACCESS_KEY_ID !== !env.S3_SECRET_ACCESS_KEY)
    wrong.push({
      name: env.S3_ACCESS_KEY_ID ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID',
      problem: 'is missing. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither',
    });
  return wrong;
}
