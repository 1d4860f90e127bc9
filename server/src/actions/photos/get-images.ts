import type { Actor } from '../../inspections/access.ts';
import { type Page, pageRequest } from '../../inspections/paging.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { View } from '../../inspections/records/findings/view.ts';
import type { DamageArea, Image } from '../../inspections/records/image.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { PaginationOrder } from '../../inspections/vocabulary.ts';
import { assertId, inspectionToChange, inspectionToRead } from '../reach-inspection.ts';

export const listImages = async (
  actor: Actor,
  input: {
    inspection_id: string;
    limit: number;
    pagination_order: PaginationOrder;
    before?: string;
    after?: string;
  },
  { store }: Ports,
): Promise<{ list: string; page: Page<Image>; views: View[] }> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  const list = `images ${head.id}`;
  const page = await store.images.list(head.id, pageRequest(list, input));
  const ids = page.rows.map((image) => image.id);
  return { list, page, views: await store.findings.viewsOn(head.id, ids, { deleted: false }) };
};

export const getImage = async (
  actor: Actor,
  input: { inspection_id: string; image_id: string; show_deleted_objects: boolean },
  { store }: Ports,
): Promise<{ inspection: InspectionHead; image: Image; views: View[] }> => {
  const deleted = input.show_deleted_objects;
  const head = await inspectionToRead(actor, input.inspection_id, store, { deleted });
  assertId(input.image_id, 'image');
  const image = await store.images.find(head.id, input.image_id);
  if (image === null || (image.deleted_at !== null && !deleted)) throw notFound('image');
  return { inspection: head, image, views: await store.findings.viewsOn(head.id, [image.id], { deleted }) };
};

export const setDamageArea = (
  actor: Actor,
  input: { inspection_id: string; image_id: string; area: DamageArea },
  { store }: Ports,
): Promise<DamageArea> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.image_id, 'image');
    const image = await tx.images.find(head.id, input.image_id);
    if (image === null || image.deleted_at !== null) throw notFound('image');
    await tx.images.setDamageArea(head.id, image.id, input.area);
    return input.area;
  });
