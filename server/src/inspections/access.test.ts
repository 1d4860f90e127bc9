import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Actor,
  assertManagesWebhooks,
  assertMayRead,
  assertMayWrite,
  mayRead,
  mayWrite,
  type Owned,
} from './access.ts';
import { Problem } from './problems/problem.ts';

const actor = (user_id: string, organization_id: string | null, ...permissions: string[]): Actor => ({
  user_id,
  organization_id,
  permissions: new Set(permissions),
});

const thing: Owned = { owner_id: 'anna', creator_id: 'ben', organization_id: 'acme', assigned_to: null };

const refusal = (work: () => unknown): [string, string] | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Problem) return [error.kind, error.message];
    throw error;
  }
};

describe('who may see and change an inspection of anna, made by ben, at acme', () => {
  test.each<[string, Actor, boolean, boolean]>([
    ['its owner', actor('anna', 'acme'), true, true],
    ['its owner, now elsewhere', actor('anna', 'other'), true, true],
    ['its creator', actor('ben', null), true, true],
    ['a colleague', actor('carl', 'acme'), false, false],
    ['a colleague who may read what is his own', actor('carl', 'acme', 'inspections:read'), false, false],
    [
      'a colleague with read_organization',
      actor('carl', 'acme', 'inspections:read_organization'),
      true,
      false,
    ],
    [
      'a colleague with update_organization',
      actor('carl', 'acme', 'inspections:update_organization'),
      true,
      true,
    ],
    [
      'a colleague with write_organization',
      actor('carl', 'acme', 'inspections:write_organization'),
      true,
      true,
    ],
    [
      'a stranger with read_organization',
      actor('carl', 'other', 'inspections:read_organization'),
      false,
      false,
    ],
    [
      'a stranger with update_organization',
      actor('carl', 'other', 'inspections:update_organization'),
      false,
      false,
    ],
    ['somebody without organization', actor('carl', null, 'inspections:update_organization'), false, false],
    ['an auditor with read_all', actor('carl', 'other', 'inspections:read_all'), true, false],
    ['an operator with update_all', actor('carl', null, 'inspections:update_all'), true, true],
    ['an operator with write_all', actor('carl', null, 'inspections:write_all'), true, true],
    ['somebody with a permission of another kind', actor('carl', 'acme', 'webhooks:manage'), false, false],
  ])('%s', (_who, who, reads, writes) => {
    expect([mayRead(who, thing), mayWrite(who, thing)]).toEqual([reads, writes]);
  });
});

test('what one may not see does not exist; what one may see but not change is forbidden', () => {
  expect(refusal(() => assertMayRead(actor('carl', 'acme'), thing))).toEqual([
    'not_found',
    'There is no such inspection.',
  ]);
  expect(refusal(() => assertMayWrite(actor('carl', 'acme'), thing))?.[0]).toBe('not_found');
  expect(refusal(() => assertMayWrite(actor('anna', null), thing))).toBeNull();
});

test('a refusal to change names the permission that would help', () => {
  const colleague = actor('carl', 'acme', 'inspections:read_organization');
  const auditor = actor('carl', 'other', 'inspections:read_all');
  expect(refusal(() => assertMayWrite(colleague, thing))).toEqual([
    'forbidden',
    'This needs the permission inspections:update_organization, which the token does not carry.',
  ]);
  expect(refusal(() => assertMayWrite(auditor, thing))).toEqual([
    'forbidden',
    'This needs the permission inspections:update_all, which the token does not carry.',
  ]);
});

test('whoever an inspection is assigned to works on it as on their own, but not from another organization', () => {
  const assigned = { ...thing, assigned_to: 'carl' };
  for (const may of [mayRead, mayWrite]) {
    expect(may(actor('carl', 'acme'), thing)).toBe(false);
    expect(may(actor('carl', 'acme'), assigned)).toBe(true);
    expect(may(actor('carl', 'other'), assigned)).toBe(false);
    expect(may(actor('carl', null), assigned)).toBe(false);
  }
});

test('things without an organization are not shared by everybody who has none', () => {
  const mine = { owner_id: 'anna', creator_id: 'anna', organization_id: null, assigned_to: 'carl' };
  const other = actor('carl', null, 'inspections:read_organization', 'inspections:write_organization');
  expect([mayRead(other, mine), mayWrite(other, mine)]).toEqual([false, false]);
});

test('webhooks belong to an organization and need their own permission', () => {
  expect(assertManagesWebhooks(actor('carl', 'acme', 'webhooks:manage'))).toBe('acme');
  expect(refusal(() => assertManagesWebhooks(actor('carl', 'acme', 'inspections:write_all')))?.[0]).toBe(
    'forbidden',
  );
  expect(refusal(() => assertManagesWebhooks(actor('carl', null, 'webhooks:manage')))).toEqual([
    'forbidden',
    expect.stringContaining('the token must name an organization'),
  ]);
});

const PERMISSIONS = ['read', 'update', 'write'].flatMap((verb) =>
  ['', '_organization', '_all'].map((reach) => `inspections:${verb}${reach}`),
);
const anyActor = fc.record({
  user_id: fc.constantFrom('anna', 'ben', 'carl'),
  organization_id: fc.constantFrom('acme', 'other', null),
  permissions: fc.subarray(PERMISSIONS).map((list): ReadonlySet<string> => new Set(list)),
});
const anyThing = fc.record({
  owner_id: fc.constantFrom('anna', 'ben'),
  creator_id: fc.constantFrom('anna', 'ben'),
  organization_id: fc.constantFrom('acme', 'other', null),
  assigned_to: fc.constantFrom('anna', 'carl', null),
});

test('who may change may also see, and more permissions never take anything away', () => {
  fc.assert(
    fc.property(anyActor, anyThing, fc.constantFrom(...PERMISSIONS), (who, what, more) => {
      if (mayWrite(who, what)) expect(mayRead(who, what)).toBe(true);
      const stronger = { ...who, permissions: new Set([...who.permissions, more]) };
      if (mayRead(who, what)) expect(mayRead(stronger, what)).toBe(true);
      if (mayWrite(who, what)) expect(mayWrite(stronger, what)).toBe(true);
    }),
  );
});

test('no permission for an organization reaches into another one', () => {
  const ofOrganizations = PERMISSIONS.filter((name) => !name.endsWith('_all'));
  fc.assert(
    fc.property(anyThing, fc.constantFrom('acme', 'other', null), (what, organization) => {
      fc.pre(organization === null || organization !== what.organization_id);
      expect(mayRead(actor('carl', organization, ...ofOrganizations), what)).toBe(false);
    }),
  );
});
