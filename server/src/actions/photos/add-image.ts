import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { type Actor, tenantOf } from '../../inspections/access.ts';
import { blurredKey, blursAnything } from '../../inspections/photos/privacy.ts';
import type { Ports, ReceivedPhoto } from '../../inspections/ports/ports.ts';
import type { Store, TaskBrief } from '../../inspections/ports/store.ts';
import { invalidField, limitReached } from '../../inspections/problems/requests.ts';
import type { SightCheck } from '../../inspections/records/compliance.ts';
import type { DamageArea, DetailedViewpoint, Image } from '../../inspections/records/image.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';
import { assertOpen } from '../../inspections/tasks/tasks.ts';
import { readsOdometer } from '../../inspections/texts/odometer.ts';
import type { Rotation, TaskName } from '../../inspections/vocabulary.ts';
import { withdrawValidations } from '../corrections/withdraw-validation.ts';
import { recordEvent } from '../events/record-event.ts';
import { isLeftToSweep } from '../left-to-sweep.ts';
import { pipelined } from '../pipelined.ts';
import { inspectionToChange } from '../reach-inspection.ts';

/** What a client says about a photo. */
export type ImageDescription = {
  name?: string;
  tasks: { name: TaskName; details: Json }[];
  rotation: Rotation;
  image_type?: string;
  image_subtype?: string;
  image_sibling_key?: string;
  sight_id?: string;
  detailed_viewpoint?: DetailedViewpoint;
  damage_area?: string | DamageArea;
  /** Those that the client asked for by name; without, all of them. */
  compliance_checks?: SightCheck[];
  additional_data: Json;
};

/** Clients that send a photo again write the time anew, under either name; everything else stays as it was. */
const withoutTime = ({ created_at, createdAt, ...data }: Json) => data;

const fingerprint = (photo: ReceivedPhoto, d: ImageDescription) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        photo.sha256,
        d.tasks.map((task) => [task.name, task.details]).sort(),
        d.sight_id,
        d.image_type,
        d.image_subtype,
        d.image_sibling_key,
        d.detailed_viewpoint,
        d.rotation,
        d.compliance_checks,
        d.name,
        d.damage_area,
        withoutTime(d.additional_data),
      ]),
    )
    .digest('base64url');

/** The tasks the photo names, each known to the inspection; `open` also demands that none has started. */
export const namedTasks = (
  tasks: TaskBrief[],
  description: ImageDescription,
  path: string,
  open: boolean,
) => {
  // Clients name a task twice when its name alone and its details come from different lists of theirs.
  const links = new Map<string, { task_id: string; details: Json }>();
  for (const [index, { name, details }] of description.tasks.entries()) {
    const task = tasks.find((t) => t.name === name);
    if (!task) {
      const known = tasks.map((t) => t.name).join(', ');
      throw invalidField(`${path}tasks.${index}`, `This inspection has no task ${name}. It has: ${known}.`);
    }
    if (open) assertOpen(task.name, task.status);
    links.set(name, { task_id: task.id, details: { ...links.get(name)?.details, ...details } });
  }
  return [...links.values()];
};

const damageAreaId = async (
  tx: Store,
  inspectionId: string,
  area: ImageDescription['damage_area'],
  path: string,
) => {
  if (area === undefined) return null;
  if (typeof area !== 'string') {
    await tx.inspections.putDamageAreas(inspectionId, [area]);
    return area.id;
  }
  if (!(await tx.inspections.hasDamageArea(inspectionId, area)))
    throw invalidField(`${path}damage_area`, `This inspection has no damage area ${area}.`);
  return area;
};

export const fileKey = (inspectionId: string, imageId: string, photo: ReceivedPhoto) =>
  `inspections/${inspectionId}/${imageId}.${photo.extension}`;

/** Inside a transaction that holds the inspection; the photo's file is already kept under its key. */
export const insertImage = async (
  tx: Store,
  head: InspectionHead,
  imageId: string,
  photo: ReceivedPhoto,
  description: ImageDescription,
  { tasks, path, open, urgent }: { tasks: TaskBrief[]; path: string; open: boolean; urgent?: boolean },
): Promise<Image> => {
  const links = namedTasks(tasks, description, path, open);
  const areaId = await damageAreaId(tx, head.id, description.damage_area, path);
  const blurs = blursAnything(head.privacy);
  const image = {
    id: imageId,
    inspection_id: head.id,
    name: description.name ?? null,
    file_key: fileKey(head.id, imageId, photo),
    ...(blurs && { shown_key: blurredKey(head.id, imageId) }),
    mimetype: photo.mimetype,
    binary_size: photo.binarySize,
    width: photo.width,
    height: photo.height,
    received_sha256: photo.sha256,
    original_format: photo.original?.format ?? null,
    taken_at: photo.takenAt,
    rotation: description.rotation,
    image_type: description.image_type ?? null,
    image_subtype: description.image_subtype ?? null,
    image_sibling_key: description.image_sibling_key ?? null,
    sight_id: description.sight_id ?? null,
    detailed_viewpoint: description.detailed_viewpoint ?? null,
    damage_area_id: areaId,
    additional_data: description.additional_data,
    compliance_checks: description.compliance_checks ?? null,
    fingerprint: fingerprint(photo, description),
  };
  const job = { data: { inspection_id: head.id, image_id: imageId }, tenant: tenantOf(head), urgent };
  const [, , , inserted] = await pipelined(
    tx.images.insert(image, links),
    tx.jobs.send({ name: 'assess-image', ...job }),
    recordEvent(tx, head, 'image.added', { image_id: imageId, received_sha256: photo.sha256 }),
    tx.images.find(head.id, imageId),
    blurs ? tx.jobs.send({ name: 'blur-image', ...job }) : Promise.resolve(),
    description.tasks.some(({ name }) => readsOdometer(name))
      ? tx.jobs.send({ name: 'read-odometer', ...job })
      : Promise.resolve(),
  );
  return inserted!;
};

export const assertRoomForImage = (present: number, limit: number) => {
  if (present >= limit)
    throw limitReached(`An inspection holds at most ${limit} images. Create another inspection for more.`);
};

/**
 * Adds a photo that was already received. The file is kept first and the row second, so that an image
 * which can be read always has its file; when there is no row in the end, the file goes again.
 */
export const addImage = async (
  actor: Actor,
  input: { inspection_id: string; photo: ReceivedPhoto; description: ImageDescription; urgent?: boolean },
  { store, photos, limits }: Ports,
): Promise<Image> => {
  const { photo, description, urgent } = input;
  const imageId = uuid();
  const key = fileKey(input.inspection_id, imageId, photo);
  let used = false;
  try {
    await photos.keep(photo, key);
    return await store.transaction(async (tx) => {
      // The lock is the first: what the others read is what stands once it is held.
      const [head, { count, same_upload }, tasks] = await pipelined(
        inspectionToChange(actor, input.inspection_id, tx),
        tx.images.standing(input.inspection_id, fingerprint(photo, description)),
        tx.tasks.briefs(input.inspection_id),
      );
      if (same_upload) return same_upload;
      assertRoomForImage(count, limits.imagesPerInspection);
      const options = { tasks, path: '', open: true, urgent };
      const image = await insertImage(tx, head, imageId, photo, description, options);
      const named = image.tasks.map(({ name }) => name);
      if (tasks.some(({ status }) => status === 'VALIDATED'))
        await withdrawValidations(tx, head, actor, named, 'images');
      used = true;
      return image;
    });
  } catch (error) {
    used = isLeftToSweep(error);
    throw error;
  } finally {
    if (!used) await photos.remove([key]);
    await photo.discard();
  }
};
