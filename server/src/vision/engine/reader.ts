/** Reads text. The networks are loaded with the first photo and stay loaded. */
import type { Finds } from '../../inspections/photos/finds.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import type { Picture } from '../pixels/picture.ts';
import { createTextReader, type TextReader } from '../text/text-reader.ts';
import { coresOf, type ModelsConfig, type ModelsLog } from './models.ts';

type ReadRequest = { text: boolean; plates: readonly BoundingBox[] | null; signal?: AbortSignal };

export function createReader(config: Pick<ModelsConfig, 'device' | 'cores' | 'maxPixels'>, log: ModelsLog) {
  let started: Promise<TextReader> | undefined;
  const start = () => {
    const { device, maxPixels } = config;
    started ??= createTextReader({ device, cores: coresOf(config), maxPixels }, log);
    return started;
  };

  return {
    /** `text`: the whole picture; `plates`: each of these from close by, null where that is not asked. */
    async read(
      picture: Picture,
      { text, plates, signal }: ReadRequest,
    ): Promise<Pick<Partial<Finds>, 'text' | 'plate_text'>> {
      const question = { picture, whole: text, areas: plates ?? [] };
      const { areas, ...whole } = await (await start()).readPicture(question, signal);
      return { ...(text && { text: whole }), ...(plates && { plate_text: areas }) };
    },

    async close() {
      await (await started)?.close();
    },
  };
}
