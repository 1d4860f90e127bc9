import { buffer } from 'node:stream/consumers';
import type { Actor } from '../inspections/access.ts';
import { assessQuality, type Compliance, unreadablePhoto } from '../inspections/compliance.ts';
import type { Analyser, Ports } from '../inspections/ports.ts';
import { Problem } from '../inspections/problem.ts';
import type { Image } from '../inspections/records.ts';
import { inspectionToRead } from './reach-inspection.ts';
import { recordEvent } from './record-event.ts';

type AssessImage = { inspection_id: string; image_id: string };

const assess = async (image: Image, ports: Pick<Ports, 'photos' | 'quality'>): Promise<Compliance> => {
  const file = await ports.photos.open(image.file_key);
  const photo = await buffer(file.stream);
  try {
    return assessQuality(await ports.quality.measure(photo));
  } catch (error) {
    if (error instanceof Problem) throw error;
    return unreadablePhoto();
  }
};

export const assessImage = async (
  input: AssessImage,
  ports: Pick<Ports, 'store' | 'photos' | 'quality'>,
): Promise<void> => {
  const image = await ports.store.images.find(input.inspection_id, input.image_id);
  if (image === null || image.deleted_at !== null || image.compliance !== null) return;
  const compliance = await assess(image, ports);
  await ports.store.transaction(async (tx) => {
    const head = await tx.inspections.lock(input.inspection_id);
    if (head === null || head.deleted_at !== null) return;
    if (!(await tx.images.setCompliance(image.id, compliance))) return;
    await recordEvent(tx, head, 'image.assessed', {
      image_id: image.id,
      compliance_issues: compliance.issues,
    });
  });
};

/** The task `compliances`: assesses those of its images that were not assessed when they came in. */
export const compliancesAnalyser =
  (ports: Pick<Ports, 'store' | 'photos' | 'quality'>): Analyser =>
  async ({ task }, { progress, signal }) => {
    for (const [index, { image_id }] of task.images.entries()) {
      signal.throwIfAborted();
      await assessImage({ inspection_id: task.inspection_id, image_id }, ports);
      await progress(index + 1, task.images.length);
    }
    return { save: async () => {} };
  };

/** The image once it has been assessed; as it is when that takes longer than the caller wants to wait. */
export const awaitAssessment = async (
  actor: Actor,
  input: AssessImage & { timeoutMs: number },
  { store, feed }: Pick<Ports, 'store' | 'feed'>,
): Promise<Image> => {
  await inspectionToRead(actor, input.inspection_id, store);
  const deadline = Date.now() + input.timeoutMs;
  let wake = () => {};
  const stop = feed.watch(input.inspection_id, () => wake());
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const image = (await store.images.find(input.inspection_id, input.image_id))!;
      const left = deadline - Date.now();
      if (image.compliance !== null || left <= 0) return image;
      let timer: NodeJS.Timeout | undefined;
      // The feed may lose its connection for a moment: look again by itself once a second.
      await Promise.race([
        woken,
        new Promise((resolve) => (timer = setTimeout(resolve, Math.min(left, 1000)))),
      ]);
      clearTimeout(timer);
    }
  } finally {
    stop();
  }
};
