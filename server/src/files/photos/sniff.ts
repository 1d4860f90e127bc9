/** The type of a file by its first bytes. File names and declared types are often wrong, sometimes on purpose. */
import type { PhotoFormat } from '../../inspections/vocabulary.ts';

type Sniffed = { format: PhotoFormat } | { format: undefined; looksLike: string };

/** As many bytes as the slowest decision needs. */
export const SNIFF_BYTES = 256;

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);
const AVIF_BRANDS = new Set(['avif', 'avis']);

const SIGNATURES: [offset: number, bytes: string, looksLike: string][] = [
  [0, 'GIF8', 'a GIF'],
  [0, '%PDF', 'a PDF'],
  [0, 'BM', 'a BMP'],
  [0, 'PK\x03\x04', 'a ZIP archive or an office document'],
  [0, '\x1f\x8b', 'a gzip archive'],
  [0, 'MZ', 'a program'],
  [0, '\x7fELF', 'a program'],
  [0, '8BPS', 'a Photoshop document'],
  [0, '\xff\x0a', 'a JPEG XL'],
  [4, 'JXL ', 'a JPEG XL'],
  [4, 'jP  ', 'a JPEG 2000'],
  [0, '\x1aE\xdf\xa3', 'a video'],
];

export function sniff(head: Buffer): Sniffed {
  const at = (offset: number, bytes: string) =>
    head.toString('latin1', offset, offset + bytes.length) === bytes;
  if (at(0, '\xff\xd8\xff')) return { format: 'jpeg' };
  if (at(0, '\x89PNG\r\n\x1a\n')) return { format: 'png' };
  if (at(0, 'RIFF') && at(8, 'WEBP')) return { format: 'webp' };
  if (at(0, 'II*\0') || at(0, 'MM\0*') || at(0, 'II+\0') || at(0, 'MM\0+')) return { format: 'tiff' };
  if (at(4, 'ftyp')) return sniffBrands(head);
  const known = SIGNATURES.find(([offset, bytes]) => at(offset, bytes));
  return { format: undefined, looksLike: known ? known[2] : sniffText(head) };
}

function sniffBrands(head: Buffer): Sniffed {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  // 'mif1' says only "a HEIF picture": AVIF files carry it too, so the AVIF brands decide first.
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return { format: 'avif' };
  if (brands.some((brand) => HEIC_BRANDS.has(brand))) return { format: 'heic' };
  return { format: undefined, looksLike: 'a video' };
}

function sniffText(head: Buffer): string {
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  if (/<svg[\s/>]/i.test(text)) return 'an SVG drawing';
  if (/^\s*<(!doctype html|html)/i.test(text)) return 'a web page';
  if (/^\s*<\?xml/.test(text)) return 'an XML document (perhaps an SVG drawing)';
  if (/^\s*[{[]\s*["{[\]}]/.test(text)) return 'JSON';
  // The last character may be cut in the middle; only control characters tell text from the rest.
  if (!/[\x00-\x08\x0e-\x1f]/.test(text) && !text.slice(0, -1).includes('\ufffd')) return 'text';
  return 'data of an unknown kind';
}
