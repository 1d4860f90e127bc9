import sql from 'sql-template-tag';
import type { DamageSeen } from '../../inspections/photos/photo-seen.ts';
import type { Sightings } from '../../inspections/ports/store.ts';
import type { Database } from '../database.ts';

export const sightingsOn = (database: Database): Sightings => ({
  of: async <Seen>(imageIds: string[], models: string) => {
    const rows = await database.rows<{ image_id: string; seen: Seen }>(
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

  damagesOn: async (imageIds) => {
    const rows = await database.rows<{ image_id: string; damages: DamageSeen[] }>(
      sql`
      select distinct on (image_id) image_id, seen -> 'damages' as damages from sightings
      where image_id = any(${imageIds}::uuid[]) and seen ? 'damages' order by image_id, created_at desc`,
      'damages-seen',
    );
    return new Map(rows.map(({ image_id, damages }) => [image_id, damages]));
  },
});
