import type { FieldError } from '../../inspections/problems/problem.ts';
import { isStorable } from '../../inspections/storable-text.ts';

/** More than any honest body needs; what reads it after this goes as deep as it is nested. */
const MOST_LEVELS = 64;

/** Names by which a careless copy of an object reaches what all objects share. */
const isOfAllObjects = (name: string, member: unknown) =>
  name === '__proto__' ||
  (name === 'constructor' && typeof member === 'object' && member !== null && 'prototype' in member);

const BROKEN_TEXT = 'Text must not contain NUL characters or halves of Unicode characters.';

/** The first thing in a body that JSON can carry and the service must not keep. */
export const unstorable = (value: unknown, level = 0): FieldError | undefined => {
  if (typeof value === 'string') return isStorable(value) ? undefined : { path: '', message: BROKEN_TEXT };
  if (typeof value !== 'object' || value === null) return undefined;
  if (level > MOST_LEVELS) return { path: '', message: `It is nested more than ${MOST_LEVELS} levels deep.` };
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) return { path: '', message: BROKEN_TEXT };
    if (isOfAllObjects(name, member)) return { path: name, message: 'A member of this name is refused.' };
    const found = unstorable(member, level + 1);
    if (found) return { ...found, path: found.path ? `${name}.${found.path}` : name };
  }
  return undefined;
};
