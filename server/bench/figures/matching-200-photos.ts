import { inDecoder, type WorkModule } from '../../src/decoding/decoders.ts';
import { checksOf } from '../../src/inspections/checks/checks.ts';
import { printOf } from '../../src/inspections/checks/photo-print.ts';
import { CHANNELS, THUMBPRINT } from '../../src/inspections/checks/thumbprint.ts';
import { photosByVehicle } from '../../src/inspections/checks/vehicle-groups.ts';
import { findDamages } from '../../src/inspections/damages/find-damages.ts';
import { packed } from '../../src/inspections/matching/local-features.ts';
import { affordable, photosToMatch } from '../../src/inspections/matching/place-close-ups.ts';
import { someFeatures } from '../../src/inspections/matching/test-features.ts';
import { MOST_WIDER_PHOTOS } from '../../src/inspections/matching/tuning.ts';
import { PART_TYPES } from '../../src/inspections/parts/parts.ts';
import type { DetectedPart } from '../../src/inspections/photos/detections.ts';
import type { DamageOnPhoto, PhotoFindings } from '../../src/inspections/photos/photo-findings.ts';
import { image } from '../../src/report/test-inspection.ts';
import { type Figure, ratioLine } from '../figure.ts';
import { emptyInspection } from '../findings/memory-store.ts';
import { bareModels, bareRun, FOR_DAMAGES, named, photoOnDisk, timed } from '../models.ts';
import { takeTurns } from '../rounds.ts';
import { withCleanup } from '../test-bed.ts';

const LOCAL_FEATURES: WorkModule<
  Pick<typeof import('../../src/vision/pixels/local-features.ts'), 'localFeaturesOf'>
> = new URL('../../src/vision/pixels/local-features.ts', import.meta.url);
const MATCHING: WorkModule<
  Pick<typeof import('../../src/inspections/matching/match-features.ts'), 'matchFeatures'>
> = new URL('../../src/inspections/matching/match-features.ts', import.meta.url);

const PHOTOS = 200;
const DAMAGES = 4;
/** Of a usual photo: docs/damages.md. */
const SPOTS = 700;
/** Searched at once, as for a close-up and the photos that it is compared with. */
const AT_ONCE = MOST_WIDER_PHOTOS + 1;
const [WIDTH, HEIGHT] = [4032, 3024];

/** The same numbers in each run, and different enough that no photo is a copy of another. */
const numberAt = (at: number) => Math.abs(Math.sin(at * 12.9898) * 43758.5453) % 1;

const boxAt = (at: number) => ({
  xmin: numberAt(at) * 3000,
  ymin: numberAt(at + 0.5) * 2000,
  width: 400,
  height: 300,
});

const thumbprintAt = (at: number) =>
  Uint8Array.from({ length: THUMBPRINT.width * THUMBPRINT.height * CHANNELS }, (_, value) =>
    Math.floor(numberAt(at * 7919 + value) * 255),
  );

const PAINT = { white: 0.4, silver: 0.4, gray: 0.2 };

/** The whole photo is painted, so each print has as many cells as it can have. */
const HOOD: DetectedPart = {
  part_type: 'hood',
  score: 1,
  bounding_box: { xmin: 0, ymin: 0, width: WIDTH, height: HEIGHT },
  polygons: [
    [
      [0, 0],
      [WIDTH, 0],
      [WIDTH, HEIGHT],
      [0, HEIGHT],
    ],
  ],
};

const damageAt = (image_id: string, at: number): DamageOnPhoto => ({
  image_id,
  damage_type: at % 2 ? 'dent' : 'scratch',
  score: 0.8,
  also: [],
  bounding_box: boxAt(at),
  polygons: [],
  part_types: [PART_TYPES[at % 20]!],
  part_confidence: 0.9,
  part_by: 'parts',
  part_candidates: [],
  part_family: null,
  place: { u: numberAt(at), v: numberAt(at + 1), size: 0.2, cut: '' },
  on_vehicle: null,
  at_edge: false,
});

/** Every second photo is a close-up whose damages have no part. */
const photoAt = (image_id: string, at: number): PhotoFindings =>
  at % 2 ? closeUpAt(image_id, at) : widerAt(image_id, at);

const closeUpAt = (image_id: string, at: number): PhotoFindings => {
  const wider = widerAt(image_id, at);
  const damages = wider.damages.map((damage) => ({ ...damage, part_types: [], place: null }));
  return { ...wider, viewpoint: null, damages };
};

const widerAt = (image_id: string, at: number): PhotoFindings => ({
  image_id,
  sibling_key: null,
  hint: { parts: [], direction: null } as unknown as PhotoFindings['hint'],
  width: WIDTH,
  height: HEIGHT,
  viewpoint: { prediction: 'left', confidence: 0.9 },
  has_vehicle: true,
  parts: [{ ...HOOD, part_type: 'hood', confidence: 0.9 }],
  damages: Array.from({ length: DAMAGES }, (_, damage) => damageAt(image_id, at * DAMAGES + damage)),
  faint: [],
});

export const matching200Photos: Figure = {
  name: 'matching_200_photos',
  about: `comparing ${PHOTOS} photos with one another (copies, vehicles), finding close-ups on wider ones and joining ${PHOTOS * DAMAGES} finds to damages, against decoding and bare runs of the models on as many photos`,
  rounds: 5,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const photo = await photoOnDisk(opened);
      const bare = named(await bareModels(photo.path), FOR_DAMAGES);
      const inspection = {
        ...emptyInspection([], []),
        images: Array.from({ length: PHOTOS }, () => image()),
      };
      const photos = inspection.images.map(({ id }, at) => photoAt(id, at));
      const colors = inspection.images.map(({ id }, at) => ({
        id,
        width: WIDTH,
        height: HEIGHT,
        colors: thumbprintAt(at),
      }));
      const compared = affordable(photosToMatch(photos));
      const searched = new Set(compared.flatMap(({ closeUp, others }) => [closeUp, ...others])).size;
      const searchOnce = () => inDecoder(LOCAL_FEATURES, 'localFeaturesOf', [photo.bytes]);
      const [closeUp, ...wider] = Array.from({ length: AT_ONCE }, (_, at) =>
        packed(someFeatures(SPOTS, at + 1)),
      );
      const search = timed(() => Promise.all(Array.from({ length: AT_ONCE }, searchOnce)));
      const compare = timed(() => inDecoder(MATCHING, 'matchFeatures', [closeUp!, wider]));
      const join = timed(async () => {
        const prints = new Map(
          colors.map((one) => [one.id, printOf(one, { paint: PAINT, parts: { parts: [HOOD] } })]),
        );
        for (const group of photosByVehicle(photos, prints, [])) findDamages(group, () => 0.5);
        checksOf(inspection, prints);
      });
      const ours = async () =>
        (await join()) + (searched / AT_ONCE) * (await search()) + compared.length * (await compare());
      const floor = timed(() => bareRun(photo.path, bare));
      const { floor: run, ours: matching, runs } = await takeTurns({ floor, ours }, rounds, 1, progress);
      return [ratioLine('matching_200_photos', 0.2, { floor: run * PHOTOS, ours: matching, runs })];
    }),
};
