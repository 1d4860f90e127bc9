import fc, { type Arbitrary } from 'fast-check';

const nested = (depth: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
};

/** Texts that mean something to somebody: a database, a shell, a file system, a page, a screen. */
export const hostileText = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202egpj.exe',
  'ﷺ'.repeat(300),
  '😀'.repeat(300),
  '\ufeff',
  '\r\nX-Evil: 1',
  '\x1b[2J',
  "' or 1=1; --",
  '#{7*7}{{7*7}}',
  '../../../../etc/passwd',
  '%00%2e%2e%2f%ff',
  '<script>alert(1)</script>',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://[',
  'null',
  'NaN',
  '1e999',
  '-0',
  '2026-02-30T25:61:61Z',
  '9'.repeat(400),
  '__proto__',
  'constructor',
  'x'.repeat(100_000),
  // Cursors of other lists, or of none.
  ...['null', '["a"]', '{"id":{}}', '["2026-01-01",null,[]]'].map((text) =>
    Buffer.from(text).toString('base64url'),
  ),
);

/** Headers that the service reads, with values that few write. */
export const oddHeaders: Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-language',
    'authorization',
    'content-type',
    'idempotency-key',
    'if-modified-since',
    'if-none-match',
    'last-event-id',
    'origin',
    'range',
    'traceparent',
    'x-request-id',
  ),
  fc.oneof(
    fc.constantFrom(
      '',
      '*',
      '*/*;q=x',
      'Bearer',
      'Bearer a.b.c',
      'Basic eDp5',
      'fr;q=9,,;',
      'W/"',
      '"", W/"a"',
      'null',
    ),
    fc.constantFrom(
      'bytes=0-',
      'bytes=5-2',
      'bytes=-0',
      'bytes=-99999999999999999999',
      'bytes=0-1,2-3',
      'bytes=a-b',
      'x=1-2',
    ),
    fc.constantFrom(
      '-1',
      '1e9',
      '9'.repeat(300),
      'application/json;charset=x',
      'http://a b',
      '00-0-0-0',
      'Thu, 99 Foo',
    ),
    fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((code) => code !== 0x7f)
        .map((code) => String.fromCharCode(code)),
    }),
  ),
  { maxKeys: 2, noNullPrototype: true },
);

/** Values that no schema asks for. Anew each time, because those who read them may change them. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -0,
    -1,
    0.1,
    1e-320,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    2 ** 64,
  ),
  fc
    .constantFrom<() => unknown>(
      () => [],
      () => ({}),
      () => [[]],
      () => [null],
      () => ({ '': '' }),
      () => ({ length: 2 ** 31 }),
      () => ({ toString: 1, valueOf: null, toJSON: {} }),
      () => ({ constructor: { prototype: { polluted: true } } }),
      () => JSON.parse('{"__proto__": {"polluted": true}}'),
      () => Array.from({ length: 10_000 }, (_, index) => index),
      () => Array.from({ length: 10_000 }, () => ({})),
      () => Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`name_${index}`, index])),
      () => nested(60, (inner) => [inner]),
      () => nested(500, (inner) => [inner]),
      () => nested(500, (inner) => ({ a: inner })),
    )
    .map((make) => make()),
  fc.jsonValue(),
);
