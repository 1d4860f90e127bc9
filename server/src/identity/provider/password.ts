/** Passwords are kept as scrypt hashes: `scrypt$N$r$p$salt$key`, base64url. */
import type { ScryptOptions } from 'node:crypto';
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const COST = { N: 2 ** 15, r: 8, p: 1 };
const MAX_MEMORY = 256 * 1024 * 1024;

export const PASSWORD_HASH = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const key = await derive(password.normalize(), salt, 32, { ...COST, maxmem: MAX_MEMORY });
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
};

export const passwordMatches = async (password: string, hash: string): Promise<boolean> => {
  const [, N, r, p, salt, expected] = PASSWORD_HASH.exec(hash) ?? [];
  if (salt === undefined || expected === undefined) return false;
  const key = Buffer.from(expected, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MAX_MEMORY };
  const derived = await derive(password.normalize(), Buffer.from(salt, 'base64url'), key.length, cost);
  return timingSafeEqual(derived, key);
};

// No letters or digits that are easily taken for one another: people type this from a file.
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 100 bits, in four groups of five. */
export const randomPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => ALPHABET[randomInt(32)]).join('')).join(
    '-',
  );
