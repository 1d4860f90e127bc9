import fc, { type Arbitrary } from 'fast-check';
import { hostileText, hostileValue } from './hostile.ts';

type Place = { holder: Record<string, unknown> | unknown[]; name: string };

const placesIn = (value: unknown, holder?: Place['holder'], name = ''): Place[] => [
  ...(holder ? [{ holder, name }] : []),
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, member]) => placesIn(member, value as Place['holder'], key))
    : []),
];

type Wrong = {
  where: number;
  how: 'replace' | 'wrap' | 'remove' | 'add' | 'rename';
  what: unknown;
  called: string;
};

const set = (holder: object, name: string, value: unknown) =>
  Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true });

const spoil = (value: unknown, { where, how, what, called }: Wrong): unknown => {
  const places = placesIn(value);
  const place = places[where % (places.length + 1)];
  if (!place) return how === 'wrap' ? [value] : what;
  const { holder, name } = place;
  const member = Reflect.get(holder, name);
  if (how === 'replace') set(holder, name, what);
  if (how === 'wrap') set(holder, name, [member]);
  if (how === 'remove' || how === 'rename') Reflect.deleteProperty(holder, name);
  if (how === 'add' || how === 'rename') set(holder, called, how === 'add' ? what : member);
  return value;
};

/** A value with one to three things wrong in it, anywhere. */
export const spoiled = (right: Arbitrary<unknown>): Arbitrary<unknown> => {
  const wrong: Arbitrary<Wrong> = fc.record({
    where: fc.nat(),
    how: fc.constantFrom('replace', 'replace', 'replace', 'wrap', 'remove', 'add', 'rename'),
    what: hostileValue,
    called: fc.oneof(hostileText, fc.string()),
  });
  return fc
    .tuple(right, fc.array(wrong, { minLength: 1, maxLength: 3 }))
    .map(([value, list]) => list.reduce(spoil, structuredClone(value)));
};

/** Texts that are nearly JSON, or are JSON in a way that few expect. */
export const oddJson = (text: string): Arbitrary<string | Buffer> =>
  fc.constantFrom<string | Buffer>(
    text,
    text.slice(0, -1),
    `${text}${text}`,
    `\ufeff${text}`,
    ` \n\t${text}\r\n`,
    text.replace('{', '{"tasks":1,"tasks":2,'),
    text.replace('{', '{"__proto__":{"polluted":true},'),
    text.replace(/\d+/, 'NaN'),
    text.replace(/\d+/, '1e999'),
    text.replace('"', "'"),
    text.replace('}', ',}'),
    '['.repeat(50_000),
    '"',
    '',
    Buffer.from(text, 'utf16le'),
    Buffer.concat([
      Buffer.from(text.slice(0, 9)),
      Buffer.from([0xff, 0xc0, 0x80]),
      Buffer.from(text.slice(9)),
    ]),
  );
