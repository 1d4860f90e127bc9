/** The task `damage_detection`: photos in, damages and parts out, each with the views that prove it. */
import { v7 as uuid } from 'uuid';
import { unsaid } from '../inspections/corrections.ts';
import { thresholdFor } from '../inspections/damage-kinds.ts';
import { type DamageOptions, damageOptions } from '../inspections/damage-options.ts';
import { type FoundDamage, findDamages } from '../inspections/find-damages.ts';
import type { ModelName, PhotoSeen } from '../inspections/photo-seen.ts';
import { saidAbout } from '../inspections/photo-sides.ts';
import type { Analyser, NewFindings, Ports } from '../inspections/ports.ts';
import { noPhotoReadable } from '../inspections/problem.ts';
import type { FoundBy, Image, Json } from '../inspections/records.ts';
import { type SettledPhoto, settlePhoto } from '../inspections/settle-photo.ts';
import { sight, viewpointOf } from '../inspections/sights.ts';
import { lookAtPhotos } from './look-at-photos.ts';
import { makePictures } from './make-pictures.ts';

type DetectPorts = Pick<Ports, 'store' | 'photos' | 'eyes' | 'draughtsman'>;

/** Well below every threshold, so that what is hardly seen can speak for a damage on another photo. */
const LEAST_SCORE = 0.05;

/** `photo` looks at the whole picture, which makes the viewpoint surer; without it the parts tell. */
const request = async ({ eyes }: DetectPorts) => ({
  needs: 'damage' as const,
  helps: (await eyes.models()).photo ? (['photo'] as const) : [],
  leastScore: LEAST_SCORE,
});

const said = (image: Image, details: Json) => {
  const known = image.sight_id === null ? null : sight(image.sight_id);
  return saidAbout(
    image.detailed_viewpoint,
    details.viewpoint_name as string | undefined,
    known && viewpointOf(known),
  );
};

type Results = { photos: SettledPhoto[]; damages: FoundDamage[]; models: PhotoSeen['models'] };

const asRecords = ({ photos, damages, models }: Results): NewFindings => {
  const by = (name: ModelName): FoundBy => ({ name, version: models[name] ?? 'unknown' });
  const found: NewFindings = { images: [], damages: [], views: [], rendered: [] };
  for (const { image_id, viewpoint, has_vehicle, parts } of photos) {
    found.images.push({ id: image_id, viewpoint, has_vehicle });
    for (const part of parts) {
      const { confidence: _, ...place } = part;
      found.views.push({ id: uuid(), image_id, damage_id: null, ...place, model: by('parts') });
    }
  }
  for (const damage of damages) {
    const { views, ...rest } = damage;
    const id = uuid();
    const part_type = damage.part_types[0] ?? 'ignore';
    found.damages.push({ id, ...rest, part_type, model: by('damage') });
    for (const { image_id, bounding_box, polygons, score } of views) {
      const place = { image_id, bounding_box, polygons, score };
      found.views.push({ id: uuid(), damage_id: id, part_type: null, ...place, model: by('damage') });
    }
  }
  return found;
};

const picturesOf = async (
  images: readonly Image[],
  found: NewFindings,
  options: DamageOptions,
  ports: DetectPorts,
  signal: AbortSignal,
) => {
  const typeOf = new Map(found.damages.map(({ id, damage_type }) => [id, damage_type]));
  const viewsOf = Map.groupBy(found.views, (view) => view.image_id);
  for (const image of images) {
    signal.throwIfAborted();
    const views = viewsOf.get(image.id) ?? [];
    const shown = {
      parts: views.filter((view) => view.damage_id === null),
      damages: views.flatMap((view) =>
        view.damage_id === null ? [] : { ...view, damage_type: typeOf.get(view.damage_id)! },
      ),
    };
    found.rendered.push(...(await makePictures(image, shown, options, ports)));
  }
};

export const damageAnalyser =
  (ports: DetectPorts): Analyser =>
  async ({ inspection, task }, run) => {
    const details = new Map(task.images.map((image) => [image.image_id, image.details]));
    const images = inspection.images.filter(({ id }) => details.has(id));
    const options = damageOptions(task.arguments);
    const { seen, errors } = await lookAtPhotos(images, await request(ports), ports, run);
    if (images.length > 0 && seen.size === 0)
      throw noPhotoReadable(
        images.length,
        errors.map(({ message }) => message),
      );

    const threshold = thresholdFor((await ports.eyes.models()).damage?.thresholds ?? {}, options.threshold);
    const readable = images.filter(({ id }) => seen.has(id));
    const photos = readable.map((image) => {
      const about = { sibling_key: image.image_sibling_key, said: said(image, details.get(image.id)!) };
      return settlePhoto(
        { image_id: image.id, ...about, seen: seen.get(image.id)! },
        { threshold, gather: ports.eyes.gather },
      );
    });
    const models: PhotoSeen['models'] = Object.assign({}, ...[...seen.values()].map((photo) => photo.models));
    const results = { photos, damages: findDamages(photos, threshold), models };
    const spoken = await ports.store.findings.spokenFor(inspection.id, task.name);
    const found = unsaid(asRecords(results), spoken);
    await picturesOf(readable, found, options, ports, run.signal);
    return {
      errors,
      save: async (tx) => {
        // People may have had their word while the task ran.
        const left = unsaid(found, await tx.findings.spokenFor(inspection.id, task.name));
        await tx.findings.clearFound(inspection.id, task.name);
        await tx.findings.insertFound(inspection.id, task.name, left);
      },
      discard: () => ports.photos.remove(found.rendered.map(({ file_key }) => file_key)),
    };
  };
