import { setTimeout as sleep } from 'node:timers/promises';
import { tenantOf } from '../../inspections/access.ts';
import { blurredImageOf, isBlurredKey } from '../../inspections/photos/privacy.ts';
import type { ByteRange, OpenedFile, Ports } from '../../inspections/ports/ports.ts';
import { notFound, shareLinkOver } from '../../inspections/problems/access.ts';
import { pictureNotReady, pictureRefused } from '../../inspections/problems/photos.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import { checkFilePath, type FileLink } from '../../inspections/sharing/signed-links.ts';

type FilePorts = Pick<Ports, 'photos' | 'fileSecrets' | 'store'>;

/** An <img> does not ask again: so long it waits for a picture that is being blurred. */
const PATIENCE_MS = 5000;
const LOOK_EVERY_MS = 250;

/** Why there is no blurred picture. One that failed is tried again, because the cause may be gone. */
const whyMissing = async (ids: { inspection_id: string; image_id: string }, { store }: FilePorts) => {
  const image = await store.images.find(ids.inspection_id, ids.image_id);
  if (image === null || image.deleted_at !== null) return notFound('image');
  if (image.blur_problem === null) return pictureNotReady();
  await store.transaction(async (tx) => {
    const head = await tx.inspections.head(ids.inspection_id);
    if (head !== null && (await tx.images.setBlurProblem(image.id, null)))
      await tx.jobs.send({ name: 'blur-image', data: ids, tenant: tenantOf(head), urgent: true });
  });
  return pictureRefused(image.blur_problem);
};

/** Files of an inspection have its id in their names; photos, and pictures that are made of one, also that of the photo. */
const OF_INSPECTION = /^inspections\/([\da-f-]{36})\/(?:([\da-f-]{36})[./])?/;

/** A logo belongs to no inspection. */
const assertThere = async ({ key, deleted = false }: FileLink, { store }: FilePorts) => {
  const [, inspection_id, image_id = null] = OF_INSPECTION.exec(key) ?? [];
  if (inspection_id === undefined) return;
  if (!(await store.inspections.shows({ inspection_id, image_id, deleted })))
    throw notFound(image_id === null ? 'file' : 'image');
};

/**
 * A signature stands in for the actor: whoever was given the link may read this file until it expires, or
 * its photo or its inspection is deleted.
 */
export const openFile = async (
  link: FileLink & { signature: string },
  wanted: { width?: number; range?: ByteRange },
  ports: FilePorts,
): Promise<OpenedFile> => {
  const { photos, fileSecrets, store } = ports;
  checkFilePath(fileSecrets, link, new Date());
  if (link.share !== undefined && !(await store.shareLinks.living(link.share))) throw shareLinkOver();
  await assertThere(link, ports);
  const blurred = blurredImageOf(link.key);
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return wanted.width === undefined
        ? await photos.open(link.key, wanted.range)
        : await photos.thumbnail(link.key, wanted.width);
    } catch (error) {
      if (!isBlurredKey(link.key) || !(error instanceof Problem && error.code === 'not_found')) throw error;
    }
    // Of a contest's photo nothing is noted: it is being blurred until it is there.
    const why = blurred === null ? pictureNotReady() : await whyMissing(blurred, ports);
    if (why.code !== 'picture_not_ready' || performance.now() > deadline) throw why;
    await sleep(LOOK_EVERY_MS);
  }
};
