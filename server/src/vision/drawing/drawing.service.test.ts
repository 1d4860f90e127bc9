import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawDetections } from './drawing.ts';
import { textOutline, textWidth } from './text-outline.ts';

const grey = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();

const square = (from: number, to: number): [number, number][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];
const damage = (damage_type: string, from: number, to: number) => ({
  damage_type,
  score: 0.87,
  part_type: null,
  bounding_box: { xmin: from, ymin: from, width: to - from, height: to - from },
  polygons: [square(from, to)],
});

async function pixelsOf(picture: Buffer) {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  return {
    ...info,
    at: (x: number, y: number) => {
      const from = 3 * (Math.round(y) * info.width + Math.round(x));
      return [...data.subarray(from, from + 3)];
    },
  };
}

test.each([
  [640, 1280],
  [2000, 2000],
  [6000, 4096],
])('a damage on a photo %i pixels wide is outlined where it is', async (width, drawnWidth) => {
  const height = width / 2;
  const seen = { width, height, damages: [damage('scratch', 0.2 * width, 0.4 * width)], parts: [] };
  const drawn = await pixelsOf(await drawDetections(await grey(width, height), seen));
  expect([drawn.width, drawn.height]).toEqual([drawnWidth, drawnWidth / 2]);
  const [red, green] = drawn.at(0.3 * drawnWidth, 0.2 * drawnWidth);
  expect(red! - green!).toBeGreaterThan(80);
  const [inside, outside] = [
    drawn.at(0.3 * drawnWidth, 0.3 * drawnWidth),
    drawn.at(0.8 * drawnWidth, 0.4 * drawnWidth),
  ];
  expect(inside[0]! - inside[1]!).toBeGreaterThan(10);
  expect(Math.abs(outside[0]! - outside[1]!)).toBeLessThan(6);
});

test('damages without a color or a letter of their own are drawn all the same', async () => {
  const seen = { width: 300, height: 300, damages: [damage('<b>"Ü&', 50, 100), damage('dent', 0, 300)] };
  expect(await pixelsOf(await drawDetections(await grey(300, 300), seen))).toMatchObject({ width: 1280 });
});

test('a photo lying on its side by EXIF is drawn upright', async () => {
  const lying = await sharp(await grey(400, 200))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const drawn = await pixelsOf(await drawDetections(lying, { width: 200, height: 400, damages: [] }));
  expect([drawn.width, drawn.height]).toEqual([640, 1280]);
});

test('a picture of one pixel can be drawn on', async () => {
  const seen = { width: 1, height: 1, damages: [damage('dent', 0, 1)] };
  expect(await pixelsOf(await drawDetections(await grey(1, 1), seen))).toMatchObject({
    width: 1280,
    height: 1280,
  });
});

/** Where there is ink on a white ground: the first and last column, the first and last row. */
async function inkOf(svg: string) {
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#fff"/>${svg}</svg>`;
  const { at } = await pixelsOf(await sharp(Buffer.from(page)).flatten().png().toBuffer());
  const dark: [number, number][] = [];
  for (let y = 0; y < 200; y++) for (let x = 0; x < 400; x++) if (at(x, y)[0]! < 128) dark.push([x, y]);
  const [across, down] = [dark.map(([x]) => x), dark.map(([, y]) => y)];
  return {
    columns: [Math.min(...across), Math.max(...across)],
    rows: [Math.min(...down), Math.max(...down)],
  };
}

test('a label is written in real letters that fill the room measured for them, without any system font', async () => {
  const place = { left: 30, top: 60, height: 50, fill: '#000' };
  const { columns, rows } = await inkOf(textOutline('HINT', place));
  const width = textWidth('HINT', 50);
  expect(columns[0]! - 30).toBeLessThan(8);
  expect(30 + width - columns[1]!).toBeLessThan(8);
  expect(rows[0]!).toBeGreaterThanOrEqual(59);
  expect(rows[1]!).toBeLessThanOrEqual(110);
  expect(rows[1]! - rows[0]!).toBeGreaterThan(47);
  expect(textWidth('dent', 50)).not.toBeCloseTo(textWidth('DENT', 50), 0);
});

test('parts drawn alone are filled, each in a color of its own', async () => {
  const part = (part_type: string, from: number, to: number) => {
    const { score, bounding_box, polygons } = damage('', from, to);
    return { part_type, score, bounding_box, polygons };
  };
  const seen = { width: 1280, height: 1280, parts: [part('hood', 100, 500), part('roof', 700, 1100)] };
  const drawn = await pixelsOf(await drawDetections(await grey(1280, 1280), seen));
  const apart = (a: number[], b: number[]) => Math.max(...a.map((value, c) => Math.abs(value - b[c]!)));
  expect(apart(drawn.at(150, 150), drawn.at(750, 750))).toBeGreaterThan(15);
  expect(apart(drawn.at(150, 150), drawn.at(20, 20))).toBeGreaterThan(15);
});
