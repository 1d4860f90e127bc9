/** The task `image_editing`: each photo once more, with its number plates and faces made unreadable. */
import { v7 as uuid } from 'uuid';
import type { ModelName } from '../../inspections/photos/photo-seen.ts';
import type { Analyser } from '../../inspections/ports/ports.ts';
import type { NewFindings } from '../../inspections/ports/store.ts';
import type { BoundingBox, Image, Json } from '../../inspections/records/records.ts';
import { modelsToBlur, openShown, placesToBlur, type ShowPorts } from '../photos/open-shown.ts';
import { replaceFound } from './found-records.ts';
import { goThroughPhotos, type Look } from './go-through-photos.ts';
import { pictureKey } from './make-pictures.ts';

type Places = { boxes: BoundingBox[] };

const wishesIn = ({ blur_plates = true, blur_faces = true }: Json) =>
  modelsToBlur({ blur_plates: blur_plates === true, blur_faces: blur_faces === true });

const lookFor = async (want: ModelName[], ports: ShowPorts): Promise<Look<Places>> => {
  const models = await ports.photoModels.models();
  const by = want.map((name) => `${name} ${models[name]?.version} ${models[name]?.sha256.slice(0, 8)}`);
  return {
    name: `places to blur by ${by.join(', ')}`,
    look: async (photo, image, signal) => ({ boxes: await placesToBlur(photo, image, want, ports, signal) }),
    isWorthKeeping: () => true,
    atOnce: ports.photoModels.atOnce,
  };
};

const edit = async (image: Image, want: ModelName[], { boxes }: Places, ports: ShowPorts) => {
  const file_key = pictureKey(image, 'blurred', boxes);
  const picture = await ports.imageRenderer.blur(await openShown(image, ports), boxes);
  await ports.photos.write(picture, file_key, 'image/jpeg');
  const description = `photo with ${want.join(' and ')} blurred`;
  return { id: uuid(), image_id: image.id, view_id: null, description, file_key };
};

export const editingAnalyser =
  (ports: ShowPorts): Analyser =>
  async ({ inspection, task }, run) => {
    const want = wishesIn(task.arguments);
    const named = new Set(want.length === 0 ? [] : task.images.map(({ image_id }) => image_id));
    const images = inspection.images.filter(({ id }) => named.has(id));
    const { seen, errors } = await goThroughPhotos(images, await lookFor(want, ports), ports, run);
    const rendered: NewFindings['rendered'] = [];
    for (const image of images) {
      run.signal.throwIfAborted();
      const places = seen.get(image.id);
      if (places) rendered.push(await run.step(() => edit(image, want, places, ports)));
    }
    return {
      errors,
      save: (tx) => replaceFound(tx, task, { images: [], damages: [], views: [], rendered }),
      discard: () => ports.photos.remove(rendered.map(({ file_key }) => file_key)),
    };
  };
