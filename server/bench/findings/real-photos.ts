/** Real photos with our own tables: damaged vehicles (training/labels/damaged-parts.json) and intact ones. */
import { type Box, type Labeled, trueDamage } from './labeled.ts';
import { packedPhotos, photoOf, readLabels } from './photo-packs.ts';
import { halfOf, type KnownInspection, type State } from './truth.ts';

type LabeledPhoto = {
  file: string;
  close_up: boolean;
  damages: (Labeled & { box: Box })[];
  state: State;
};

/** `folder`: where the photos are to be unpacked. Each photo is an inspection of its own: the groups of the data mix different cars. */
export const realInspections = async (folder: string): Promise<KnownInspection[]> => {
  const { photos } = await readLabels<{ photos: LabeledPhoto[] }>('damaged-parts.json');
  const intactCars = await readLabels<Record<string, unknown>>('intact-cars.json');
  const packed = await packedPhotos();
  const isKeptApart = (file: string) => packed.get(file)?.split === 'val';
  const intact = Object.keys(intactCars)
    .filter(isKeptApart)
    .map((file): LabeledPhoto => ({ file, close_up: false, damages: [], state: 'intact' }));
  return [...photos, ...intact].map(({ file, state, close_up, damages }) => {
    const photo = packed.get(file)!;
    return {
      name: file.replace(/\.\w+$/, ''),
      source: photo.source === 'whole' ? 'intact' : 'photos',
      half: halfOf(String(photo.group)),
      photos: [photoOf(photo, { folder, close_up })],
      damages: damages.flatMap(({ box, ...damage }) => trueDamage(damage, [{ photo: file, box }])),
      not_labeled: ['missing_hubcap'],
      state,
    };
  });
};
