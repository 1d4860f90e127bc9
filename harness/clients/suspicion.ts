import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { databaseOf } from '../services/database.ts';

type About = { damage_type?: string; part_type?: string | null; score?: number; box?: object };

/**
 * A suspicion on a photo; its id. Put beside the service, because nobody can ask a model to be unsure; that the models' own
 * suspicions are stored is tested where they run.
 */
export const newSuspicion = async (
  inspectionId: string,
  imageId: string,
  { damage_type = 'scratch', part_type = 'hood', score = 0.3, box }: About = {},
  dataDir = inject('serviceDataDir'),
): Promise<string> => {
  const id = randomUUID();
  const database = await databaseOf({ dataDir });
  try {
    await database.query(
      `insert into suspicions (id, inspection_id, task, damage_type, part_type, score, model)
        values ($1, $2, 'damage_detection', $3, $4, $5, '{"name": "damage", "version": "1.2.0"}')`,
      [id, inspectionId, damage_type, part_type, score],
    );
    await database.query(
      `insert into suspicion_views (id, suspicion_id, image_id, bounding_box, polygons, score)
        values ($1, $2, $3, $4, '[[[10, 10], [40, 10], [40, 30], [10, 30]]]', $5)`,
      [randomUUID(), id, imageId, box ?? { xmin: 10, ymin: 10, width: 30, height: 20 }, score],
    );
  } finally {
    await database.end();
  }
  return id;
};
