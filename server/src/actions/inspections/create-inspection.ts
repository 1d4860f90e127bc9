import { v7 as uuid } from 'uuid';
import { type Actor, mayRead } from '../../inspections/access.ts';
import type { Ports, ReceivedPhoto } from '../../inspections/ports/ports.ts';
import type { NewTask, Store } from '../../inspections/ports/store.ts';
import { imageUnreachable } from '../../inspections/problems/photos.ts';
import { invalidField, limitReached } from '../../inspections/problems/requests.ts';
import type { DamageArea } from '../../inspections/records/image.ts';
import type { Inspection, Privacy } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';
import type { Callback } from '../../inspections/records/task.ts';
import type { VehicleDetails } from '../../inspections/records/vehicle.ts';
import { OWN_TASK } from '../../inspections/tasks/task-registry.ts';
import { inspectionStatus } from '../../inspections/tasks/tasks.ts';
import type { ClientTaskStatus, TaskName } from '../../inspections/vocabulary.ts';
import { recordEvent } from '../events/record-event.ts';
import { isLeftToSweep } from '../left-to-sweep.ts';
import { settingsOf } from '../organization/manage-organization.ts';
import { fileKey, type ImageDescription, insertImage } from '../photos/add-image.ts';
import { namingField } from '../photos/receive-photo.ts';
import { pipelined } from '../pipelined.ts';
import { isId } from '../reach-inspection.ts';
import { taskMoved } from '../tasks/announce-task.ts';
import { assertMayBeAssigned } from './change-details.ts';

export type CreateInspection = {
  tasks: { name: TaskName; status: ClientTaskStatus; arguments: Json; callbacks: Callback[] }[];
  vehicle?: VehicleDetails;
  /** Each by its address, or already received. */
  images: ({ description: ImageDescription } & ({ url: string } | { photo: ReceivedPhoto }))[];
  damage_areas: DamageArea[];
  inspection_type?: string | null;
  reference?: string | null;
  customer?: string | null;
  date_of_loss?: string | null;
  assigned_to?: string | null;
  accident_nature?: string;
  related_inspection_id?: string;
  usage_duration?: number;
  damage_severity?: Json;
  privacy?: Partial<Privacy>;
  additional_data: Json;
};

const DOWNLOADS_AT_ONCE = 8;
const ALL_DOWNLOADS_WITHIN_MS = 60_000;

const TOO_SLOW =
  'The images together took too long to fetch. Create the inspection with fewer and add the others one by one.';

/** All photos or none: the first that cannot be had ends the creation and names itself. */
const receiveAll = async (
  images: CreateInspection['images'],
  keepOriginal: boolean,
  { photos }: Ports,
): Promise<ReceivedPhoto[]> => {
  const received: ReceivedPhoto[] = [];
  const waiting = images.flatMap((image, index) => {
    if ('url' in image) return [[index, image] as const];
    received[index] = image.photo;
    return [];
  });
  const deadline = performance.now() + ALL_DOWNLOADS_WITHIN_MS;
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, image] = next;
      try {
        if (performance.now() > deadline) throw imageUnreachable(TOO_SLOW);
        const downloading = photos.download(image.url, image.description.rotation, { keepOriginal });
        received[index] = await namingField(`images.${index}.acquisition.url`, downloading);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: DOWNLOADS_AT_ONCE }, worker));
  const failure = results.find((result) => result.status === 'rejected');
  if (!failure) return received;
  await Promise.all(received.filter(Boolean).map((photo) => photo.discard()));
  throw failure.reason;
};

const assertRelatedIsReadable = async (actor: Actor, id: string | undefined, store: Store) => {
  if (id === undefined) return;
  const related = isId(id) ? await store.inspections.head(id) : null;
  if (related === null || related.deleted_at !== null || !mayRead(actor, related))
    throw invalidField('related_inspection_id', 'There is no such inspection.');
};

/** Every photo is checked for quality, so the task that stands for it is always there. */
const withOwnTask = (tasks: CreateInspection['tasks']) =>
  tasks.some((task) => task.name === OWN_TASK)
    ? tasks.map((task) => ({ ...task, added_by_service: false }))
    : [
        ...tasks.map((task) => ({ ...task, added_by_service: false })),
        {
          name: OWN_TASK,
          status: 'NOT_STARTED' as const,
          arguments: {},
          callbacks: [],
          added_by_service: true,
        },
      ];

const insert = async (
  tx: Store,
  actor: Actor,
  id: string,
  input: CreateInspection,
  privacy: Privacy,
): Promise<Inspection> => {
  const tasks: NewTask[] = withOwnTask(input.tasks).map((task) => ({
    ...task,
    id: uuid(),
    inspection_id: id,
    validated_by: task.status === 'VALIDATED' ? actor.user_id : null,
  }));
  const inspection = {
    id,
    owner_id: actor.user_id,
    creator_id: actor.user_id,
    organization_id: actor.organization_id,
    status: inspectionStatus(tasks),
    inspection_type: input.inspection_type ?? null,
    reference: input.reference ?? null,
    customer: input.customer ?? null,
    date_of_loss: input.date_of_loss ?? null,
    assigned_to: input.assigned_to ?? null,
    accident_nature: input.accident_nature ?? null,
    related_inspection_id: input.related_inspection_id ?? null,
    usage_duration: input.usage_duration ?? null,
    damage_severity: input.damage_severity ?? null,
    privacy: { ...privacy, ...input.privacy },
    additional_data: input.additional_data,
  };
  // A vehicle is always there: readers of generation 3 look into it without asking.
  const inserted = await tx.inspections.insert(inspection, tasks, input.vehicle ?? {});
  await tx.inspections.putDamageAreas(id, input.damage_areas);
  return inserted;
};

export const createInspection = async (
  actor: Actor,
  input: CreateInspection,
  ports: Ports,
): Promise<Inspection> => {
  const { store, photos, limits } = ports;
  await assertRelatedIsReadable(actor, input.related_inspection_id, store);
  await assertMayBeAssigned(actor, actor, input.assigned_to, store);
  const { blur_plates, blur_faces, keep_originals } = await settingsOf(actor.organization_id, store);
  const privacy = {
    blur_plates: blur_plates ?? ports.privacy.blur_plates,
    blur_faces: blur_faces ?? ports.privacy.blur_faces,
  };
  if (input.images.length > limits.imagesPerInspection)
    throw limitReached(`An inspection holds at most ${limits.imagesPerInspection} images.`);

  const id = uuid();
  const received = await receiveAll(input.images, keep_originals, ports);
  const images = received.map((photo, index) => ({
    id: uuid(),
    photo,
    description: input.images[index]!.description,
  }));
  const keys = images.map((image) => fileKey(id, image.id, image.photo));
  try {
    for (const [index, image] of images.entries()) await photos.keep(image.photo, keys[index]!);
    return await store.transaction(async (tx) => {
      const [inserted, , tasks] = await pipelined(
        insert(tx, actor, id, input, privacy),
        recordEvent(tx, { id, organization_id: actor.organization_id }, 'inspection.created'),
        images.length > 0 ? tx.tasks.briefs(id) : Promise.resolve([]),
      );
      for (const [index, image] of images.entries()) {
        const options = { tasks, path: `images.${index}.`, open: false };
        await insertImage(tx, inserted, image.id, image.photo, image.description, options);
      }
      const started = input.tasks.filter((task) => task.status !== 'NOT_STARTED');
      for (const task of started) await taskMoved(tx, inserted, task.name);
      // Most come without any of these, and what was inserted is then all of it.
      if (images.length + started.length + input.damage_areas.length === 0) return inserted;
      return (await tx.inspections.read(id, { deletedObjects: false }))!;
    });
  } catch (error) {
    if (!isLeftToSweep(error)) await photos.remove(keys);
    throw error;
  } finally {
    await Promise.all(received.map((photo) => photo.discard()));
  }
};
