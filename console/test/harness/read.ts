/** Wheels and documents, put beside the service: what the models see and read is tested where they run. */
import { randomUUID } from 'node:crypto';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import type { Desk } from './console.ts';

const PREDICTIONS = {
  rim_condition: { prediction: 'NOT_DAMAGED', confidence: 0.9 },
  rim_material: { prediction: 'ALU', confidence: 0.9 },
  rim_visual_aspect: { prediction: 'CLASSIC', confidence: 0.9 },
  hubcap_over_rim: { prediction: 'RIM_ONLY', confidence: 0.9 },
  hubcap_condition: { prediction: 'NOT_APPLICABLE', confidence: 0.9 },
  hubcap_visual_aspect: { prediction: 'NOT_APPLICABLE', confidence: 0.9 },
  tyre: { prediction: 'INFLATED', confidence: 0.9 },
};
const boxAt = (xmin: number) => ({ xmin, ymin: 400, width: 100, height: 60 });

/** One wheel by its name, one without; two plates. */
export const wheelsAndPlates = async (desk: Desk, inspection: string, image: string) => {
  const database = await databaseOf(desk.service);
  for (const [name, xmin] of [
    ['wheel_front_left', 100],
    [null, 600],
  ] as const)
    await database.query(
      `insert into wheel_analyses (id, inspection_id, image_id, wheel_name, bounding_box, predictions, model)
        values ($1, $2, $3, $4, $5, $6, '{"name": "wheels", "version": "1"}')`,
      [randomUUID(), inspection, image, name, boxAt(xmin), PREDICTIONS],
    );
  for (const [plate, xmin] of [
    ['AB123CD', 100],
    ['XY987ZW', 600],
  ] as const) {
    const views = [{ image_id: image, bounding_box: boxAt(xmin), polygons: [] }];
    const fields = [{ name: 'plate', value: plate, confidence: 0.8, views }];
    await database.query(
      `insert into documents (id, inspection_id, task, type, confidence, fields, evidence, model)
        values ($1, $2, 'images_ocr', 'PLATE', 0.8, $3, '{"photos_agreeing": 1, "photos_asked": 1}',
          '{"name": "text", "version": "1"}')`,
      [randomUUID(), inspection, JSON.stringify(fields)],
    );
  }
  await database.end();
};

/** As after a new run: the same wheels and documents under other ids. */
export const renewReadings = async (desk: Desk, inspection: string) => {
  const database = await databaseOf(desk.service);
  for (const table of ['wheel_analyses', 'documents'])
    await database.query(`update ${table} set id = gen_random_uuid() where inspection_id = $1`, [inspection]);
  await database.end();
};
