/** Where an inspection wants plates or faces blurred, photos of contests are shown like any other: blurred by a worker. */
import { buffer } from 'node:stream/consumers';
import { notFound } from '../../inspections/problems/access.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import type { ContestPhoto } from '../../inspections/records/contest.ts';
import { modelsToBlur, type ShowPorts } from '../photos/open-shown.ts';
import { placesOnPicture } from '../photos/places-to-blur.ts';

type BlurContest = { inspection_id: string; contest_id: string };

const makeBlurred = async (
  inspectionId: string,
  { file_key, shown_key, ...size }: ContestPhoto,
  ports: ShowPorts,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  const head = await ports.store.inspections.head(inspectionId);
  if (head === null) throw notFound('inspection');
  const photo = await buffer((await ports.photos.open(file_key)).stream);
  const boxes = await placesOnPicture(photo, size, modelsToBlur(head.privacy), ports, signal);
  const picture = await ports.imageRenderer.blur(photo, boxes);
  await ports.photos.write(picture, shown_key, 'image/jpeg');
  // It may have been erased in the meantime.
  if ((await ports.store.inspections.head(inspectionId)) === null) await ports.photos.remove([shown_key]);
  return picture;
};

/** Made now if it is not there yet: for workers, which have the models. */
export const openContestPhoto = async (
  inspectionId: string,
  photo: ContestPhoto,
  ports: ShowPorts,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  try {
    return await buffer((await ports.photos.open(photo.shown_key)).stream);
  } catch (error) {
    const isMissing = error instanceof Problem && error.code === 'not_found';
    if (photo.shown_key === photo.file_key || !isMissing) throw error;
    return makeBlurred(inspectionId, photo, ports, signal);
  }
};

export const blurContest = async (
  { inspection_id, contest_id }: BlurContest,
  ports: ShowPorts,
  signal?: AbortSignal,
): Promise<void> => {
  const contest = await ports.store.contests.find(inspection_id, contest_id);
  for (const photo of contest?.photos ?? []) await openContestPhoto(inspection_id, photo, ports, signal);
};
