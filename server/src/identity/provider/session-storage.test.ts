import { describe, expect, it } from 'vitest';
import { createSessionStorage } from './session-storage.ts';

describe('the memory of the built-in provider', () => {
  it('forgets what has expired', async () => {
    let time = 0;
    const sessions = createSessionStorage(() => time)('Session');
    await sessions.upsert('a', { uid: 'u', accountId: 'ada' }, 60);
    expect(await sessions.find('a')).toMatchObject({ accountId: 'ada' });
    expect(await sessions.findByUid('u')).toMatchObject({ accountId: 'ada' });
    time = 61_000;
    expect(await sessions.find('a')).toBeUndefined();
    expect(await sessions.findByUid('u')).toBeUndefined();
  });

  it('stays bounded under a flood and keeps the people who are logged in', async () => {
    const sessions = createSessionStorage()('Session');
    await sessions.upsert('ada', { uid: 'u', accountId: 'ada' }, 60);
    for (let i = 0; i < 6_000; i++) await sessions.upsert(`nobody-${i}`, { uid: `n${i}` }, 60);
    expect(await sessions.find('ada')).toBeDefined();
    expect(await sessions.find('nobody-0')).toBeUndefined();
    expect(await sessions.find('nobody-5999')).toBeDefined();
  });

  it('drops every token of a revoked grant and no other', async () => {
    const tokens = createSessionStorage()('RefreshToken');
    await tokens.upsert('one', { grantId: 'g' }, 60);
    await tokens.upsert('two', { grantId: 'h' }, 60);
    await tokens.revokeByGrantId('g');
    expect(await tokens.find('one')).toBeUndefined();
    expect(await tokens.find('two')).toBeDefined();
  });
});
