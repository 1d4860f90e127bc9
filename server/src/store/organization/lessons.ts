import sql, { raw } from 'sql-template-tag';
import type { Lessons } from '../../inspections/ports/training.ts';
import type { LabelsSoFar } from '../../inspections/records/lesson.ts';
import { TRAINING_TASK } from '../../inspections/training/approved.ts';
import { categoryOf } from '../../inspections/training/training-types.ts';
import { LONGEST_PAUSE_SECONDS, MOST_TIMED } from '../../inspections/training/tuning.ts';
import type { DamageType } from '../../inspections/vocabulary.ts';
import type { Database } from '../database.ts';
import { chosen } from '../inspections/lists/inspection-filter.ts';
import { APPROVED } from './training-data.ts';

const TASK = raw(`'${TRAINING_TASK}'`);

/** By what they teach: two types of the service may be one of training. */
const labelsIn = (rows: readonly { damage_type: DamageType; count: number }[]) => {
  const labels: Record<string, number> = {};
  for (const { damage_type, count } of rows) {
    const category = categoryOf(damage_type);
    if (category !== null) labels[category] = (labels[category] ?? 0) + count;
  }
  return labels;
};

export const lessonsOn = (database: Database): Lessons => {
  const labelsOf = async (organizationId: string) =>
    labelsIn(
      await database.rows<{ damage_type: DamageType; count: number }>(sql`
        select d.damage_type, count(*)::integer as count from inspections i
        join damages d on d.inspection_id = i.id and d.deleted_at is null
        where i.organization_id = ${organizationId} and i.deleted_at is null and ${APPROVED}
        group by d.damage_type`),
    );

  /** From what a person did first in an inspection to the approval, without pauses; an approval alone has no length. */
  const reviewsOf = async (organizationId: string) =>
    (await database.row<Pick<LabelsSoFar, 'reviews_timed' | 'review_seconds'>>(sql`
      with reviewed as (
        select t.inspection_id, t.validated_at from tasks t join inspections i on i.id = t.inspection_id
        where i.organization_id = ${organizationId} and i.deleted_at is null and t.name = ${TASK}
          and t.status = 'VALIDATED' and t.validated_at is not null
        order by t.validated_at desc limit ${MOST_TIMED}),
      acts as (
        select inspection_id, validated_at as at from reviewed
        union all
        select c.inspection_id, c.made_at from corrections c join reviewed r on r.inspection_id = c.inspection_id
        where c.made_at <= r.validated_at),
      gaps as (
        select inspection_id,
          extract(epoch from at - lag(at) over (partition by inspection_id order by at)) as seconds from acts),
      spent as (
        select inspection_id, sum(seconds) filter (where seconds <= ${LONGEST_PAUSE_SECONDS}) as seconds
        from gaps group by inspection_id)
      select count(*)::integer as reviews_timed,
        percentile_cont(0.5) within group (order by seconds)::real as review_seconds
      from spent where seconds is not null`))!;

  /** Not that of an inspection which a person has approved: it names nothing. */
  const outdate = (organizationId: string, types: string[]) =>
    database.run(sql`
      update inspections set lesson_noted = false
      where organization_id = ${organizationId} and deleted_at is null and learning_value > 0 and lesson_noted
        and exists (select from jsonb_array_elements(learning_reasons) r where r->>'damage_type' = any(${types}::text[]))`);

  const soFar = (organizationId: string, withinSeconds: number | null = null) =>
    database.row<LabelsSoFar>(sql`
      select labels, reviews_timed, review_seconds from labels_so_far
      where organization_id = ${organizationId} and (${withinSeconds}::integer is null
        or counted_at >= clock_timestamp() - make_interval(secs => ${withinSeconds}))`);

  return {
    put: async (id, { learning_value, learning_reasons }) => {
      await database.run(
        sql`update inspections set learning_value = ${learning_value},
          learning_reasons = ${JSON.stringify(learning_reasons)}, lesson_noted = true
        where id = ${id}`,
        'put-lesson',
      );
    },

    withoutNote: async (limit) =>
      (
        await database.rows<{ id: string }>(
          sql`select id from inspections where not lesson_noted order by id limit ${limit}`,
        )
      ).map(({ id }) => id),

    soFar,

    count: async (organizationId) => {
      const before = (await soFar(organizationId))?.labels ?? {};
      const [labels, reviews] = [await labelsOf(organizationId), await reviewsOf(organizationId)];
      await database.run(sql`
        insert into labels_so_far (organization_id, labels, reviews_timed, review_seconds)
        values (${organizationId}, ${JSON.stringify(labels)}, ${reviews.reviews_timed}, ${reviews.review_seconds})
        on conflict (organization_id) do update set labels = excluded.labels, reviews_timed = excluded.reviews_timed,
          review_seconds = excluded.review_seconds, counted_at = clock_timestamp()`);
      const types = Object.keys({ ...before, ...labels }).filter((type) => before[type] !== labels[type]);
      if (types.length > 0) await outdate(organizationId, types);
      return { labels, ...reviews };
    },

    worth: async (filter, least, most) =>
      (await database.row<{ count: number }>(sql`
        select count(*)::integer as count from (
          select from inspections i where ${chosen(filter)} and i.learning_value >= ${least} limit ${most}) w`))!
        .count,
  };
};
