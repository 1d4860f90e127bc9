/** Reading text as the rest of the service knows it: loaded when the first photo is read, warm from then on. */
import type { Reader } from '../../inspections/ports/ports.ts';
import { createTextReader, type TextReader } from '../text/text-reader.ts';
import { TEXT_MODELS } from '../text/text-sessions.ts';
import { textsSeen } from '../text/texts-seen.ts';
import { coresOf, type ModelsConfig, type ModelsLog } from './models.ts';

export function createReader(
  config: Pick<ModelsConfig, 'device' | 'cores' | 'maxPixels'>,
  log: ModelsLog,
): Reader & { close(): Promise<void> } {
  let started: Promise<TextReader> | undefined;
  const model = { name: 'text', version: TEXT_MODELS.version };
  const start = () => {
    const { device, maxPixels } = config;
    started ??= createTextReader({ device, cores: coresOf(config), maxPixels }, log);
    return started;
  };

  return {
    atOnce: 1,
    model,

    async read(photo, { plates, signal }) {
      signal?.throwIfAborted();
      const { areas, ...whole } = await (await start()).read(photo, { areas: plates, signal });
      const closer = plates.map((box, i) => ({ box, lines: areas[i]! }));
      return { model, ...textsSeen(whole, closer) };
    },

    async close() {
      await (await started)?.close();
    },
  };
}
