import sql, { raw, type Sql } from 'sql-template-tag';
import type { Page, PageRequest } from '../../../inspections/paging.ts';
import type { InspectionFilter } from '../../../inspections/ports/store.ts';
import type { InspectionSummary } from '../../../inspections/records/inspection.ts';
import type { InspectionOrder } from '../../../inspections/vocabulary.ts';
import type { Database } from '../../database.ts';
import { APPROVAL_REQUIRED } from '../../organization/organizations.ts';
import { readPage } from '../../page-query.ts';
import { COUNT_OF_OPEN_SUSPICIONS } from '../suspicions.ts';
import { allInScope, chosen, hasManyHits, listedBy, sortedBy } from './inspection-filter.ts';

const summaries = (inspections: Sql) => sql`
  select i.id, i.created_at, i.deleted_at, i.status, i.owner_id, i.inspection_type, i.reference, i.customer,
    i.date_of_loss::text as date_of_loss, i.assigned_to, nullif(i.condition_score, -1) as condition_score,
    nullif(i.worst_severity, -1) as worst_severity, i.worst_severity_raised, nullif(i.cost_cents, -1) as cost_cents, i.cost_currency,
    i.learning_value, i.learning_reasons,
    coalesce((select c.details from vehicles c where c.inspection_id = i.id), '{}') as vehicle,
    (select coalesce(m.shown_key, m.file_key) from images m where m.inspection_id = i.id and m.deleted_at is null
      order by m.image_type is not distinct from 'close_up', m.created_at, m.id limit 1) as first_image_key,
    (select count(*) from images m where m.inspection_id = i.id and m.deleted_at is null) as images_count,
    (select count(*) from damages d where d.inspection_id = i.id and d.deleted_at is null) as damages_count,
    ${COUNT_OF_OPEN_SUSPICIONS},
    (select count(*) from contests k where k.inspection_id = i.id and k.state = 'open') as open_contests,
    (select count(*) from contests k where k.inspection_id = i.id and k.state = 'open'
      and k.decide_until <= clock_timestamp()) as overdue_contests,
    (select t.status from tasks t where t.inspection_id = i.id and t.name = 'damage_detection') as damage_detection,
    coalesce((select json_agg(json_build_object('name', t.name, 'status', t.status))
      from tasks t where t.inspection_id = i.id), '[]') as tasks,
    ${raw(APPROVAL_REQUIRED)} as approval_required
  from (${inspections}) i`;

/** What a row of a list shows of each inspection, and no more; of its photos rather one of the whole vehicle. */
export const readSummaries = async (
  database: Database,
  filter: InspectionFilter,
  by: InspectionOrder,
  page: PageRequest,
): Promise<Page<InspectionSummary>> => {
  const areManyHits = by === 'created_at' && (await hasManyHits(database, filter));
  return readPage(
    database,
    sql`select * from ${listedBy(by, filter)} i where ${chosen(filter, { areManyHits, order: by })}`,
    raw('i'),
    page,
    {
      table: allInScope(filter, by),
      complete: (rows, order) => sql`${summaries(rows)} ${order}`,
      ...sortedBy(by, filter),
    },
  );
};
