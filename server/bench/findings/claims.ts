/** Several real photos of one vehicle, with our own table (training/labels/claims.json): each claim is one inspection. */
import { type Labeled, type LabeledView, trueDamage } from './labeled.ts';
import { packedPhotos, photoOf, readLabels } from './photo-packs.ts';
import { halfOf, type KnownInspection, type State } from './truth.ts';

type Claim = {
  name: string;
  split: 'train' | 'val';
  photos: { file: string; close_up: boolean }[];
  damages: (Labeled & { views: LabeledView[] })[];
  state: State;
};

/** Those that no model has learned from, and those that models have. */
export const CLAIMS = { val: 'claims', train: 'learned claims' } as const;

/** `folder`: where the photos are to be unpacked. */
export const claimInspections = async (folder: string): Promise<KnownInspection[]> => {
  const { claims } = await readLabels<{ claims: Claim[] }>('claims.json');
  const packed = await packedPhotos();
  return claims.map(({ name, split, photos, damages, state }) => ({
    name,
    source: CLAIMS[split],
    half: split === 'train' ? 'choose' : halfOf(String(packed.get(photos[0]!.file)!.group)),
    photos: photos.map(({ file, close_up }) => photoOf(packed.get(file)!, { folder, close_up })),
    damages: damages.flatMap(({ views, ...damage }) => trueDamage(damage, views)),
    not_labeled: ['missing_hubcap'],
    state,
  }));
};
