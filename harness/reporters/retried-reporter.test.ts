import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const REPORTER = new URL('./retried-reporter.ts', import.meta.url).href;

const CONFIG = `import { retriedReporter } from '${REPORTER}';
export default { test: { globals: true, retry: 1, reporters: ['default', retriedReporter()] } };`;
const TESTS = `let tries = 0;
test('late once', () => { tries += 1; expect(tries).toBe(2); });
test('in time', () => {});`;

test('a run that passes lists at its end what needed a second try, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'retried-'));
  try {
    await writeFile(join(folder, 'vitest.config.mjs'), CONFIG);
    await writeFile(join(folder, 'some.test.mjs'), TESTS);
    const { stdout } = await promisify(execFile)(process.execPath, [VITEST, 'run', '--root', folder]);
    expect(stdout.split('\n').slice(-3)).toEqual([
      'Needed a second try (1):',
      '  some.test.mjs > late once',
      '',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
