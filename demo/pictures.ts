import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UploadImage } from '@walkaround/sdk';
import type { Photo } from '../cli/upload.ts';

export const BUNDLED = fileURLToPath(new URL('./pictures', import.meta.url));

/** The names of the bundled pictures say what they show, and so does a client that tells its user what to photograph. */
const descriptionOf = (name: string): UploadImage => {
  const verdict = { name: 'compliances', waitForResult: true } as const;
  const text = (imageType: 'ODOMETER' | 'PLATE') =>
    ({ name: 'images_ocr', imageDetails: { imageType } }) as const;
  if (name.includes('odometer')) return { name, tasks: [text('ODOMETER'), verdict] };
  const shows = ['damage_detection', 'wheel_analysis', verdict] as const;
  if (name.endsWith('-close')) return { name, imageType: 'close_up', tasks: [...shows] };
  return { name, tasks: name === 'front' || name === 'rear' ? [...shows, text('PLATE')] : [...shows] };
};

/** Those of the damaged car, and those of the intact one, whose names begin with "intact". */
export const findPictures = async (folder: string): Promise<{ damaged: Photo[]; intact: Photo[] }> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const pictures = names
    .filter((name) => /\.jpe?g$/i.test(name))
    .sort()
    .map((name) => ({ file: join(folder, name), name, description: descriptionOf(parse(name).name) }));
  const isIntact = ({ name }: Photo) => name.startsWith('intact');
  const damaged = pictures.filter((picture) => !isIntact(picture));
  if (damaged.length === 0)
    throw new Error(
      folder === BUNDLED
        ? `The demo's pictures are missing from ${folder}. Restore them: git checkout demo/pictures`
        : `There are no JPEG pictures in ${folder}. Name a folder that has some with --pictures.`,
    );
  return { damaged, intact: pictures.filter(isIntact) };
};
