/** The task `image_editing`: each photo once more, with its number plates and faces made unreadable. */
import { v7 as uuid } from 'uuid';
import type { NewFindings } from '../../inspections/ports/findings.ts';
import type { Analyzer } from '../../inspections/ports/ports.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { Json } from '../../inspections/records/json.ts';
import { findOnPhotos } from '../photos/find-on-photos.ts';
import { modelsToBlur, openShown, type ShowPorts } from '../photos/open-shown.ts';
import { type Blurred, placesToBlur } from '../photos/places-to-blur.ts';
import { replaceFound } from './found-records.ts';
import { pictureKey } from './make-pictures.ts';

const wishesIn = ({ blur_plates = true, blur_faces = true }: Json) =>
  modelsToBlur({ blur_plates: blur_plates === true, blur_faces: blur_faces === true });

const edit = async (image: Image, want: Blurred[], ports: ShowPorts, signal: AbortSignal) => {
  const boxes = await placesToBlur(image, want, ports, signal);
  const file_key = pictureKey(image, 'blurred', boxes);
  const picture = await ports.imageRenderer.blur(await openShown(image, ports), boxes);
  await ports.photos.write(picture, file_key, 'image/jpeg');
  const description = `photo with ${want.join(' and ')} blurred`;
  return { id: uuid(), image_id: image.id, view_id: null, description, file_key };
};

export const editingAnalyzer =
  (ports: ShowPorts): Analyzer =>
  async ({ inspection, task }, run) => {
    const want = wishesIn(task.arguments);
    const named = new Set(want.length === 0 ? [] : task.images.map(({ image_id }) => image_id));
    const images = inspection.images.filter(({ id }) => named.has(id));
    const { results, errors } = await findOnPhotos(images, { needs: () => want }, ports, run);
    const rendered: NewFindings['rendered'] = [];
    for (const image of images) {
      run.signal.throwIfAborted();
      if (results.has(image.id)) rendered.push(await run.step(() => edit(image, want, ports, run.signal)));
    }
    return {
      errors,
      save: (tx) => replaceFound(tx, task, { images: [], damages: [], views: [], rendered }),
      discard: () => ports.photos.remove(rendered.map(({ file_key }) => file_key)),
    };
  };
