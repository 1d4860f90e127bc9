/** What two versions of the damage model find on one photo, and what people say of it. */
import { iou } from '../geometry/boxes.ts';
import type { DamageOnPhoto } from '../photos/photo-findings.ts';
import type { JudgedPhoto } from '../ports/models.ts';
import type { SeenPlace } from '../records/model-version.ts';
import { SAME_PLACE_IOU } from './tuning.ts';

type Placed = Pick<SeenPlace, 'damage_type' | 'bounding_box'>;

const isSame = (a: Placed, b: Placed) =>
  a.damage_type === b.damage_type && iou(a.bounding_box, b.bounding_box) >= SAME_PLACE_IOU;

const placeOf = (
  { damage_type, score, bounding_box, polygons }: DamageOnPhoto,
  seen_by: SeenPlace['seen_by'],
): SeenPlace => ({ damage_type, score, bounding_box, polygons, seen_by });

/** The same type at the same place is one find; a find under another name is one of each. */
export const sideBySide = (
  judging: readonly DamageOnPhoto[],
  along: readonly DamageOnPhoto[],
): SeenPlace[] => {
  const left = [...along];
  const places = judging.map((find) => {
    const at = left.findIndex((other) => isSame(find, other));
    if (at >= 0) left.splice(at, 1);
    return placeOf(find, at >= 0 ? 'both' : 'judging');
  });
  return [...places, ...left.map((find) => placeOf(find, 'along'))];
};

const FOUND = ['both', 'judging', 'along', 'neither'] as const;
const VERDICTS = ['confirmed', 'added', 'dismissed'] as const;

export type JudgedBoth = Record<(typeof VERDICTS)[number], Record<(typeof FOUND)[number], number>>;

/** Of what people said, what each of the two finds: of damages the more the better, of what is none the fewer. */
export const judgedBoth = (photos: readonly JudgedPhoto[]): JudgedBoth => {
  const none = () => ({ both: 0, judging: 0, along: 0, neither: 0 });
  const counts: JudgedBoth = { confirmed: none(), added: none(), dismissed: none() };
  for (const { places, said } of photos)
    for (const one of said) {
      const found = new Set(places.filter((place) => isSame(place, one)).map(({ seen_by }) => seen_by));
      const both = found.has('both') || (found.has('judging') && found.has('along'));
      const [only] = found;
      counts[one.verdict][both ? 'both' : (only ?? 'neither')] += 1;
    }
  return counts;
};

/** The same inspections at every share, and those of a smaller share among those of a larger one. */
export const isChosen = (inspectionId: string, share: number): boolean =>
  Number.parseInt(inspectionId.replaceAll('-', '').slice(-6), 16) / 0x1000000 < share;
