import sql from 'sql-template-tag';
import type { PhotoSeen } from '../inspections/photo-seen.ts';
import type { Sightings } from '../inspections/ports.ts';
import type { Database } from './database.ts';

export const sightingsOn = (database: Database): Sightings => ({
  of: async (imageIds, models) => {
    const rows = await database.rows<{ image_id: string; seen: PhotoSeen }>(
      sql`select image_id, seen from sightings where image_id = any(${imageIds}::uuid[]) and models = ${models}`,
      'sightings',
    );
    return new Map(rows.map(({ image_id, seen }) => [image_id, seen]));
  },

  keep: async (imageId, models, seen) => {
    // The lock makes whoever deletes the inspection right now wait, or this find it deleted.
    await database.run(
      sql`
      with alive as (
        select m.id from images m join inspections i on i.id = m.inspection_id
        where m.id = ${imageId} and m.deleted_at is null and i.deleted_at is null for share of i)
      insert into sightings (image_id, models, seen)
      select id, ${models}, ${JSON.stringify(seen)}::jsonb from alive
      on conflict do nothing`,
      'keep-sighting',
    );
  },
});
