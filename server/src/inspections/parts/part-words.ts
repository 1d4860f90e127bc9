const PLACES = new Set(['front', 'back', 'left', 'right']);

/** `door_front_left` as a person says it: front left door. */
export function partInWords(part: string): string {
  const words = part.split('_');
  return [...words.filter((word) => PLACES.has(word)), ...words.filter((word) => !PLACES.has(word))].join(
    ' ',
  );
}
