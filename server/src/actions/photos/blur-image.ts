/** The job that blurs a photo in advance, before anybody requests it. */

import { isBlurred } from '../../inspections/photos/privacy.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { isTemporary, Problem } from '../../inspections/problems/problem.ts';
import { openShown, type ShowPorts } from './open-shown.ts';

type BlurImage = { inspection_id: string; image_id: string };

export const blurImage = async (input: BlurImage, ports: ShowPorts, signal?: AbortSignal): Promise<void> => {
  const image = await ports.store.images.find(input.inspection_id, input.image_id);
  if (image === null || image.deleted_at !== null || !isBlurred(image)) return;
  try {
    await openShown(image, ports, signal);
  } catch (error) {
    // Trying again at once would not help; whoever asks for the picture has it tried again.
    if (!(error instanceof Problem) || isTemporary(error)) throw error;
    await ports.store.images.setBlurProblem(image.id, error.message);
  }
};

export const giveUpBlur = ({ image_id }: BlurImage, { store }: Pick<Ports, 'store'>): Promise<boolean> =>
  store.images.setBlurProblem(image_id, 'It failed several times; the log of the worker says why.');
