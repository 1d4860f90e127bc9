import sql from 'sql-template-tag';
import type { DamageFind } from '../../inspections/photos/detections.ts';
import type { Sightings } from '../../inspections/ports/findings.ts';
import type { Database } from '../database.ts';

export const sightingsOn = (database: Database): Sightings => ({
  of: async (imageIds, keys) => {
    const rows = await database.rows<{ image_id: string; model: string; seen: unknown }>(
      sql`
      select s.image_id, s.model, s.seen from sightings s
      join unnest(${keys.map(({ model }) => model)}::text[], ${keys.map(({ version }) => version)}::text[],
        ${keys.map(({ post_processing }) => post_processing)}::integer[]) k (model, version, post_processing)
        using (model, version, post_processing)
      where s.image_id = any(${imageIds}::uuid[])`,
      'sightings',
    );
    const found = new Map<string, Map<string, unknown>>();
    for (const { image_id, model, seen } of rows)
      found.set(image_id, (found.get(image_id) ?? new Map()).set(model, seen));
    return found;
  },

  keep: async (imageIds, found) => {
    // The lock makes whoever deletes the inspection right now wait, or this find it deleted.
    await database.run(
      sql`
      with alive as (
        select m.id from images m join inspections i on i.id = m.inspection_id
        where m.id = any(${imageIds}::uuid[]) and m.deleted_at is null and i.deleted_at is null for share of i)
      insert into sightings (image_id, model, version, post_processing, seen)
      select alive.id, f->>'model', f->>'version', (f->>'post_processing')::integer, f->'seen'
      from alive, jsonb_array_elements(${JSON.stringify(found)}::jsonb) f
      on conflict do nothing`,
      'keep-sightings',
    );
  },

  damagesOn: async (imageIds) => {
    const rows = await database.rows<{ image_id: string; damages: DamageFind[] }>(
      sql`
      select distinct on (image_id) image_id, case when model is null then seen -> 'damages' else seen end as damages
      from sightings
      where image_id = any(${imageIds}::uuid[]) and (model = 'damage' or (model is null and seen ? 'damages'))
      order by image_id, created_at desc`,
      'damages-seen',
    );
    return new Map(rows.map(({ image_id, damages }) => [image_id, damages]));
  },
});
