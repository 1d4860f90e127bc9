/**
 * Who can log in to the built-in provider: people and programs, in one file that the operator may edit.
 * It is read at start. To add a person or change a password, write `"password": "…"` into an account and
 * start again: the service puts its hash in place of it.
 */
import { randomBytes } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DEMO_PERMISSIONS } from '../permissions.ts';
import { hashPassword, PASSWORD_HASH, passwordMatches, randomPassword } from './password.ts';
import { createPrivateFile, readPrivateFile, replacePrivateFile } from './private-file.ts';

const account = z.object({
  id: z.string().min(1),
  email: z.email(),
  name: z.string().min(1),
  organization: z.string().min(1).nullable().default(null),
  permissions: z.array(z.string().min(1)).default([]),
  password: z.string().min(1).optional(),
  passwordHash: z.string().regex(PASSWORD_HASH).optional(),
});

const client = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  /** A path is on the service's own origin. A client without any cannot log people in. */
  redirectUris: z.array(z.string().min(1)).default([]),
  /** A client with a secret can get tokens of its own (client credentials). */
  secret: z.string().min(16).optional(),
  organization: z.string().min(1).nullable().default(null),
  permissions: z.array(z.string().min(1)).default([]),
});

const accountsFile = z.object({ accounts: z.array(account), clients: z.array(client) });

export type Account = z.infer<typeof account>;
export type IdentityClient = z.infer<typeof client>;
export type Accounts = {
  accounts: Account[];
  clients: IdentityClient[];
  demo: { account: Account; passwordFile: string } | null;
};

export const DEMO_ID = 'demo';

const pathOf = (dataDir: string) => join(dataDir, 'identity', 'accounts.json');
const passwordPathOf = (dataDir: string) => join(dataDir, 'identity', 'demo-password.txt');

const parse = (dataDir: string, text: string) => {
  try {
    return accountsFile.parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(
      `${pathOf(dataDir)} cannot be used: ${why}\nCorrect it, or delete it to get a new demo account.`,
    );
  }
};

const firstContent = async (dataDir: string): Promise<string> => {
  // Before the accounts, so that there is never an account whose password nobody knows.
  const password = await createPrivateFile(passwordPathOf(dataDir), `${randomPassword()}\n`);
  const about = { organization: 'demo', permissions: [...DEMO_PERMISSIONS] };
  const content: z.input<typeof accountsFile> = {
    accounts: [
      {
        id: DEMO_ID,
        email: 'demo@walkaround.local',
        name: 'Demo account',
        ...about,
        passwordHash: await hashPassword(password.trim()),
      },
    ],
    clients: [
      { id: 'walkaround-console', name: 'Walkaround console', redirectUris: ['/', '/callback'] },
      { id: 'walkaround-script', name: 'Scripts', secret: randomBytes(32).toString('base64url'), ...about },
    ],
  };
  return JSON.stringify(content, null, 2);
};

const hashNewPasswords = async (dataDir: string, file: z.infer<typeof accountsFile>) => {
  const changed = file.accounts.filter(({ password }) => password !== undefined);
  for (const person of changed) {
    person.passwordHash = await hashPassword(person.password!);
    delete person.password;
  }
  if (changed.length > 0) await replacePrivateFile(pathOf(dataDir), JSON.stringify(file, null, 2));
  if (changed.some(({ id }) => id === DEMO_ID)) await rm(passwordPathOf(dataDir), { force: true });
};

const demoOf = async (dataDir: string, accounts: Account[]): Promise<Accounts['demo']> => {
  const demo = accounts.find(({ id }) => id === DEMO_ID);
  const passwordFile = passwordPathOf(dataDir);
  const readable = await access(passwordFile).then(
    () => true,
    () => false,
  );
  return demo && readable ? { account: demo, passwordFile } : null;
};

/** Null when the service has never been started on this data folder. */
export const readAccounts = async (dataDir: string): Promise<Accounts | null> => {
  const text = await readPrivateFile(pathOf(dataDir));
  if (text === null) return null;
  const file = parse(dataDir, text);
  return { ...file, demo: await demoOf(dataDir, file.accounts) };
};

export const loadAccounts = async (dataDir: string): Promise<Accounts> => {
  const text =
    (await readPrivateFile(pathOf(dataDir))) ??
    (await createPrivateFile(pathOf(dataDir), await firstContent(dataDir)));
  const file = parse(dataDir, text);
  await hashNewPasswords(dataDir, file);
  return { ...file, demo: await demoOf(dataDir, file.accounts) };
};

// Checked for an unknown address too, so that the time of the answer does not tell who has an account.
const NOBODY = `scrypt$32768$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export const findByEmail = (accounts: Account[], email: string): Account | undefined =>
  accounts.find((person) => person.email.toLowerCase() === email.trim().toLowerCase());

export const hasPassword = (account: Account | undefined, password: string): Promise<boolean> =>
  passwordMatches(password, account?.passwordHash ?? NOBODY);
