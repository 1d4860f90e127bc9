/** The fingerprint of the evidence pack that the report is part of: who holds both can tell that they belong together. */
import { heading } from '../page/blocks.ts';
import { BODY, SMALL } from '../page/page-style.ts';
import { drawQr } from '../page/qr.ts';
import type { Writing } from '../page/writing.ts';

const QR = 72;
const GAP = 12;

export const writeEvidence = ({ sheet, words, fingerprint }: Writing) => {
  if (fingerprint === undefined) return;
  const { say } = words;
  heading(sheet, say.evidence);
  sheet.need(QR + GAP);
  const [x, top, width] = [sheet.left + QR + GAP, sheet.y, sheet.width - QR - GAP];
  const meaning = sheet.lines(say.evidence_meaning, BODY, width);
  const code = sheet.lines(fingerprint, SMALL, width);
  sheet.element('Figure', { alt: `${say.evidence}: ${fingerprint}` }, () =>
    drawQr(sheet, `sha256:${fingerprint}`, sheet.left, top, QR),
  );
  sheet.element('P', {}, () => sheet.drawLines(meaning, BODY, x, top, width));
  const below = top + meaning.length * BODY.leading;
  sheet.element('P', {}, () => sheet.drawLines(code, SMALL, x, below, width));
  sheet.y = Math.max(top + QR, below + code.length * SMALL.leading) + GAP;
};
