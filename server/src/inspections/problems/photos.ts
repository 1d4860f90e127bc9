/** Faults of a photo, or of the models. */
import { Problem } from './problem.ts';

export const invalidImage = (message: string) => new Problem('invalid_image', message);

export const pictureTooCostly = (what: string) =>
  invalidImage(`Decoding the picture takes ${what}. Send it smaller, or as an ordinary JPEG.`);

export const fileCutShort = (present: number, size: number) =>
  invalidImage(
    `Its file is damaged: ${present} of ${size} bytes are there. Restore it from a backup, or send the photo again.`,
  );

export const imageUnreachable = (message: string) => new Problem('image_unreachable', message);

export const forbiddenAddress = (message: string) => new Problem('forbidden_address', message);

export const imageInUse = (task: string, status: string, authorized: readonly string[]) =>
  new Problem(
    'image_in_use',
    `The task ${task} of this image is ${status}, and the image may go only while its tasks are ${authorized.join(' or ')}. Name more in authorized_tasks_statuses.`,
  );

export const imageBeingAnalysed = (task: string, status: string) =>
  new Problem(
    'image_in_use',
    `The task ${task} is about to analyze this image (it is ${status}). Delete the image when the task has ended.`,
  );

export const pictureNotReady = () =>
  new Problem(
    'picture_not_ready',
    'Plates and faces on this photo are still being blurred. Try again in a few seconds.',
    { retryAfterSeconds: 2 },
  );

export const pictureRefused = (reason: string) =>
  new Problem(
    'picture_refused',
    `Plates and faces on this photo could not be blurred, so it is not shown. ${reason} It is being tried again.`,
    { retryAfterSeconds: 10 },
  );

export const modelUnusable = (message: string) => new Problem('model_unusable', message);

export const modelsFailed = (reason: string) =>
  new Problem(
    'models_failed',
    'Something went wrong during the analysis of the photo. Try again. The log contains the cause.',
    { cause: new Error(reason) },
  );

export const modelsBusy = (waiting: number) =>
  new Problem(
    'models_busy',
    `Already ${waiting} photos wait for analysis, which is the limit. Try again in a few seconds.`,
    { retryAfterSeconds: 5 },
  );

export const decodersFailed = (reason: string) =>
  new Problem(
    'decoders_failed',
    'Pictures cannot be decoded, because the decoder process does not start. The log contains the reason.',
    { cause: new Error(reason) },
  );

export const decodersBusy = (waiting: number) =>
  new Problem(
    'decoders_busy',
    `Already ${waiting} pictures wait to be decoded, which is the limit. Try again in a few seconds.`,
    { retryAfterSeconds: 5 },
  );

export const decodersStarved = (seconds: number) =>
  new Problem(
    'decoders_busy',
    `The picture could not be decoded within ${seconds} s, because the machine is overloaded. Nothing is known to be wrong with it. Try again later.`,
    { retryAfterSeconds: seconds },
  );
