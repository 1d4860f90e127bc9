import sql, { raw } from 'sql-template-tag';
import type { Corrections } from '../../inspections/ports/pricing.ts';
import type { Correction } from '../../inspections/records/findings/correction.ts';
import type { Database } from '../database.ts';

/** The id goes out as text, but `order by corrections.id` counts: the tenth comes after the ninth. */
const COLUMNS = raw(
  'id::text as id, item_id, part_type, action, before, after, made_at, made_by, made_by_name',
);

export const correctionsOn = (database: Database): Corrections => ({
  record: async ({ inspection_id, item_id, part_type, action, before, after, ...made }) => {
    await database.run(sql`
      insert into corrections (inspection_id, item_id, part_type, action, before, after, made_by, made_by_name)
      values (${inspection_id}, ${item_id}, ${part_type}, ${action}, ${before && JSON.stringify(before)},
        ${after && JSON.stringify(after)}, ${made.made_by}, ${made.made_by_name})`);
  },

  of: (inspectionId, itemId) =>
    database.rows<Correction>(sql`
      select ${COLUMNS} from corrections
      where inspection_id = ${inspectionId} and item_id = ${itemId} order by corrections.id`),

  list: (inspectionId) =>
    database.rows<Correction>(sql`
      select ${COLUMNS} from corrections where inspection_id = ${inspectionId} order by corrections.id`),
});
