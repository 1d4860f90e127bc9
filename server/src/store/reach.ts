/** Tells Postgres whom a connection acts for, so that its own rules let through no more than that (migration 0018). */
import type pg from 'pg';
import type { Reach } from '../inspections/access.ts';
import type { Queryable } from './database.ts';

const EVERYTHING = ['everything', '', ''];

const settingsOf = (reach: Reach): string[] =>
  reach === 'everything' ? EVERYTHING : ['', reach.user_id, reach.organization_id ?? ''];

const told = new WeakMap<pg.ClientBase, string>();

/**
 * Before any statement that is to be limited, and outside of a transaction, whose end might take it back. It goes out
 * together with that statement, and only when the connection last acted for somebody else.
 */
export const actFor = async (client: pg.ClientBase, reach: Reach): Promise<void> => {
  const values = settingsOf(reach);
  const key = JSON.stringify(values);
  if (told.get(client) === key) return;
  told.delete(client);
  await client.query({
    name: 'act-for',
    text: `select set_config('walkaround.reach', $1, false), set_config('walkaround.user', $2, false),
      set_config('walkaround.organization', $3, false)`,
    values,
  });
  told.set(client, key);
};

/** For such a user none of the rules count. */
export const isAboveRules = async (client: Queryable): Promise<boolean> => {
  const { rows } = await client.query({
    text: 'select rolsuper or rolbypassrls as above from pg_roles where rolname = current_user',
  });
  return rows[0].above;
};

export const ABOVE_RULES =
  'The user in DATABASE_URL is a superuser or has BYPASSRLS, so row-level security does not keep organizations apart. Give the service a user of its own that owns its database.';
