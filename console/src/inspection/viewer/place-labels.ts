/** Where the labels of outlines stand, in pixels of the screen: beside their outline, in the frame, and not on one another. */
export type Rect = { x: number; y: number; width: number; height: number };
export type Label = {
  id: string;
  number: number;
  /** In the place of the number, where it has none. */
  mark?: string;
  /** What it is, and how sure that is. */
  text: string;
  /** The outline's box in pixels of the screen. */
  box: Rect;
  isSelected: boolean;
};
export type PlacedLabel = Rect & { id: string; text: string };

export const LABEL_HEIGHT = 20;
/** Of a letter in the labels' font; a label has room for wide ones. */
const LETTER = 7.4;
const PADDING = 12;
const GAP = 3;

const widthOf = (text: string) => Math.ceil(text.length * LETTER) + PADDING;
const overlap = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));

/** The selected one has the first choice of a place. Where the whole label has no room its number stands alone. */
export const placeLabels = (
  labels: readonly Label[],
  frame: { width: number; height: number },
): PlacedLabel[] => {
  const whole = { x: 0, y: 0, ...frame };
  const placed: PlacedLabel[] = [];
  const inFirst = labels
    .filter(({ box }) => overlap(box, whole))
    .toSorted((a, b) => Number(b.isSelected) - Number(a.isSelected) || a.number - b.number);
  for (const { id, number, mark = String(number), text, box } of inFirst) {
    const at = (shown: string): PlacedLabel => {
      const width = widthOf(shown);
      return {
        id,
        text: shown,
        width,
        height: LABEL_HEIGHT,
        x: clamp(box.x, frame.width - width),
        y: clamp(box.y - LABEL_HEIGHT - GAP, frame.height - LABEL_HEIGHT),
      };
    };
    const full = at(`${mark} ${text}`);
    placed.push(placed.some((other) => overlap(other, full)) ? at(mark) : full);
  }
  return placed;
};
