import type { Actor } from '../../inspections/access.ts';
import { tooManyStreams } from '../../inspections/problems/requests.ts';

const PER_CALLER = 100;
const PER_ORGANIZATION = 1000;

/** How many event streams are open: so that one caller cannot take what all of them share. */
export const createStreamPlaces = () => {
  const open = new Map<string, number>();
  const change = (key: string, by: number) => {
    const count = (open.get(key) ?? 0) + by;
    if (count === 0) open.delete(key);
    else open.set(key, count);
  };

  /** Gives a place, and how to leave it. */
  return ({ user_id, organization_id }: Actor): (() => void) => {
    const keys = new Map([[`person ${user_id}`, PER_CALLER]]);
    if (organization_id !== null) keys.set(`organization ${organization_id}`, PER_ORGANIZATION);
    for (const [key, most] of keys) if ((open.get(key) ?? 0) >= most) throw tooManyStreams(most);
    for (const key of keys.keys()) change(key, 1);
    return () => {
      for (const key of keys.keys()) change(key, -1);
    };
  };
};
