import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** A secret that all processes of the installation agree on: whoever comes first makes it. */
export const sharedSecret = async (pool: pg.Pool, name: string): Promise<string> => {
  await pool.query('insert into shared_secrets (name, value) values ($1, $2) on conflict do nothing', [
    name,
    randomBytes(32).toString('base64url'),
  ]);
  const { rows } = await pool.query<{ value: string }>('select value from shared_secrets where name = $1', [
    name,
  ]);
  return rows[0]!.value;
};
