import { combineFinds } from '../../inspections/photos/combine-finds.ts';
import type { Detections, ModelName } from '../../inspections/photos/detections.ts';
import type { FindResult, Ports } from '../../inspections/ports/ports.ts';
import type { Image } from '../../inspections/records/image.ts';

/** What the finds on a photo say together, and which version of each model found them. */
export const interpretFinds = async (
  { width, height }: Pick<Image, 'width' | 'height'>,
  { finds, unavailable }: FindResult,
  { photoModels }: Pick<Ports, 'photoModels'>,
): Promise<Detections> => {
  const installed = await photoModels.models();
  const ran = (Object.keys(installed) as ModelName[]).filter((name) => name in finds);
  return {
    ...combineFinds({ width, height }, finds, installed.damage?.thresholds ?? {}),
    models: Object.fromEntries(ran.map((name) => [name, installed[name]!.version])),
    unavailable,
  };
};
