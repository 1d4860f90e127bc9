/** The digital signature in a PDF: an invisible field on the first page whose value is the signature of all other bytes. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SignPdf } from '@signpdf/signpdf';
import { DEFAULT_BYTE_RANGE_PLACEHOLDER, Signer } from '@signpdf/utils';
import type { PdfSigner } from '../../inspections/ports/evidence.ts';

/** Hidden, printed, locked: readers for the blind pass over it. */
const FIELD_FLAGS = 2 + 4 + 128;
/** There are signatures, and the file may only be added to. */
const SIGNATURE_FLAGS = 1 + 2;

/** A name in a PDF is a plain string for pdfkit, a text is a String. */
const text = (value: string) => new String(value);

type Reference = { data: Record<string, unknown>; end(): void };
type Document = { _root: { data: { AcroForm: Reference } } };
type Page = { dictionary: PDFKit.PDFKitReference; annotations: PDFKit.PDFKitReference[] };

/** Makes room for the signature on the page that the document is on. To be called before its end. */
export const reserveSignature = (doc: PDFKit.PDFDocument, { name, room }: PdfSigner, madeAt: string) => {
  const page = doc.page as unknown as Page;
  const range = DEFAULT_BYTE_RANGE_PLACEHOLDER;
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, range, range, range],
    Contents: Buffer.alloc(room),
    Name: text(name),
    M: new Date(madeAt),
  });
  const field = doc.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    F: FIELD_FLAGS,
    T: text('Signature'),
    V: signature,
    P: page.dictionary,
  });
  page.annotations.push(field);
  doc.initForm();
  const form = (doc as unknown as Document)._root.data.AcroForm.data;
  // A reader that draws fields anew would change what was signed.
  delete form.NeedAppearances;
  Object.assign(form, { SigFlags: SIGNATURE_FLAGS, Fields: [field] });
  for (const made of [signature, field]) (made as unknown as Reference).end();
};

/** The finished document with the signature in the room that was made for it. */
export const signedStream = (pdf: Readable, signer: PdfSigner): Readable => {
  const bySigner = new (class extends Signer {
    override sign = async (bytes: Buffer) => Buffer.from(await signer.sign(bytes));
  })();
  async function* signed() {
    yield await new SignPdf().sign(await buffer(pdf), bySigner);
  }
  return Readable.from(signed());
};
