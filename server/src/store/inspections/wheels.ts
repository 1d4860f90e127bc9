import sql from 'sql-template-tag';
import type { Wheels } from '../../inspections/ports/findings.ts';
import type { Database } from '../database.ts';

/** The wheels on an image `m` as records; their ids are in the order in which they were found. */
export const WHEELS = `coalesce((select json_agg(w order by w.id) from wheel_analyses w where w.image_id = m.id), '[]')`;

export const wheelsOn = (database: Database): Wheels => ({
  replace: async (inspectionId, wheels) => {
    await database.run(sql`delete from wheel_analyses where inspection_id = ${inspectionId}`);
    await database.run(sql`
      insert into wheel_analyses (id, inspection_id, image_id, wheel_name, bounding_box, predictions, model)
      select w.id, ${inspectionId}, w.image_id, w.wheel_name, w.bounding_box, w.predictions, w.model
      from jsonb_to_recordset(${JSON.stringify(wheels)}::jsonb) as w (id uuid, image_id uuid, wheel_name text,
        bounding_box jsonb, predictions jsonb, model jsonb)`);
  },
});
