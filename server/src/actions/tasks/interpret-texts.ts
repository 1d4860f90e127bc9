import type { FindResult, Ports } from '../../inspections/ports/ports.ts';
import { textsOnPhoto } from '../../inspections/texts/texts-on-photo.ts';
import type { TextsSeen } from '../../inspections/texts/texts-seen.ts';

/** What the text on a photo says, and which version of the networks read it. */
export const interpretTexts = async (
  { finds: { text, plates, plate_text } }: FindResult,
  { photoModels }: Pick<Ports, 'photoModels'>,
): Promise<TextsSeen> => {
  const { version } = (await photoModels.versions()).text!;
  return { model: { name: 'text', version }, ...textsOnPhoto({ text: text!, plates, plate_text }) };
};
