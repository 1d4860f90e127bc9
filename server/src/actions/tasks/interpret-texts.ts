import type { Look, Ports } from '../../inspections/ports/ports.ts';
import { platesToRead } from '../../inspections/texts/plates-to-read.ts';
import type { TextsSeen } from '../../inspections/texts/texts-seen.ts';

/** What the text on a photo says; plates count where they were read from close by. */
export const interpretTexts = (
  { finds: { text, plates = [], plate_text } }: Look,
  { photoModels }: Pick<Ports, 'photoModels'>,
): TextsSeen => photoModels.textsSeen({ text: text!, plate_text }, plate_text ? platesToRead(plates) : []);
