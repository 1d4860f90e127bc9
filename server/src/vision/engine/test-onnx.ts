/** Writes small ONNX files that always give the same answer, whatever the photo: models for tests. */

type Output = { shape: number[]; values: number[] };

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const field = (number: number, wire: number) => varint(number * 8 + wire);
const int = (number: number, value: number) => Buffer.from([...field(number, 0), ...varint(value)]);
const bytes = (number: number, ...parts: (Buffer | string)[]) => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from([...field(number, 2), ...varint(content.length)]), content]);
};

const FLOAT = 1;

/** A side with a name may have any length. */
const valueInfo = (number: number, name: string, shape: (number | string)[]) => {
  const dimensions = shape.map((side) => bytes(1, typeof side === 'number' ? int(1, side) : bytes(2, side)));
  return bytes(number, bytes(1, name), bytes(2, bytes(1, int(1, FLOAT), bytes(2, ...dimensions))));
};

const tensor = (name: string, { shape, values }: Output) =>
  bytes(
    5,
    ...shape.map((side) => int(1, side)),
    int(2, FLOAT),
    bytes(8, name),
    bytes(9, Buffer.from(Float32Array.from(values).buffer)),
  );

const identity = (from: string, to: string) => bytes(1, bytes(1, from), bytes(2, to), bytes(4, 'Identity'));

/** A model that takes a picture with these sides and gives out these numbers. */
export function constantModel(sides: (number | string)[], outputs: Record<string, Output>): Buffer {
  const entries = Object.entries(outputs);
  const graph = bytes(
    7,
    ...entries.map(([name]) => identity(`${name}_value`, name)),
    bytes(2, 'constant'),
    ...entries.map(([name, output]) => tensor(`${name}_value`, output)),
    valueInfo(11, 'image', [1, 3, ...sides]),
    ...entries.map(([name, { shape }]) => valueInfo(12, name, shape)),
  );
  return Buffer.concat([int(1, 8), graph, bytes(8, bytes(1, ''), int(2, 17))]);
}
