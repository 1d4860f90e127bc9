/** The checks of an inspection, from what is stored about its photos. Each abstains where it cannot tell. */
import { isFrame } from '../photos/duplicate-frames.ts';
import type { Check, CheckKind, CheckReason } from '../records/findings/check.ts';
import type { Image } from '../records/image.ts';
import type { Inspection } from '../records/inspection.ts';
import { TASKS } from '../tasks/task-registry.ts';
import { isFinished } from '../tasks/tasks.ts';
import { isOutside, sight } from '../viewpoints/sights.ts';
import type { TaskName } from '../vocabulary.ts';
import { copiesAmong } from './duplicate-photos.ts';
import { photoDateChecks } from './photo-dates.ts';
import type { PhotoPrint } from './photo-print.ts';
import { missingViews, missingViewsOfEach } from './shown-sides.ts';
import { differentVehicles } from './vehicle-groups.ts';

const check = (kind: CheckKind, image_ids: string[], reason: CheckReason): Check[] =>
  image_ids.length > 0 ? [{ kind, image_ids, reason, groups: [] }] : [];

const ids = (images: readonly Image[]) => images.map(({ id }) => id);

/** These read papers, displays and dashboards, on which no vehicle is to be seen. */
const READS: readonly TaskName[] = ['images_ocr', 'odometer', 'dashboard_ocr', 'warning_lights'];

/** The client says, by the task or by the sight, that it is a photo of the outside, or says nothing. */
const isOfOutside = ({ tasks, sight_id, detailed_viewpoint }: Image): boolean => {
  const known = sight_id === null ? null : sight(sight_id);
  if ((known && !isOutside(known)) || detailed_viewpoint?.is_exterior === false) return false;
  const analyzing = tasks.filter(({ name }) => TASKS[name].analyzes_photos);
  return analyzing.length === 0 || analyzing.some(({ name }) => !READS.includes(name));
};

const isDark = ({ compliance }: Image) => compliance?.issues.includes('underexposure') ?? false;

const isSearched = ({ tasks }: Inspection) =>
  tasks.some(({ name, status }) => name === 'damage_detection' && isFinished(status));

/** Frames of a video are alike by their nature. */
const copies = (images: readonly Image[], prints: ReadonlyMap<string, PhotoPrint>) =>
  copiesAmong(images.filter((image) => !isFrame(image)).flatMap(({ id }) => prints.get(id) ?? []));

export const checksOf = (inspection: Inspection, prints: ReadonlyMap<string, PhotoPrint>): Check[] => {
  const { images } = inspection;
  const outside = images.filter(isOfOutside);
  const unseen = outside.filter(({ has_vehicle }) => has_vehicle === false);
  const dark = unseen.filter(isDark);
  const different = differentVehicles(inspection, prints);
  const groups = different.flatMap((one) => one.groups);
  // Where no vehicle is seen at all, that says it.
  const seen = outside.filter(({ has_vehicle }) => has_vehicle !== false);
  const missing = groups.length > 0 ? missingViewsOfEach(seen, groups) : missingViews(seen);
  return [
    ...check('not_a_vehicle', ids(unseen.filter((image) => !isDark(image))), { code: 'no_vehicle' }),
    ...different,
    ...check('too_dark', ids(dark), { code: 'nothing_visible' }),
    ...copies(images, prints).flatMap((group) => check('duplicate_photo', group, { code: 'same_picture' })),
    ...photoDateChecks(images, inspection),
    ...(isSearched(inspection) ? missing : []),
  ];
};
