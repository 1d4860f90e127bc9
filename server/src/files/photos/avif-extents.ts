/** How many bytes of its data an AVIF's `meta` box refers to, by its `iloc` box (ISO 14496-12, 8.11.3). */
export function bytesReferredTo(meta: Buffer): number {
  try {
    const iloc = childOf(meta, 'iloc');
    return iloc ? sumOfExtents(iloc) : 0;
  } catch {
    // It ends in the middle of a number.
    return 0;
  }
}

/** `meta` has four bytes of version and flags before the boxes in it. */
function childOf(meta: Buffer, type: string): Buffer | undefined {
  for (let at = 4; at + 8 <= meta.length; ) {
    const length = meta.readUInt32BE(at);
    if (length < 8) return undefined;
    if (meta.toString('latin1', at + 4, at + 8) === type) return meta.subarray(at + 8, at + length);
    at += length;
  }
  return undefined;
}

function sumOfExtents(iloc: Buffer): number {
  let at = 0;
  const next = (bytes: number) => {
    if (at + bytes > iloc.length) throw new RangeError('cut off');
    let value = 0;
    for (let i = 0; i < bytes; i++) value = value * 256 + iloc[at++]!;
    return value;
  };
  const version = next(4) >>> 24;
  const sizes = next(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version > 0 ? sizes & 15 : 0;
  const items = next(version < 2 ? 2 : 4);
  let sum = 0;
  for (let item = 0; item < items; item++) {
    next(version < 2 ? 2 : 4); // its id
    // Elsewhere than in the file's data, as in `meta` itself.
    const elsewhere = version > 0 && (next(2) & 15) !== 0;
    next(2 + baseSize);
    const extents = next(2);
    for (let extent = 0; extent < extents; extent++) {
      next(indexSize + offsetSize);
      const length = next(lengthSize);
      if (!elsewhere) sum += length;
    }
  }
  return sum;
}
