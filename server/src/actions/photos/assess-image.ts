import type { Actor } from '../../inspections/access.ts';
import type { Detections, ModelName } from '../../inspections/photos/detections.ts';
import { assessPhoto, modelsToAssess } from '../../inspections/photos/quality/assess-photo.ts';
import { unassessablePhoto, unreadablePhoto } from '../../inspections/photos/quality/compliance.ts';
import type { Analyzer, Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { isTemporary, Problem } from '../../inspections/problems/problem.ts';
import type { Compliance } from '../../inspections/records/compliance.ts';
import type { Image } from '../../inspections/records/image.ts';
import { readsOdometer } from '../../inspections/texts/odometer.ts';
import type { TaskName } from '../../inspections/vocabulary.ts';
import { recordEvent } from '../events/record-event.ts';
import { inspectionToRead } from '../reach-inspection.ts';
import { type FindPorts, findOnPhoto } from './find-on-photo.ts';
import { interpretFinds } from './interpret-finds.ts';

type AssessImage = { inspection_id: string; image_id: string };

type Assessed = { compliance: Compliance; detections?: Detections };

/** The store has lost its file, or a part of it, or it cannot be decoded: trying again would not help. */
const isUnreadable = (error: unknown) =>
  error instanceof Problem && (error.code === 'not_found' || error.kind === 'input');

/** What is wrong with the models must not keep anybody waiting for a verdict: then its pixels alone are judged. */
const analyze = async (image: Image, want: readonly ModelName[], ports: FindPorts, signal?: AbortSignal) => {
  const terms = { urgent: true, signal };
  try {
    const { finds, unavailable } = await findOnPhoto(image, [...want, 'quality'], ports, terms);
    const detections = await interpretFinds(image, { finds, unavailable }, ports);
    return { measures: finds.quality!, detections };
  } catch (error) {
    if (signal?.aborted || isTemporary(error) || isUnreadable(error)) throw error;
    const { finds } = await findOnPhoto(image, ['quality'], ports, terms);
    return { measures: finds.quality!, problem: (error as Error).message };
  }
};

const assess = async (image: Image, ports: FindPorts, signal?: AbortSignal): Promise<Assessed> => {
  const { sight_id, compliance_checks: checks } = image;
  try {
    const analyzed = await analyze(image, modelsToAssess({ sight_id, checks }), ports, signal);
    return { compliance: assessPhoto({ sight_id, checks, ...analyzed }), detections: analyzed.detections };
  } catch (error) {
    if (isUnreadable(error)) return { compliance: unreadablePhoto() };
    throw error;
  }
};

/** The image, while there is no verdict on it yet. */
const unassessed = async ({ inspection_id, image_id }: AssessImage, store: Store): Promise<Image | null> => {
  const image = await store.images.find(inspection_id, image_id);
  return image === null || image.deleted_at !== null || image.compliance !== null ? null : image;
};

const keepVerdict = ({ id, inspection_id }: Image, { compliance, detections }: Assessed, store: Store) => {
  const shown = { viewpoint: detections?.viewpoint ?? null, has_vehicle: detections?.has_vehicle ?? null };
  return store.transaction(async (tx) => {
    const head = await tx.inspections.lock(inspection_id);
    if (head === null || head.deleted_at !== null) return;
    if (!(await tx.images.setCompliance(id, compliance, shown))) return;
    await recordEvent(tx, head, 'image.assessed', { image_id: id, compliance_issues: compliance.issues });
  });
};

export const assessImage = async (
  input: AssessImage,
  ports: FindPorts,
  signal?: AbortSignal,
): Promise<void> => {
  const image = await unassessed(input, ports.store);
  if (image) await keepVerdict(image, await assess(image, ports, signal), ports.store);
};

/** The queue gave up on the photo: it has a verdict all the same, and nobody waits for one for ever. */
export const giveUpAssessment = async (
  input: AssessImage,
  { store }: Pick<Ports, 'store'>,
): Promise<void> => {
  const image = await unassessed(input, store);
  if (image) await keepVerdict(image, { compliance: unassessablePhoto() }, store);
};

/** The task `compliances`: assesses those of its images that were not assessed when they came in. */
export const compliancesAnalyzer =
  (ports: FindPorts): Analyzer =>
  async ({ task }, { progress, signal, step }) => {
    for (const [index, { image_id }] of task.images.entries()) {
      signal.throwIfAborted();
      await step(() => assessImage({ inspection_id: task.inspection_id, image_id }, ports, signal));
      await progress(index + 1, task.images.length);
    }
    return { save: async () => {} };
  };

const isReady = ({ compliance, odometer }: Image, waitsFor: readonly TaskName[]) =>
  compliance !== null && (odometer !== null || !waitsFor.some(readsOdometer));

/** The image once it has been assessed, and read if that is waited for; as it is when that takes longer than the caller wants to wait. */
export const awaitAssessment = async (
  actor: Actor,
  input: AssessImage & { waitsFor: readonly TaskName[]; timeoutMs: number },
  { store, feed }: Pick<Ports, 'store' | 'feed'>,
): Promise<Image> => {
  const deadline = performance.now() + input.timeoutMs;
  let wake = () => {};
  const stop = feed.watch(input.inspection_id, () => wake());
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      // Each time, for it may be deleted meanwhile.
      await inspectionToRead(actor, input.inspection_id, store);
      const image = await store.images.find(input.inspection_id, input.image_id);
      if (image === null) throw notFound('image');
      const left = deadline - performance.now();
      if (isReady(image, input.waitsFor) || image.deleted_at !== null || left <= 0) return image;
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
