import sql, { empty, raw } from 'sql-template-tag';
import { NO_PART } from '../../inspections/parts/parts.ts';
import type { Watching } from '../../inspections/ports/watching.ts';
import type {
  CountedFinds,
  CountedQuality,
  CountedScores,
  WeekTotals,
} from '../../inspections/records/watching.ts';
import { BINS } from '../../inspections/watching/drift.ts';
import type { Database } from '../database.ts';
import { APPROVED } from './training-data.ts';

const CALENDAR = raw(`date_trunc('week', i.created_at at time zone 'UTC')::date`);
const ROLLING = raw(`(clock_timestamp() at time zone 'UTC')::date
  - 7 * (1 + floor(extract(epoch from clock_timestamp() - i.created_at) / 604800))::integer`);

const binOf = (score: string) => raw(`least(${BINS - 1}, greatest(0, floor(${BINS} * ${score})))::integer`);

const WITHOUT_PART = raw(`('${NO_PART.join("', '")}')`);

/** That of the search for damages, where its finds or the approval tell it. */
const MODEL = raw(`coalesce(
  (select d.model from damages d where d.inspection_id = c.id and d.model->>'name' = 'damage' limit 1),
  (select s.model from suspicions s where s.inspection_id = c.id and s.model->>'name' = 'damage' limit 1),
  (select m from corrections k cross join lateral jsonb_array_elements(k.after->'models') m
    where k.inspection_id = c.id and k.action = 'validated' and m->>'name' = 'damage' order by k.id desc limit 1))`);

/** A damage that was contested and removed is there all the same, unless it is none. */
const OUTCOME = raw(`case
  when d.deleted_by is not null and not exists (select from contests k where k.inspection_id = d.inspection_id
    and k.damage_id = d.id and k.state = 'accepted' and k.reason <> 'not_a_damage') then 'dismissed'
  when exists (select from corrections k where k.inspection_id = d.inspection_id and k.item_id = d.id
    and k.action = 'changed' and (k.before->>'damage_type' <> k.after->>'damage_type'
      or k.before->>'part_type' <> k.after->>'part_type')) then 'corrected'
  else 'confirmed' end`);

export const watchingOn = (database: Database): Watching => ({
  weeks: async ({ organization_id, weeks, rolling }) => {
    const since = rolling
      ? sql`clock_timestamp() - make_interval(weeks => ${weeks})`
      : sql`(date_trunc('week', clock_timestamp() at time zone 'UTC') - make_interval(weeks => ${weeks - 1})) at time zone 'UTC'`;
    const chosen = sql`chosen as materialized (
      select i.id, (${rolling ? ROLLING : CALENDAR})::text as week from inspections i
      where i.created_at >= ${since} and i.deleted_at is null and ${APPROVED}
        ${organization_id === null ? empty : sql`and i.organization_id = ${organization_id}`})`;
    const totals = database.rows<WeekTotals>(sql`
      with ${chosen}
      select c.week, count(distinct c.id)::integer as inspections, count(m.id)::integer as photos,
        (count(m.id) filter (where jsonb_array_length(m.compliance->'issues') > 0))::integer as rejected
      from chosen c left join images m on m.inspection_id = c.id and m.deleted_at is null group by c.week`);
    const finds = database.rows<CountedFinds>(sql`
      with ${chosen},
      found as (
        select c.week, d.model, ${OUTCOME} as outcome, d.part_type in ${WITHOUT_PART} as without_part
        from chosen c join damages d on d.inspection_id = c.id
        where d.model is not null and (d.deleted_at is null or d.deleted_by is not null)
        union all
        select c.week, s.model, 'suspected_' || s.state, s.part_type is null
        from chosen c join suspicions s on s.inspection_id = c.id
        union all
        select c.week, ${MODEL}, 'added', d.part_type in ${WITHOUT_PART}
        from chosen c join damages d on d.inspection_id = c.id
        where d.model is null and d.deleted_at is null
          and not exists (select from suspicions s where s.inspection_id = c.id and s.damage_id = d.id))
      select week, model->>'name' as name, model->>'version' as version, outcome,
        (count(*) filter (where without_part))::integer as without_part, count(*)::integer as count
      from found group by 1, 2, 3, 4`);
    const scores = database.rows<CountedScores>(sql`
      with ${chosen}
      select c.week, v.model->>'name' as name, v.model->>'version' as version, ${binOf('v.score')} as bin,
        count(*)::integer as count, sum(v.score) as sum
      from chosen c join views v on v.inspection_id = c.id
      where v.damage_id is not null and v.model is not null and v.score is not null
        and (v.deleted_at is null or v.deleted_by is not null)
      group by 1, 2, 3, 4`);
    const quality = database.rows<CountedQuality>(sql`
      with ${chosen}
      select c.week, s.key as score, ${binOf('s.value::float8')} as bin, count(*)::integer as count,
        sum(s.value::float8) as sum
      from chosen c join images m on m.inspection_id = c.id and m.deleted_at is null
        cross join lateral jsonb_each(m.compliance->'scores') s
      group by c.week, s.key, bin`);
    const [a, b, c, d] = await Promise.all([totals, finds, scores, quality]);
    return { totals: a, finds: b, scores: c, quality: d };
  },
});
