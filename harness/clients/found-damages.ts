import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { databaseOf } from '../services/database.ts';

type Found = {
  image: string;
  damage_type?: string;
  part_type?: string;
  score?: number;
  box: { xmin: number; ymin: number; width: number; height: number };
};

/**
 * Damages as a model finds them, each on one photo; their ids. Put beside the service, because nobody can tell a model
 * how many to find; that the models' own damages are stored is tested where they run.
 */
export const foundDamages = async (
  inspectionId: string,
  found: readonly Found[],
  dataDir = inject('serviceDataDir'),
): Promise<string[]> => {
  const database = await databaseOf({ dataDir });
  const model = '{"name": "damage", "version": "1.2.0"}';
  try {
    const ids: string[] = [];
    for (const { image, damage_type = 'scratch', part_type = 'hood', score = 0.8, box } of found) {
      const id = randomUUID();
      ids.push(id);
      await database.query(
        `with part as (
          insert into parts (id, inspection_id, part_type, created_by) values ($7, $2, $4, 'algo')
          on conflict (inspection_id, part_type) do update set part_type = excluded.part_type returning id),
        damage as (
          insert into damages (id, inspection_id, task, damage_type, part_type, score, model, created_by)
          values ($1, $2, 'damage_detection', $3, $4, $5, $6, 'algo') returning id)
        insert into damage_parts (damage_id, part_id) select damage.id, part.id from damage, part`,
        [id, inspectionId, damage_type, part_type, score, model, randomUUID()],
      );
      await database.query(
        `insert into views (id, inspection_id, image_id, damage_id, bounding_box, polygons, score, model, task, created_by)
          values ($1, $2, $3, $4, $5, '[]', $6, $7, 'damage_detection', 'algo')`,
        [randomUUID(), inspectionId, image, id, box, score, model],
      );
    }
    return ids;
  } finally {
    await database.end();
  }
};
