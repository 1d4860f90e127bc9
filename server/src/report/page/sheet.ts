/**
 * The pages as something to write on from top to bottom. Everything is written into the structure that
 * readers for the blind use (headings, paragraphs, tables, figures); what only decorates is marked so.
 */
import PDFDocument from 'pdfkit';
import type { ReportPaper } from '../../inspections/vocabulary.ts';
import { type Fonts, openFonts } from './fonts.ts';
import {
  ASCENT,
  type Brand,
  FOOT_HEIGHT,
  HEAD_HEIGHT,
  MARGIN,
  PAPERS,
  type TextStyle,
} from './page-style.ts';
import { clean, type Line, linesOf } from './text-lines.ts';

type Element = PDFKit.PDFStructureElement;
type ElementOptions = { alt?: string; title?: string; scope?: 'Row' | 'Column'; bbox?: number[] };
export type Align = 'left' | 'right' | 'center';

export type Sheet = ReturnType<typeof openSheet>;

type SheetSettings = {
  paper: ReportPaper;
  language: string;
  title: string;
  subject: string;
  brand: Brand;
};

/** pdfkit puts it into XML as it is. */
const metadata = (text: string) => clean(text).replace(/[<>&\s]+/g, ' ');

export const openSheet = (settings: SheetSettings) => {
  const [pageWidth, pageHeight] = PAPERS[settings.paper];
  const doc = new PDFDocument({
    size: [pageWidth, pageHeight],
    margin: 0,
    autoFirstPage: false,
    // The number of pages stands on every page.
    bufferPages: true,
    pdfVersion: '1.7',
    // The types do not know it yet.
    subset: 'PDF/UA' as 'PDF/A-3',
    tagged: true,
    lang: settings.language,
    displayTitle: true,
    info: {
      Title: metadata(settings.title),
      Subject: settings.subject,
      Creator: 'Walkaround',
      Author: metadata(settings.brand.name ?? 'Walkaround'),
    },
  });
  const fonts: Fonts = openFonts(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const open: Element[] = [root];

  const box = {
    left: MARGIN,
    width: pageWidth - 2 * MARGIN,
    top: MARGIN - 12 + HEAD_HEIGHT,
    bottom: pageHeight - MARGIN + 12 - FOOT_HEIGHT,
  };

  const announced: { height: number; write: () => void }[] = [];

  const sheet = {
    doc,
    ...box,
    brand: settings.brand,
    pageWidth,
    pageHeight,
    /** Where the next thing goes. */
    y: box.top,

    newPage() {
      doc.addPage();
      sheet.y = box.top;
    },

    /** Written together with what follows it: never alone at the foot of a page. */
    announce(height: number, write: () => void) {
      announced.push({ height, write });
    },

    /** A new page if less than this is left of the present one; then the headings that wait for what follows. */
    need(height: number) {
      const waiting = announced.splice(0);
      const all = waiting.reduce((sum, heading) => sum + heading.height, height);
      if (sheet.y + all > box.bottom && sheet.y > box.top) sheet.newPage();
      for (const { write } of waiting) write();
    },

    /** What only decorates. */
    decorate(draw: () => void) {
      doc.markContent('Artifact', { type: 'Layout' });
      doc.save();
      draw();
      doc.restore();
      doc.endMarkedContent();
    },

    /** Everything written until the matching `end` belongs to it. */
    begin(type: string, options: ElementOptions = {}) {
      const element = doc.struct(type, options);
      open.at(-1)!.add(element);
      open.push(element);
    },

    end() {
      open.pop()!.end();
    },

    /** Adds to the element that was begun last. */
    content(draw: () => void) {
      open.at(-1)!.add(() => {
        doc.save();
        draw();
        doc.restore();
      });
    },

    element(type: string, options: ElementOptions, draw: () => void) {
      sheet.begin(type, options);
      sheet.content(draw);
      sheet.end();
    },

    /** What leads elsewhere when it is clicked; `text` says where to those who hear it. */
    link(
      text: string,
      url: string,
      frame: { x: number; y: number; width: number; height: number },
      draw: () => void,
    ) {
      sheet.begin('Link', { alt: text });
      sheet.content(draw);
      const { x, y, width, height } = frame;
      doc.link(x, y, width, height, url, {
        structParent: open.at(-1), // Strings of their own are names to pdfkit.
        Contents: Object(text),
      });
      sheet.end();
    },

    /** At most so many; a text that is longer ends with an ellipsis. */
    lines(text: string, style: TextStyle, width: number, most = Infinity): Line[] {
      const lines = linesOf(fonts, text, style, width);
      if (lines.length <= most) return lines;
      const [dots] = linesOf(fonts, '…', style, width);
      const last = lines[most - 1]!;
      const pieces = last.rightToLeft ? [...dots!.pieces, ...last.pieces] : [...last.pieces, ...dots!.pieces];
      return [...lines.slice(0, most - 1), { ...last, pieces, width: last.width + dots!.width }];
    },

    /** Within `content` or `decorate`. */
    drawLine(line: Line, style: TextStyle, x: number, y: number, width: number, align: Align = 'left') {
      const free = width - line.width;
      const shift = align === 'center' ? free / 2 : align === 'right' || line.rightToLeft ? free : 0;
      let at = x + Math.max(0, shift);
      for (const { font, text, width: wide } of line.pieces) {
        doc.font(font).fontSize(style.size).fillColor(style.color);
        doc.text(text, at, y + style.size * ASCENT, { lineBreak: false, baseline: 'alphabetic' });
        at += wide;
      }
    },

    drawLines(lines: Line[], style: TextStyle, x: number, y: number, width: number, align: Align = 'left') {
      for (const [index, line] of lines.entries())
        sheet.drawLine(line, style, x, y + index * style.leading, width, align);
    },

    finish() {
      sheet.need(0);
      root.end();
      doc.end();
    },

    /** From the cursor on, over as many pages as it takes. */
    paragraph(
      text: string,
      style: TextStyle,
      { type = 'P', x = box.left, width = box.width }: { type?: string; x?: number; width?: number } = {},
    ) {
      const lines = sheet.lines(text, style, width);
      const needed = () => Math.min(lines.length, 2) * style.leading;
      sheet.need(needed());
      sheet.begin(type);
      while (lines.length > 0) {
        sheet.need(needed());
        const fitting = Math.max(1, Math.floor((box.bottom - sheet.y) / style.leading));
        const part = lines.splice(0, fitting);
        sheet.content(() => sheet.drawLines(part, style, x, sheet.y, width));
        sheet.y += part.length * style.leading;
      }
      sheet.end();
    },
  };
  return sheet;
};
