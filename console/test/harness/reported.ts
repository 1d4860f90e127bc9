/** An inspection that is worth a report: made by hand, so that no model is needed. */
import { until } from '@walkaround/harness/clients/client.ts';
import { isJudged } from '@walkaround/harness/clients/judged.ts';
import type { Client } from '@walkaround/sdk';
import { picture } from './files.ts';

const photo = (name: string) => {
  const { buffer, mimeType } = picture(name);
  return new File([new Uint8Array(buffer)], `${name}.jpg`, { type: mimeType });
};

/** Two photos, two damages that are outlined on them, and what their repair costs. */
export const reportedInspection = async (client: Client) => {
  const { result: id } = await client.inspections.createOne({
    tasks: { damageDetection: { status: 'DONE' }, repairEstimate: {} },
    vehicle: { brand: 'Škoda', model: 'Octavia', plate: 'AB-123-CD', ownerInfo: { name: 'Owner Secret' } },
    additionalData: { note: 'note-secret' },
  });
  const left = await client.images.addOne(id, { file: photo('left'), tasks: [] });
  await client.images.addOne(id, { file: photo('front'), tasks: [] });
  for (const [partType, damageType] of [
    ['door_front_left', 'dent'],
    ['hood', 'scratch'],
  ] as const) {
    const damage = await client.damages.createOne(id, { damageType, partType });
    await client.views.createOne(id, {
      imageId: left.result,
      damageId: damage.result,
      boundingBox: { xmin: 300, ymin: 250, width: 200, height: 150 },
    });
  }
  await client.tasks.updateOne(id, 'repair_estimate', { status: 'TODO' });
  await client.waitForTask(id, 'repair_estimate');
  // The verdicts on the photos are in the report; one that came later would make it out of date.
  await until(
    async () => Object.values((await client.inspections.getOne(id)).entities.images),
    (images) => images.every(isJudged),
    60_000,
  );
  return id;
};
