import { expect, test } from 'vitest';
import type { Shared } from '../../actions/sharing/open-shared.ts';
import * as given from '../../report/test-inspection.ts';
import type { Links } from '../links.ts';
import { presentShared } from './shared-inspection.ts';

test('a damage that lies on a second part names it, and that part is as bad', () => {
  const inspection = given.emptyInspection();
  const [bumper, fender] = [given.part('bumper_back'), given.part('fender_back_right')];
  const dent = given.damage('dent', 'bumper_back', { part_ids: [bumper.id, fender.id] });
  inspection.parts = [bumper, fender];
  inspection.damages = [dent];
  inspection.severities = [given.severity(dent, 3)];
  // Only what the answer is made from.
  const shared = { link: { costs: false }, inspection, contests: [] } as unknown as Shared;
  const { damages, parts } = presentShared(shared, { file: (key: string) => key } as unknown as Links);
  expect(damages).toMatchObject([{ part_type: 'bumper_back', other_parts: ['fender_back_right'] }]);
  expect(parts).toMatchObject([
    { part_type: 'bumper_back', level: 3 },
    { part_type: 'fender_back_right', level: 3 },
  ]);
});
