import sql, { raw, type Sql } from 'sql-template-tag';
import { v7 as uuid } from 'uuid';
import type { JudgedPhoto, Pair, ShownSideBySide, SideBySides } from '../../inspections/ports/models.ts';
import type { Database } from '../database.ts';
import { APPROVED } from '../organization/training-data.ts';
import { readPage } from '../page-query.ts';

/** Photos `s` of one organization that both versions have seen; the columns that are named are the caller's own text. */
const ofPair = (columns: Sql, { organization_id, judging, along }: Pair) => sql`
  select ${columns} from side_by_sides s
  join inspections i on i.id = s.inspection_id and i.organization_id = ${organization_id} and i.deleted_at is null
  join images m on m.id = s.image_id and m.deleted_at is null
  where s.along = ${along} and s.judging = ${judging}`;

const ROW = raw(
  's.id, s.image_id, s.inspection_id, s.judging, s.along, s.places, s.created_at, coalesce(m.shown_key, m.file_key) as shown_key, m.width, m.height',
);

/** What people said of places on the photo of `s`: damages with a place there, and dismissed suspicions. */
const SAID = raw(`coalesce((
  select jsonb_agg(said) from (
    select jsonb_build_object('damage_type', d.damage_type, 'bounding_box', v.bounding_box, 'verdict', case
      when d.deleted_by is not null then 'dismissed'
      when d.model is null and not exists (select from suspicions p where p.damage_id = d.id) then 'added'
      else 'confirmed' end) as said
    from views v join damages d on d.id = v.damage_id
    where v.image_id = s.image_id and (d.deleted_at is null or d.deleted_by is not null)
      and (v.deleted_at is null or d.deleted_by is not null)
    union all
    select jsonb_build_object('damage_type', p.damage_type, 'bounding_box', v.bounding_box, 'verdict', 'dismissed')
    from suspicion_views v join suspicions p on p.id = v.suspicion_id
    where v.image_id = s.image_id and p.state = 'dismissed') spoken), '[]') as said`);

export const sideBySidesOn = (database: Database): SideBySides => ({
  keep: async ({ image_id, inspection_id, judging, along, places }) => {
    const count = (who: string) => places.filter(({ seen_by }) => seen_by === who).length;
    // The lock makes whoever deletes the inspection right now wait, or this find it deleted.
    await database.run(sql`
      with alive as (
        select m.id from images m join inspections i on i.id = m.inspection_id
        where m.id = ${image_id} and i.id = ${inspection_id} and m.deleted_at is null and i.deleted_at is null
        for share of i)
      insert into side_by_sides (id, image_id, inspection_id, judging, along, places, agreed, only_judging, only_along)
      select ${uuid()}, alive.id, ${inspection_id}, ${judging}, ${along}, ${JSON.stringify(places)},
        ${count('both')}, ${count('judging')}, ${count('along')} from alive
      on conflict do nothing`);
  },

  seen: async (imageIds, { judging, along }) => {
    const rows = await database.rows<{ image_id: string }>(sql`
      select image_id from side_by_sides
      where image_id = any(${imageIds}::uuid[]) and along = ${along} and judging = ${judging}`);
    return new Set(rows.map(({ image_id }) => image_id));
  },

  differingIn: async (inspectionId, along) =>
    (await database.row<{ count: number }>(sql`
      select coalesce(sum(s.only_judging + s.only_along), 0)::integer as count from side_by_sides s
      join images m on m.id = s.image_id and m.deleted_at is null
      where s.inspection_id = ${inspectionId} and s.along = ${along}`))!.count,

  totals: async (pair) => {
    const columns = raw(`count(distinct s.inspection_id) as inspections, count(*) as photos,
      coalesce(sum(s.agreed), 0) as agreed, coalesce(sum(s.only_judging), 0) as only_judging,
      coalesce(sum(s.only_along), 0) as only_along, min(s.created_at) as since`);
    return (await database.row<Awaited<ReturnType<SideBySides['totals']>>>(ofPair(columns, pair)))!;
  },

  differing: (pair, page) =>
    readPage<ShownSideBySide>(
      database,
      sql`${ofPair(ROW, pair)} and s.only_judging + s.only_along > 0`,
      raw('s'),
      page,
      { table: raw('side_by_sides') },
    ),

  judged: (pair, limit) =>
    database.rows<JudgedPhoto>(sql`
      ${ofPair(raw(`s.places, ${SAID.sql}`), pair)} and ${APPROVED} order by s.created_at desc, s.id desc limit ${limit}`),
});
