/** Searches for small print again at full resolution; the first search uses a reduced picture. */
import sharp from 'sharp';
import type { Pixels } from '../pixels/pixels.ts';
import { detectText, SEARCH_SIDE } from './detection.ts';
import type { ReadBox } from './recognition.ts';
import { placed, type TextBox } from './text-box.ts';
import type { Network } from './text-sessions.ts';
import { BLOCK, SMALL, UNREADABLE, WORTHWHILE, WORTHWHILE_FOR_BLOCKS } from './tuning.ts';

const MOST_WINDOWS = 6;

type Window = { left: number; top: number; width: number; height: number };

const reductionOf = ({ width, height }: Pixels) => Math.max(width, height) / SEARCH_SIDE;

export const isSmall = ({ height }: TextBox, pixels: Pixels) =>
  reductionOf(pixels) >= WORTHWHILE && height < SMALL * reductionOf(pixels);

/** Rows that ran together look like one line that says nothing. */
const isBlock = ({ box, read }: ReadBox, pixels: Pixels) =>
  reductionOf(pixels) >= WORTHWHILE_FOR_BLOCKS &&
  read.score < UNREADABLE &&
  box.height < BLOCK * reductionOf(pixels);

/** `far` is what was read in the first pass. Answers what stays of it, and the boxes that are still to be read. */
export async function secondPass(
  boxes: readonly TextBox[],
  far: readonly ReadBox[],
  pixels: Pixels,
  detection: Network,
  signal?: Pick<AbortSignal, 'throwIfAborted'>,
): Promise<{ kept: ReadBox[]; closer: TextBox[] }> {
  const small = boxes.filter((box) => isSmall(box, pixels));
  const blocks = far.filter((line) => isBlock(line, pixels)).map(({ box }) => box);
  let kept = [...far];
  let closer = small;
  for (const window of windowsOver([...small, ...blocks], pixels)) {
    signal?.throwIfAborted();
    const detected = await detectText(detection, await cutOut(pixels, window));
    // What reaches out of the window was detected whole only in the first pass.
    const beyond = [...kept.map(({ box }) => box), ...closer].filter((box) => !isInside(box, window, pixels));
    const fresh = detected
      .map((box) => placed(box, 1, window.left, window.top))
      .filter((box) => isInside(box, window, pixels) && !beyond.some((other) => overlap(box, other)));
    const isReplaced = (box: TextBox) => !beyond.includes(box) && fresh.some((other) => overlap(box, other));
    kept = kept.filter(({ box }) => !isReplaced(box));
    closer = [...closer.filter((box) => !isReplaced(box)), ...fresh];
  }
  return { kept, closer };
}

/** Each window starts at the topmost line that none covers yet. */
function windowsOver(small: readonly TextBox[], pixels: Pixels): Window[] {
  const { width, height } = pixels;
  const windows: Window[] = [];
  const size = { width: Math.min(SEARCH_SIDE, width), height: Math.min(SEARCH_SIDE, height) };
  for (const box of small.toSorted((a, b) => a.y - b.y)) {
    if (windows.length === MOST_WINDOWS) break;
    if (windows.some((window) => isInside(box, window, pixels))) continue;
    const reach = reachOf(box);
    if (2 * Math.max(...reach) > SEARCH_SIDE) continue;
    const left = Math.max(0, Math.min(width - size.width, Math.round(box.x - size.width / 2)));
    const top = Math.max(0, Math.min(height - size.height, Math.round(box.y - 2 * reach[1])));
    windows.push({ left, top, ...size });
  }
  return windows;
}

const reachOf = ({ ux, uy, width, height }: TextBox): [number, number] => [
  (Math.abs(ux) * width + Math.abs(uy) * height) / 2,
  (Math.abs(uy) * width + Math.abs(ux) * height) / 2,
];

/** A line that the edge of a window cuts is not whole, unless the photo itself ends there. */
function isInside(box: TextBox, { left, top, width, height }: Window, pixels: Pixels): boolean {
  const [rx, ry] = reachOf(box);
  return (
    (left === 0 || box.x - rx > left) &&
    (top === 0 || box.y - ry > top) &&
    (left + width === pixels.width || box.x + rx < left + width) &&
    (top + height === pixels.height || box.y + ry < top + height)
  );
}

/** The middle of one lies in the other. */
function overlap(a: TextBox, b: TextBox): boolean {
  return holds(a, b.x, b.y) || holds(b, a.x, a.y);
}

function holds({ x, y, ux, uy, width, height }: TextBox, px: number, py: number) {
  const along = (px - x) * ux + (py - y) * uy;
  const across = (py - y) * ux - (px - x) * uy;
  return Math.abs(along) < width / 2 && Math.abs(across) < height / 2;
}

async function cutOut(pixels: Pixels, window: Window): Promise<Pixels> {
  const { data, info } = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: pixels.channels as 1 | 3 },
  })
    .extract(window)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}
