import type { Box } from '@walkaround/sdk';
import { outlinePath, pieceAround, thumbnail } from './pictures.ts';
import './crop.css';

type Photo = { path: string; imageWidth: number; imageHeight: number };
type CropProps = {
  photo: Photo;
  /** What is to be seen. */
  box: Box;
  label: string;
  /** Width and height on the page. */
  size: [number, number];
  /** Dashed where nobody is sure that it is a damage. */
  outline?: { boundingBox: Box; polygons: number[][][]; isUnsure?: boolean } | null;
  room?: number;
  /** A dashed frame: something is expected here. */
  expected?: Box | null;
};

/** A screen may have two pixels for each of ours. */
const SHARP = 2;

/** A piece of a photo, cut out by the browser: the thumbnail it comes from is shared by all pieces. */
export const Crop = ({ photo, box, label, size: [width, height], outline, room, expected }: CropProps) => {
  const piece = pieceAround(
    box,
    { width: photo.imageWidth, height: photo.imageHeight },
    width / height,
    room,
  );
  const needed = (photo.imageWidth / piece.width) * width * SHARP;
  const href = needed > 1920 ? photo.path : thumbnail(photo.path, Math.ceil(needed));
  return (
    <svg
      className="crop"
      width={width}
      height={height}
      viewBox={`${piece.xmin} ${piece.ymin} ${piece.width} ${piece.height}`}
      role="img"
      aria-label={label}
    >
      <image href={href} width={photo.imageWidth} height={photo.imageHeight} />
      {outline && <path className="halo" d={outlinePath(outline)} />}
      {outline && (
        <path className={outline.isUnsure ? 'outline suspicion' : 'outline'} d={outlinePath(outline)} />
      )}
      {expected && <path className="expected" d={outlinePath({ boundingBox: expected, polygons: [] })} />}
    </svg>
  );
};
