const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

/** An uncompressed TIFF of the given size, and the place inside it where its RGBA pixels belong. */
export function tiffFromRgba(width: number, height: number, profile: Uint8Array) {
  const pixelBytes = width * height * 4;
  const tags: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 4, 0], // bits per sample: four numbers do not fit here, so they stand behind
    [259, SHORT, 1, 1], // not compressed
    [262, SHORT, 1, 2], // RGB
    [273, LONG, 1, 0], // where the pixels begin
    [277, SHORT, 1, 4],
    [278, LONG, 1, height],
    [279, LONG, 1, pixelBytes],
    [338, SHORT, 1, 2], // the fourth sample is alpha
  ];
  if (profile.length > 0) tags.push([34675, UNDEFINED, profile.length, 0]);

  const bitsAt = 8 + 2 + tags.length * 12 + 4;
  const profileAt = bitsAt + 8;
  const pixelsAt = Math.ceil((profileAt + profile.length) / 4) * 4;
  const tiff = new Uint8Array(pixelsAt + pixelBytes);
  const view = new DataView(tiff.buffer);
  const places = new Map([
    [258, bitsAt],
    [273, pixelsAt],
    [34675, profileAt],
  ]);

  tiff.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  view.setUint16(8, tags.length, true);
  tags.forEach(([tag, type, count, value], index) => {
    const at = 10 + index * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, places.get(tag) ?? value, true);
  });
  for (let sample = 0; sample < 4; sample++) view.setUint16(bitsAt + sample * 2, 8, true);
  tiff.set(profile, profileAt);
  return { tiff, pixels: tiff.subarray(pixelsAt) };
}
