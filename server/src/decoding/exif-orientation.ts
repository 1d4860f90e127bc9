const ORIENTATION_TAG = 0x0112;

/** Reads the orientation (1 to 8) out of an APP1 payload that starts with "Exif\0\0"; 1 when it says none. */
export function exifOrientation(payload: Buffer): number {
  const tiff = payload.subarray(6);
  if (tiff.length < 14) return 1;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const uint16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const uint32 = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = uint32(4);
  if (directory + 2 > tiff.length) return 1;
  const entries = uint16(directory);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    if (uint16(at) !== ORIENTATION_TAG) continue;
    const value = uint16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
