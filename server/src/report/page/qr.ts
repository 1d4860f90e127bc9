import qrcode from 'qrcode-generator';
import type { Sheet } from './sheet.ts';

/** Drawn as squares, so that it is sharp at every size; within `content`. */
export const drawQr = ({ doc }: Sheet, text: string, x: number, y: number, size: number) => {
  const code = qrcode(0, 'M');
  code.addData(text, 'Byte');
  code.make();
  const count = code.getModuleCount();
  // Four modules of white around it, without which many phones do not find it.
  const side = size / (count + 8);
  doc.rect(x, y, size, size).fill('#ffffff');
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column))
        doc.rect(x + (column + 4) * side, y + (row + 4) * side, side + 0.05, side + 0.05);
  doc.fill('#000000');
};
