import type { Box } from '@walkaround/sdk';

/** The service has a few sizes and takes the next larger one. */
export const thumbnail = (path: string, width: number): string => `${path}&width=${width}`;

/** A piece of a photo with room around it, in the proportions of its frame and inside the photo. */
export const pieceAround = (
  { xmin, ymin, width, height }: Box,
  photo: { width: number; height: number },
  ratio: number,
  room = 0.35,
): Box => {
  const wanted = Math.max(width * (1 + 2 * room), height * (1 + 2 * room) * ratio, photo.width * 0.06);
  const pieceWidth = Math.min(wanted, photo.width, photo.height * ratio);
  const pieceHeight = pieceWidth / ratio;
  const inside = (middle: number, piece: number, whole: number) =>
    Math.min(Math.max(middle - piece / 2, 0), whole - piece);
  return {
    xmin: inside(xmin + width / 2, pieceWidth, photo.width),
    ymin: inside(ymin + height / 2, pieceHeight, photo.height),
    width: pieceWidth,
    height: pieceHeight,
  };
};

/** Points as an SVG path, closed. */
export const pathOf = (polygons: readonly (readonly (readonly number[])[])[]): string =>
  polygons.map((polygon) => `M${polygon.map(([x, y]) => `${x} ${y}`).join('L')}Z`).join('');

export const boxPath = ({ xmin, ymin, width, height }: Box): string =>
  `M${xmin} ${ymin}h${width}v${height}h${-width}Z`;

export const outlinePath = (place: { boundingBox: Box; polygons: number[][][] }): string =>
  place.polygons.length > 0 ? pathOf(place.polygons) : boxPath(place.boundingBox);
