/** A photo reduced to so few pixels that pictures can be compared in pairs: for copies and for the color of the paint. */

export const THUMBPRINT = { width: 48, height: 36 };

/** Red, green and blue from 0 to 255, row by row: in base64. */
export type Thumbprint = { colors: string };

export const CHANNELS = 3;

/** The colors of a photo, and its size in its own pixels. */
export type PhotoColors = { id: string; width: number; height: number; colors: Uint8Array };

/** None where the photo has no thumbprint: it was analyzed before there were any, or cannot be read. */
export const colorsOf = (
  { id, width, height }: Omit<PhotoColors, 'colors'>,
  thumbprint: Thumbprint | undefined,
): PhotoColors[] =>
  thumbprint ? [{ id, width, height, colors: Buffer.from(thumbprint.colors, 'base64') }] : [];
