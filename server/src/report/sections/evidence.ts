/**
 * What ties the report to an evidence pack: the fingerprint of the pack that it is part of, or else that of the last event
 * before it was made, which every later pack has in its chain.
 */
import { heading } from '../page/blocks.ts';
import { BODY, SMALL } from '../page/page-style.ts';
import { drawQr } from '../page/qr.ts';
import type { Writing } from '../page/writing.ts';
import { fill } from '../words/words.ts';

const QR = 72;
const GAP = 12;

export const writeEvidence = ({ sheet, words, formats, proof }: Writing) => {
  const { say } = words;
  const { events } = proof;
  const fingerprint = proof.fingerprint ?? events?.head;
  if (fingerprint === undefined) return;
  const sentence =
    proof.fingerprint === undefined
      ? fill(say.evidence_event, { n: formats.number(events!.count) })
      : say.evidence_meaning;
  heading(sheet, say.evidence);
  sheet.need(QR + GAP);
  const [x, top, width] = [sheet.left + QR + GAP, sheet.y, sheet.width - QR - GAP];
  const meaning = sheet.lines(sentence, BODY, width);
  const code = sheet.lines(fingerprint, SMALL, width);
  sheet.element('Figure', { alt: `${say.evidence}: ${fingerprint}` }, () =>
    drawQr(sheet, `sha256:${fingerprint}`, sheet.left, top, QR),
  );
  sheet.element('P', {}, () => sheet.drawLines(meaning, BODY, x, top, width));
  const below = top + meaning.length * BODY.leading;
  sheet.element('P', {}, () => sheet.drawLines(code, SMALL, x, below, width));
  sheet.y = Math.max(top + QR, below + code.length * SMALL.leading) + GAP;
};
