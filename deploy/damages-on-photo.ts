/**
 * The damages that the model sees on a photo, in one process and however long it takes: `detect` gives up on a picture
 * after 30 seconds, which emulation needs.
 *   node deploy/damages-on-photo.ts PHOTO
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isUsable, readManifest } from '../server/src/vision/engine/manifest.ts';
import { openModel } from '../server/src/vision/engine/model-session.ts';
import { type DetectorOutputs, damageFinds } from '../server/src/vision/nets/damage-finds.ts';
import { letterbox } from '../server/src/vision/pixels/letterbox.ts';
import { decodePhoto, fitted } from '../server/src/vision/pixels/picture.ts';

const LEAST_SCORE = 0.1;

const manifest = await readManifest(fileURLToPath(new URL('../models', import.meta.url)));
const entry = manifest.get('damage')!;
if (!isUsable(entry)) throw new Error(entry.problem);
const opened = await openModel(entry, { device: 'cpu', cores: 1 }, () => {});
if (!('run' in opened)) throw new Error(opened.problem);
const { model, run, close } = opened;
const photo = await decodePhoto(await readFile(process.argv[2]!), {
  longestSide: model.size,
  maxPixels: 1e8,
});
const fit = letterbox(model.size, photo.width, photo.height, model.multiple);
const outputs = await run(await fitted(photo, fit), fit.input);
const damages = damageFinds(outputs as DetectorOutputs, fit, model, LEAST_SCORE);
process.stdout.write(`${JSON.stringify({ arch: process.arch, damages })}\n`);
await close();
