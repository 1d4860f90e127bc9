import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type Compliance, type One, type UploadImage, WalkaroundError } from '@walkaround/sdk';
import { sizeOf } from '../command-line/photo-files.ts';
import { say, showBar } from './terminal.ts';

/** `name` is what the user calls it. */
export type Photo = { file: string; name: string; description: UploadImage };

/** While there is none, there may be an object that says so. */
const isVerdict = (compliances: Compliance | null): compliances is Compliance =>
  compliances?.should_retake !== undefined;

/** A reason is a code, two hyphens and a sentence; the sentence is for people. */
const verdictOn = (compliances: Compliance | null): string => {
  if (!isVerdict(compliances)) return 'not judged';
  if (!compliances.should_retake) return 'good';
  const { image_quality_assessment, coverage_360, zoom_level } = compliances;
  const reasons = [image_quality_assessment, coverage_360, zoom_level].flatMap(
    (check) => check?.reasons ?? [],
  );
  return `retake: ${reasons.map((reason) => reason.split('--').at(-1)!.trim()).join(' ')}`;
};

/** The service answers before the verdict where that takes long, as when the models are still being loaded. */
const VERDICT_WITHIN_MS = 120_000;

const judged = async (client: Client, id: string, first: One<'images'>): Promise<Compliance | null> => {
  const late = Date.now() + VERDICT_WITHIN_MS;
  let { compliances } = first.entities.images[first.result]!;
  while (!isVerdict(compliances) && Date.now() < late) {
    await sleep(500);
    const { entities, result } = await client.images.getOne(id, first.result);
    compliances = entities.images[result]!.compliances;
  }
  return compliances;
};

const REFUSED = new Set([413, 415, 422]);

/** Why this photo alone cannot be used, or undefined where the reason is another. */
const refusal = (error: unknown): string | undefined => {
  if (!(error instanceof WalkaroundError) || !REFUSED.has(error.status)) return undefined;
  return error.errors.map(({ message }) => message).join(' ') || error.message;
};

/** One after the other, each with its verdict; what cannot be used is told and skipped. Answers how many were. */
export const upload = async (client: Client, id: string, photos: Photo[]): Promise<number> => {
  const sizes = await Promise.all(photos.map(({ file }) => sizeOf(file).catch((error: Error) => error)));
  const total = sizes.reduce<number>((sum, size) => sum + (typeof size === 'number' ? size : 0), 0);
  const longest = Math.max(...photos.map(({ name }) => name.length));
  let [before, skipped] = [0, 0];
  for (const [index, { file, name, description }] of photos.entries()) {
    const size = sizes[index]!;
    const tell = (what: string) => say(`  ${name.padEnd(longest)}  ${what}`);
    const skip = (why: string) => {
      skipped++;
      tell(`skipped: ${why}`);
    };
    if (typeof size !== 'number') {
      skip(size.message);
      continue;
    }
    const onProgress = ({ sent }: { sent: number }) =>
      showBar(`uploaded (${name})`, before + Math.min(sent, size), total);
    try {
      const image = { ...description, file: await openAsBlob(file) };
      tell(verdictOn(await judged(client, id, await client.images.addOne(id, image, { onProgress }))));
    } catch (error) {
      const why = refusal(error);
      if (why === undefined) throw error;
      skip(why);
    }
    before += size;
  }
  return skipped;
};
