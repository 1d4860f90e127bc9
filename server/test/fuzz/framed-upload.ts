import fc, { type Arbitrary } from 'fast-check';

/** An upload as bytes on the wire: right framing, odd framing, broken framing. */
export type FramedUpload = { head: string; body: Buffer; shape: string; isShort: boolean };

const EDGE = 'an-edge-of-the-tests';
const CRLF = '\r\n';

type Part = { head: string; content: Buffer | string };

const json = (content: string, more = ''): Part => ({
  head: `content-disposition: form-data; name="json"${more}`,
  content,
});
const image = (content: Buffer, disposition = '; filename="a.jpeg"', more = ''): Part => ({
  head: `content-disposition: form-data; name="image"${disposition}${more}`,
  content,
});

/** What clients send, what others could, and what nobody should. */
const PARTS: Record<string, (file: Buffer) => Part[]> = {
  right: (file) => [json('{}'), image(file)],
  'with types': (file) => [
    json('{}', `${CRLF}content-type: application/json`),
    image(file, '; filename="a.jpeg"', `${CRLF}content-type: image/jpeg`),
  ],
  'json as a file': (file) => [json('{}', '; filename="blob"'), image(file)],
  'file first': (file) => [image(file), json('{}')],
  'two files': (file) => [json('{}'), image(file), image(file)],
  'json twice': (file) => [json('{}'), json('{"name":"b"}'), image(file)],
  'no json': (file) => [image(file)],
  'no file': () => [json('{}')],
  'file without a name': (file) => [json('{}'), image(file, '')],
  'file with an empty name': (file) => [json('{}'), image(file, '; filename=""')],
  'hostile name': (file) => [json('{}'), image(file, '; filename="../../../etc/passwd\\"\0.jpeg"')],
  'encoded name': (file) => [json('{}'), image(file, "; filename*=utf-8''%2e%2e%2f%00%ff.jpeg")],
  'base64 promised': (file) => [
    json('{}'),
    image(file, '; filename="a"', `${CRLF}content-transfer-encoding: base64`),
  ],
  'broken json': (file) => [json('{"tasks":'), image(file)],
  'json of another kind': (file) => [json('[null]'), image(file)],
  'hostile json': (file) => [json('{"__proto__":{"polluted":true},"name":"\\ud800\\u0000"}'), image(file)],
  'long json': (file) => [json(`{"name":"${'x'.repeat(1_200_000)}"}`), image(file)],
  'long head': (file) => [json('{}', `; x="${'x'.repeat(90_000)}"`), image(file)],
  'many heads': (file) => [json('{}', `${CRLF}x-a: b`.repeat(3000)), image(file)],
  'no head': (file) => [json('{}'), { head: 'x: y', content: file }],
  'unknown parts': (file) => [
    ...Array(40).fill({ ...json('a'), head: 'content-disposition: form-data; name="x"' }),
    json('{}'),
    image(file),
  ],
  'thousands of parts': (file) => [...Array(3000).fill(json('{}')), image(file)],
  nothing: () => [],
};

const framed = (parts: Part[], edge = EDGE, lineEnd = CRLF) =>
  Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${edge}${lineEnd}${head}${lineEnd}${lineEnd}`, 'latin1'),
      Buffer.from(content as string),
      Buffer.from(lineEnd),
    ]),
    Buffer.from(`--${edge}--${lineEnd}`),
  ]);

type Sent = { body: Buffer; type: string; length?: number };

const TYPE = `multipart/form-data; boundary=${EDGE}`;
const sent = (body: Buffer, type = TYPE): Sent => ({ body, type });

/** The second argument is anywhere in the body. */
const FRAMES: Record<string, (parts: Part[], where: number) => Sent> = {
  right: (parts) => sent(framed(parts)),
  'lines end otherwise': (parts) => sent(framed(parts, EDGE, '\n')),
  'another boundary': (parts) => sent(framed(parts, 'another')),
  'no boundary': (parts) => sent(framed(parts), 'multipart/form-data'),
  'an empty boundary': (parts) => sent(framed(parts, ''), 'multipart/form-data; boundary='),
  'a quoted boundary': (parts) =>
    sent(framed(parts), `multipart/form-data; boundary="${EDGE}"; charset=utf-8`),
  'a long boundary': (parts) =>
    sent(framed(parts, 'e'.repeat(5000)), `multipart/form-data; boundary=${'e'.repeat(5000)}`),
  'words around': (parts) =>
    sent(Buffer.concat([Buffer.from('before\r\n'), framed(parts), Buffer.from('after')])),
  'no end': (parts) => sent(framed(parts).subarray(0, -(EDGE.length + 6))),
  truncated: (parts, where) => {
    const body = framed(parts);
    return sent(body.subarray(0, where % (body.length + 1)));
  },
  'a flipped byte': (parts, where) => {
    const body = framed(parts);
    body[where % body.length]! ^= 1 << (where % 8);
    return sent(body);
  },
  'length too long': (parts) => ({ ...sent(framed(parts)), length: framed(parts).length + 1000 }),
  'length too short': (parts, where) => ({ ...sent(framed(parts)), length: where % framed(parts).length }),
  'another type': (parts) => sent(framed(parts), 'multipart/mixed; boundary=x'),
};

/** Half of them are framed rightly, so that the file decides. */
export const framedUpload = (files: Arbitrary<Buffer>): Arbitrary<FramedUpload> => {
  const half = (names: string[]) =>
    fc.oneof(
      { weight: names.length, arbitrary: fc.constant('right') },
      { weight: names.length, arbitrary: fc.constantFrom(...names) },
    );
  return fc
    .tuple(files, half(Object.keys(PARTS)), half(Object.keys(FRAMES)), fc.nat())
    .map(([file, parts, frame, where]) => {
      const { body, type, length = body.length } = FRAMES[frame]!(PARTS[parts]!(file), where);
      return {
        shape: `${parts}, ${frame}`,
        isShort: length > body.length,
        body,
        head: `content-type: ${type}\r\ncontent-length: ${length}\r\n`,
      };
    });
};
