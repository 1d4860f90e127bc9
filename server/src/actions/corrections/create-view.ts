import { v7 as uuid } from 'uuid';
import type { Actor } from '../../inspections/access.ts';
import { regionOn } from '../../inspections/geometry/regions.ts';
import type { Ports, ReceivedPhoto } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import type { View } from '../../inspections/records/findings/view.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { BoundingBox, Polygon } from '../../inspections/records/place.ts';
import { TELL_DAMAGES } from '../../inspections/tasks/validation.ts';
import { isLeftToSweep } from '../left-to-sweep.ts';
import { assertRoomForImage, fileKey, type ImageDescription, insertImage } from '../photos/add-image.ts';
import { pipelined } from '../pipelined.ts';
import { inspectionToChange, isId } from '../reach-inspection.ts';
import { reassess } from '../tasks/assess-damages.ts';
import { assertRoomFor } from './assert-room.ts';
import { recordView } from './record-view.ts';
import { withdrawValidations } from './withdraw-validation.ts';

type Place = { bounding_box?: BoundingBox; polygons?: Polygon[]; damage_id?: string };

export type CreateView = { inspection_id: string } & Place &
  ({ image_id: string } | { photo: ReceivedPhoto; description: ImageDescription });

const damageSeen = async (tx: Store, inspectionId: string, damageId: string | undefined) => {
  if (damageId === undefined) return null;
  const damage = isId(damageId) ? await tx.findings.findDamage(inspectionId, damageId) : null;
  if (damage === null) throw invalidField('damage_id', 'This inspection has no such damage.');
  return damage;
};

const existingImage = async (tx: Store, inspectionId: string, imageId: string) => {
  const image = isId(imageId) ? await tx.images.find(inspectionId, imageId) : null;
  if (image === null || image.deleted_at !== null)
    throw invalidField('image_id', 'This inspection has no such image.');
  return image;
};

const insertView = async (
  tx: Store,
  actor: Actor,
  head: InspectionHead,
  input: Place,
  image: { id: string; width: number; height: number },
  { viewsPerInspection }: Ports['limits'],
) => {
  await assertRoomFor('views', head.id, tx, viewsPerInspection);
  const damage = await damageSeen(tx, head.id, input.damage_id);
  // The first place of a damage belongs to the word that it is there.
  const isFurther = damage !== null && (await tx.findings.viewsOf(head.id, damage.id)).length > 0;
  const view = await tx.findings.insertView({
    id: uuid(),
    inspection_id: head.id,
    image_id: image.id,
    damage_id: input.damage_id ?? null,
    ...regionOn(image, input),
    created_by: actor.user_id,
  });
  if (isFurther) await recordView(tx, head, actor, { action: 'created', view, damage });
  await withdrawValidations(tx, head, actor, TELL_DAMAGES, 'views');
  if (view.damage_id !== null) await reassess(tx, head.id);
  return view;
};

const onNewImage = async (
  actor: Actor,
  input: CreateView & { photo: ReceivedPhoto; description: ImageDescription },
  { store, photos, limits }: Ports,
) => {
  const { photo, description } = input;
  const imageId = uuid();
  const key = fileKey(input.inspection_id, imageId, photo);
  try {
    await photos.keep(photo, key);
    return await store.transaction(async (tx) => {
      const head = await inspectionToChange(actor, input.inspection_id, tx);
      const [count, tasks] = await pipelined(tx.images.count(head.id), tx.tasks.briefs(head.id));
      assertRoomForImage(count, limits.imagesPerInspection);
      const options = { tasks, path: 'new_image.', open: true };
      await insertImage(tx, head, imageId, photo, description, options);
      const { width, height } = photo;
      return insertView(tx, actor, head, input, { id: imageId, width, height }, limits);
    });
  } catch (error) {
    if (!isLeftToSweep(error)) await photos.remove([key]);
    throw error;
  } finally {
    await photo.discard();
  }
};

export const createView = (actor: Actor, input: CreateView, ports: Ports): Promise<View> =>
  'photo' in input
    ? onNewImage(actor, input, ports)
    : ports.store.transaction(async (tx) => {
        const head = await inspectionToChange(actor, input.inspection_id, tx);
        const image = await existingImage(tx, head.id, input.image_id);
        return insertView(tx, actor, head, input, image, ports.limits);
      });
