/** The fonts of the report: embedded, with all of Latin, Greek and Cyrillic, and a second one for what they lack. */
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

export type Weight = 'regular' | 'bold';
export type FontName = Weight | 'fallback';

const FILES: Record<FontName, string> = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  // Hebrew, Arabic, symbols, a few emoji; and the sign for what no font has.
  fallback: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
};

/** Stands for a character that no font has. */
const UNKNOWN = '\u25a1';

const UNIT = 1000;

type Glyphs = { hasGlyphForCodePoint(codePoint: number): boolean };

/** Part of a text that one font can write. */
export type Run = { font: FontName; text: string };

export type Fonts = {
  runsOf(text: string, weight: Weight): Run[];
  widthOf(run: Run, size: number): number;
};

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text);

export const openFonts = (doc: PDFKit.PDFDocument): Fonts => {
  const glyphs = new Map<FontName, Glyphs>();
  const widths = new Map<string, number>();
  for (const [name, file] of Object.entries(FILES)) doc.registerFont(name, resolve(file));

  const glyphsOf = (name: FontName) => {
    let known = glyphs.get(name);
    if (!known) {
      doc.font(name);
      // pdfkit has no other way to ask which characters a font has.
      known = (doc as unknown as { _font: { font: Glyphs } })._font.font;
      glyphs.set(name, known);
    }
    return known;
  };

  return {
    runsOf: (text, weight) => {
      if (isPlain(text)) return [{ font: weight, text }];
      const runs: Run[] = [];
      for (const character of text) {
        const codePoint = character.codePointAt(0)!;
        const font = [weight, 'fallback' as const].find((name) =>
          glyphsOf(name).hasGlyphForCodePoint(codePoint),
        );
        const run = { font: font ?? ('fallback' as const), text: font ? character : UNKNOWN };
        const last = runs.at(-1);
        if (last?.font === run.font) last.text += run.text;
        else runs.push(run);
      }
      return runs;
    },

    // A report says the same words again and again, in few sizes.
    widthOf: ({ font, text }, size) => {
      const key = `${font}\n${text}`;
      let width = widths.get(key);
      if (width === undefined) {
        width = doc.font(font).fontSize(UNIT).widthOfString(text) / UNIT;
        widths.set(key, width);
      }
      return width * size;
    },
  };
};
