import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { configHelp, readConfig } from './config.ts';

test('with nothing set, the service listens on this machine only and keeps its data beside it', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', role: 'all', dataDir: resolve('data') });
  expect(config).toMatchObject({ s3: null, publicUrl: null, corsOrigins: '*', allowPrivateAddresses: false });
  expect(config.database).toEqual({ url: null, poolSize: 10 });
  expect(config.oidc.issuer).toBeNull();
});

test('an empty variable is the same as none', () => {
  expect(readConfig({ PORT: '', S3_BUCKET: ' ', OIDC_ISSUER: '' })).toEqual(readConfig({}));
});

test('values are read as what they mean', () => {
  const config = readConfig({
    PORT: '0',
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    CORS_ORIGINS: 'https://a.example, https://b.example:8443',
    PUBLIC_URL: 'https://inspect.example/',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  expect(config).toMatchObject({
    port: 0,
    allowPrivateAddresses: true,
    publicUrl: 'https://inspect.example',
  });
  expect(config.corsOrigins).toEqual(['https://a.example', 'https://b.example:8443']);
  expect(config.limits.requestsPerMinute).toBe(0);
});

const refusal = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

test('every wrong variable is named in one message, with what was given and what is allowed', () => {
  const message = refusal({
    PORT: '99999',
    ROLE: 'boss',
    MAX_JSON_BYTES: '1e6',
    CORS_ORIGINS: 'https://a.example/path',
    ALLOW_PRIVATE_ADDRESSES: 'perhaps',
    OIDC_ISSUER: 'id.example',
  });
  expect(message.split('\n').slice(1, -1)).toEqual([
    '  PORT="99999" must be a whole number, from 0 to 65535.',
    '  ROLE="boss" must be one of all, api, worker.',
    '  OIDC_ISSUER="id.example" must be an address that starts with http:// or https://.',
    '  MAX_JSON_BYTES="1e6" must be a whole number, 1 or more.',
    '  CORS_ORIGINS="https://a.example/path" must be * or origins such as https://app.example.com, separated by commas.',
    '  ALLOW_PRIVATE_ADDRESSES="perhaps" must be true or false.',
  ]);
});

test('a message about a secret does not repeat it', () => {
  const message = refusal({ FILE_URL_SECRET: 'hunter2', DATABASE_URL: 'mysql://me:hunter2@db/x' });
  expect(message).toContain('FILE_URL_SECRET=(hidden) must have 32 characters or more');
  expect(message).toContain('DATABASE_URL=(hidden) must be an address that starts with postgres://');
  expect(message).not.toContain('hunter2');
});

test('links can be signed with a new secret while the ones before it still count', () => {
  const [fresh, old] = ['n'.repeat(32), 'o'.repeat(32)];
  expect(readConfig({}).fileUrls.secrets).toBeNull();
  expect(readConfig({ FILE_URL_SECRET: `${fresh}, ${old}` }).fileUrls.secrets).toEqual([fresh, old]);
  expect(refusal({ FILE_URL_SECRET: `${fresh},short` })).toContain('must have 32 characters or more');
});

test('production needs an identity provider, or a clear yes to the built-in one', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
    /OIDC_ISSUER is needed.*IDENTITY_IN_PRODUCTION=true/,
  );
  expect(readConfig({ NODE_ENV: 'production', IDENTITY_IN_PRODUCTION: 'true' }).production).toBe(true);
  const config = readConfig({ NODE_ENV: 'production', OIDC_ISSUER: 'https://id.example/' });
  expect(config.oidc.issuer).toBe('https://id.example/');
});

test.each(['api', 'worker'])('the role %s needs a database that others can reach too', (role) => {
  expect(() => readConfig({ ROLE: role })).toThrow(/DATABASE_URL is needed/);
  expect(readConfig({ ROLE: role, DATABASE_URL: 'postgres://db/walkaround' }).role).toBe(role);
});

test('a store for photos is described completely or not at all', () => {
  expect(() => readConfig({ S3_ENDPOINT: 'http://s3.local:9000' })).toThrow(
    /S3_BUCKET is needed beside S3_ENDPOINT/,
  );
  expect(() => readConfig({ S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'me' })).toThrow(
    /S3_SECRET_ACCESS_KEY is missing/,
  );
  expect(readConfig({ S3_BUCKET: 'photos' }).s3).toMatchObject({ forcePathStyle: false, credentials: null });
  const own = { S3_BUCKET: 'photos', S3_ENDPOINT: 'http://s3.local:9000' };
  expect(readConfig({ ...own, S3_ACCESS_KEY_ID: 'me', S3_SECRET_ACCESS_KEY: 'psst' }).s3).toEqual({
    bucket: 'photos',
    endpoint: 'http://s3.local:9000',
    region: 'us-east-1',
    credentials: { accessKeyId: 'me', secretAccessKey: 'psst' },
    forcePathStyle: true,
  });
});

test('HTTPS is set up in one way, completely, and clients are told addresses that work with it', () => {
  const pair = { TLS_CERT: '/etc/cert.pem', TLS_KEY: '/etc/key.pem' };
  expect(readConfig({}).tls).toBeNull();
  expect(readConfig(pair).tls).toEqual({ cert: '/etc/cert.pem', key: '/etc/key.pem' });
  const own = { TLS_SELF_SIGNED: 'true', PUBLIC_URL: 'https://inspect.example' };
  expect(readConfig(own).tls).toBe('self-signed');
  expect(refusal({ TLS_CERT: 'cert.pem' })).toContain('TLS_KEY is missing. Set TLS_CERT and TLS_KEY');
  expect(refusal({ ...own, ...pair })).toContain('cannot be used beside TLS_CERT. Set one of them.');
  expect(refusal({ ...own, PUBLIC_URL: 'http://inspect.example' })).toContain(
    'PUBLIC_URL="http://inspect.example" must start with https://',
  );
});

test('a certificate for reports comes with the file of its password, or without one', () => {
  expect(readConfig({})).toMatchObject({ reportSigning: null, timestampUrl: null });
  const certificate = { REPORT_SIGNING_CERTIFICATE: '/etc/seal.p12' };
  expect(readConfig(certificate).reportSigning).toEqual({ certificate: '/etc/seal.p12', passwordFile: null });
  expect(refusal({ REPORT_SIGNING_PASSWORD_FILE: '/etc/password' })).toContain(
    'needs REPORT_SIGNING_CERTIFICATE beside it. Set both or neither.',
  );
});

test('what is blurred is named, and nothing is unless it is', () => {
  expect(readConfig({}).privacy).toEqual({ blur_plates: false, blur_faces: false });
  expect(readConfig({ BLUR: 'faces' }).privacy).toEqual({ blur_plates: false, blur_faces: true });
  expect(readConfig({ BLUR: 'plates, faces' }).privacy).toEqual({ blur_plates: true, blur_faces: true });
  expect(refusal({ BLUR: 'all' })).toContain('BLUR="all" must be plates, faces, or plates,faces');
});

test('traces are made where somebody says where to send them', () => {
  expect(readConfig({}).tracing).toBeNull();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  expect(readConfig(endpoint).tracing).toEqual({
    endpoint: 'http://collector:4318',
    headers: {},
    serviceName: 'walkaround',
    share: 1,
  });
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic dXNlcg==, x-team=a%2Cb%20c' };
  expect(readConfig({ ...endpoint, ...headers, OTEL_TRACES_SAMPLER_ARG: '0.25' }).tracing).toMatchObject({
    headers: { authorization: 'Basic dXNlcg==', 'x-team': 'a,b c' },
    share: 0.25,
  });
  expect(refusal({ OTEL_TRACES_SAMPLER_ARG: '2' })).toContain('must be a number from 0 to 1');
  expect(refusal({ OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' })).toContain('=(hidden) must be headers such as');
});

test('proxies that are trusted are addresses or networks', () => {
  expect(readConfig({}).trustedProxies).toEqual([]);
  const list = '10.0.0.7, 192.168.0.0/16, fd00::/8';
  expect(readConfig({ TRUSTED_PROXIES: list }).trustedProxies).toEqual(list.split(', '));
  expect(refusal({ TRUSTED_PROXIES: 'proxy.local' })).toContain('must be addresses or networks such as');
});

test('the help lists each variable with its default and meaning', () => {
  const help = configHelp();
  expect(help).toMatch(/^ {2}PORT +8080 +Port of the HTTP interface/m);
  expect(help).toMatch(/^ {2}DATABASE_URL +- +Postgres to use/m);
  for (const line of help.split('\n').slice(2)) expect(line).toMatch(/^ {2}[A-Z0-9_]+ +\S+ +\S/);
});
