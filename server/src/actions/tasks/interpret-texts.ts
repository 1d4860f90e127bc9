import type { FindResult, Ports } from '../../inspections/ports/ports.ts';
import type { TextDetections } from '../../inspections/texts/text-detections.ts';
import { textsOnPhoto } from '../../inspections/texts/texts-on-photo.ts';

/** What the text on a photo says, and which version of the networks read it. */
export const interpretTexts = async (
  { finds: { text, plates, plate_text, vehicles } }: FindResult,
  { photoModels }: Pick<Ports, 'photoModels'>,
): Promise<TextDetections> => {
  const { version } = (await photoModels.versions()).text!;
  return { model: { name: 'text', version }, ...textsOnPhoto({ text: text!, plates, plate_text, vehicles }) };
};
