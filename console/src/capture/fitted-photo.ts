/** Photos over what the service takes are made smaller before they are sent. */

export type PhotoLimits = { bytes: number; pixels: number };

/** More than anything here looks at, and as much as the canvas of a phone takes. */
const SCALED_PIXELS = 16_000_000;
/** Less shows nothing of a vehicle. */
const FEWEST_PIXELS = 100_000;
const QUALITY = 0.92;

/** Null where the browser cannot show it, as with many HEIC files. */
const shown = async (file: Blob): Promise<HTMLImageElement | null> => {
  const address = URL.createObjectURL(file);
  try {
    return await new Promise((resolve) => {
      const picture = new Image();
      picture.onload = () => resolve(picture);
      picture.onerror = () => resolve(null);
      picture.src = address;
    });
  } finally {
    URL.revokeObjectURL(address);
  }
};

const drawn = (picture: HTMLImageElement, scale: number): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(picture.naturalWidth * scale);
  canvas.height = Math.floor(picture.naturalHeight * scale);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
};

/** The photo itself, a smaller one where it is over a limit, or null where it is and cannot be made smaller. */
export const fittedPhoto = async (file: Blob, limits: PhotoLimits): Promise<Blob | null> => {
  const isLight = file.size <= limits.bytes;
  const picture = await shown(file);
  // What it really is, is for the service to say.
  if (!picture) return isLight ? file : null;
  const pixels = picture.naturalWidth * picture.naturalHeight;
  if (isLight && pixels <= limits.pixels) return file;
  let wanted = Math.min(pixels, limits.pixels, SCALED_PIXELS);
  for (; wanted >= FEWEST_PIXELS; wanted /= 2) {
    const smaller = await drawn(picture, Math.sqrt(wanted / pixels));
    if (smaller && smaller.size <= limits.bytes) return smaller;
  }
  return null;
};
