import sql, { raw } from 'sql-template-tag';
import type { StatedReadings } from '../../inspections/ports/findings.ts';
import type { Database } from '../database.ts';

/** Of an inspection `i`. */
export const STATED = raw(`coalesce((select json_agg(json_build_object('subject', r.subject, 'place', r.place,
    'field', r.field, 'value', r.value, 'made_by', r.made_by) order by r.subject, r.place, r.field)
  from stated_readings r where r.inspection_id = i.id), '[]') as stated`);

export const statedOn = (database: Database): StatedReadings => ({
  put: async (inspectionId, { subject, place, field, value, made_by }) => {
    if (value === null)
      await database.run(sql`
        delete from stated_readings
        where inspection_id = ${inspectionId} and subject = ${subject} and place = ${place}
          and field = ${field}`);
    else
      await database.run(sql`
        insert into stated_readings (inspection_id, subject, place, field, value, made_by)
        values (${inspectionId}, ${subject}, ${place}, ${field}, ${JSON.stringify(value)}, ${made_by})
        on conflict (inspection_id, subject, place, field)
          do update set value = excluded.value, made_by = excluded.made_by, made_at = clock_timestamp()`);
  },
});
