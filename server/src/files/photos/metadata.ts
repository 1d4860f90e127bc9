/** What a picture file says besides its pixels. It runs where codecs run: nobody knows what such a file does to a reader. */
import { readFile } from 'node:fs/promises';
import ExifReader from 'exifreader';

/** Of the groups that ExifReader knows: those that say when, where, with what and by whom. */
const GROUPS = [
  'exif',
  'gps',
  'xmp',
  'iptc',
  'mpf',
  'makerNotes',
  'pngText',
  'photoshop',
  'composite',
] as const;
/** A preview picture, or a block of which only its maker knows the meaning: both are in the original. */
const LEFT_OUT = new Set(['Thumbnail', 'MakerNote', 'Images', '_raw']);
const MOST_CHARACTERS = 10_000;

type Told = string | number | { [name: string]: Told };

/** As text for people where the reader knows one: a time of exposure as 1/60. */
const told = (tag: unknown): Told => {
  if (typeof tag === 'number') return tag;
  const { description, value } = (tag ?? {}) as { description?: unknown; value?: unknown };
  const text = typeof description === 'string' && description ? description : JSON.stringify(value ?? tag);
  return String(text).slice(0, MOST_CHARACTERS);
};

const toldOf = (group: object): Told =>
  Object.fromEntries(
    Object.entries(group).flatMap(([name, tag]) => (LEFT_OUT.has(name) ? [] : [[name, told(tag)]])),
  );

/** Empty where it says nothing. What cannot be read is said in a sentence: it is no reason to have no pack. */
export async function readMetadata(path: string): Promise<{ [group: string]: Told }> {
  try {
    const tags = ExifReader.load(await readFile(path), { expanded: true, includeUnknown: true });
    return Object.fromEntries(
      GROUPS.flatMap((group) => {
        const found = tags[group as keyof typeof tags];
        return found ? [[group, toldOf(found)]] : [];
      }),
    );
  } catch (error) {
    if (error instanceof ExifReader.errors.MetadataMissingError) return {};
    return { problem: `The metadata cannot be read: ${(error as Error).message}` };
  }
}
