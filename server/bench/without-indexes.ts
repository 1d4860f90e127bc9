import type pg from 'pg';

type Definition = { drop: string; create: string };

/** References first and indexes last, as they can be dropped; made again the other way round. */
const definitions = async (client: pg.PoolClient): Promise<Definition[]> => {
  const { rows } = await client.query<Definition>(`
    select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as create
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = i.indexrelid)`);
  return rows;
};

/** For filling tables: indexes and references are made anew at the end. Kept up row by row they take most of the time. */
export const withoutIndexes = async (
  client: pg.PoolClient,
  fill: () => Promise<void>,
  progress: (done: number, of: number) => void = () => {},
) => {
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '256MB'`);
  const made = await definitions(client);
  for (const { drop } of made) await client.query(drop);
  await fill();
  for (const [index, { create }] of made.toReversed().entries()) {
    progress(index, made.length);
    await client.query(create);
  }
};
