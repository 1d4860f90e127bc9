import { scaleOut } from '@walkaround/harness/services/scale-out.ts';
import { whyNoSwift } from '@walkaround/harness/services/swift.ts';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 300_000 });

test.skipIf(whyNoSwift !== null)(
  `three apis and three workers, two of which are killed, lose and double nothing${whyNoSwift === null ? '' : `: ${whyNoSwift}`}`,
  async () => {
    // Without models, which are not the point, photos are judged by their pixels.
    const environment = { MODELS_DIR: '/nowhere' };
    const told = await scaleOut({ task: 'compliances', kills: 2, clients: 2, between: 2, environment });
    expect(told).toContain('none left');
  },
);
