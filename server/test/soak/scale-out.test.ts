import { scaleOut } from '@walkaround/harness/services/scale-out.ts';
import { whyNoSwift } from '@walkaround/harness/stores/swift.ts';
import { test, vi } from 'vitest';

vi.setConfig({ testTimeout: 600_000 });

const KILLS = 10;

test.skipIf(whyNoSwift !== null)(
  `three apis and three workers with real models, of which ${KILLS} are killed, lose and double nothing${whyNoSwift === null ? '' : `: ${whyNoSwift}`}`,
  async () => {
    const environment = { MODEL_CORES: '1' };
    const story = { task: 'damage_detection', kills: KILLS, clients: 2, between: 2, environment };
    process.stdout.write(await scaleOut(story));
  },
);
