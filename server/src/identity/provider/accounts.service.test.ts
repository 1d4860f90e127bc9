import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findByEmail, hasPassword, loadAccounts } from './accounts.ts';
import { replacePrivateFile } from './private-file.ts';
import { loadSigningKeys } from './signing-keys.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'accounts-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('processes that start together on an empty folder', () => {
  it('end up with the same keys, the same secrets and a demo password that works', async () => {
    const starts = await Promise.all(
      Array.from({ length: 4 }, () => Promise.all([loadSigningKeys(dataDir), loadAccounts(dataDir)])),
    );
    for (const start of starts) expect(start).toEqual(starts[0]);
    const [, { accounts, demo }] = starts[0]!;
    const password = (await readFile(demo!.passwordFile, 'utf8')).trim();
    expect(await hasPassword(findByEmail(accounts, 'demo@walkaround.local'), password)).toBe(true);
    expect((await readdir(join(dataDir, 'identity'))).sort()).toEqual([
      'accounts.json',
      'demo-password.txt',
      'keys.json',
    ]);
  });
});

describe('the demo account', () => {
  it('whose password the operator has changed is no longer advertised', async () => {
    const { accounts, clients } = await loadAccounts(dataDir);
    const changed = { accounts: [{ ...accounts[0], password: 'my own' }], clients };
    await replacePrivateFile(join(dataDir, 'identity', 'accounts.json'), JSON.stringify(changed));
    const reloaded = await loadAccounts(dataDir);
    expect(reloaded.demo).toBeNull();
    expect(await hasPassword(findByEmail(reloaded.accounts, 'demo@walkaround.local'), 'my own')).toBe(true);
  });
});

describe('damaged keys', () => {
  it('are never silently replaced', async () => {
    await replacePrivateFile(join(dataDir, 'identity', 'keys.json'), '{"keys": [');
    await expect(loadSigningKeys(dataDir)).rejects.toThrow(
      /keys\.json is damaged\. Restore it, or delete it/,
    );
  });
});
