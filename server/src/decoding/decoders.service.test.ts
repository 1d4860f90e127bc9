import { afterEach, expect, test } from 'vitest';
import { isTemporary, type Problem } from '../inspections/problems/problem.ts';
import { createDecoders, type DecoderSettings, type Decoders, type WorkModule } from './decoders.ts';

const WORKS: WorkModule<typeof import('./test-works.ts')> = new URL('./test-works.ts', import.meta.url);

const opened: Decoders[] = [];
const open = (settings: Partial<DecoderSettings> = {}) => {
  const ordinary = { processes: 2, patienceMs: 60_000, mostMemory: 2 ** 30, mostWaiting: 100 };
  const decoders = createDecoders({ ...ordinary, ...settings });
  opened.push(decoders);
  return decoders;
};
afterEach(() => {
  for (const decoders of opened.splice(0)) decoders.close();
});

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

test('work is done in another process, which stays warm and knows no secrets of the service', async () => {
  const decoders = open();
  const pid = await decoders.run(WORKS, 'workOn', [1]);
  expect(pid).not.toBe(process.pid);
  expect(await decoders.run(WORKS, 'workOn', [1])).toBe(pid);
  expect(await decoders.run(WORKS, 'secretsOf', [])).toEqual([]);
});

test('what takes too long is killed, even where it never looks up, and the next one is served', async () => {
  const decoders = open({ patienceMs: 1500 });
  const pid = await decoders.run(WORKS, 'workOn', [1]);
  // On a machine that is busy with something else it is told to try again, so it does.
  const refusal = async (): Promise<Problem> => {
    const problem = await decoders.run(WORKS, 'hang', []).catch((error: Problem) => error);
    return isTemporary(problem) ? await refusal() : problem;
  };
  expect(await refusal()).toMatchObject({
    code: 'invalid_image',
    message:
      'Decoding the picture takes longer than 1.5 s, the limit. Send it smaller, or as an ordinary JPEG.',
  });
  expect(isGone(pid)).toBe(true);
  expect(await decoders.run(WORKS, 'workOn', [1])).not.toBe(pid);
});

test.skipIf(process.platform !== 'linux')(
  'a picture that no processor had time for is not called damaged: it is to be tried again (Linux tells the time)',
  async () => {
    const decoders = open({ patienceMs: 1000 });
    await expect(decoders.run(WORKS, 'workOn', [60_000])).rejects.toMatchObject({
      kind: 'temporary',
      code: 'decoders_busy',
      message: expect.stringMatching(/could not be decoded within 1 s, because the machine is overloaded/),
    });
    expect(await decoders.run(WORKS, 'workOn', [1])).not.toBe(process.pid);
  },
);

test('what takes too much memory is killed', async () => {
  const decoders = open({ mostMemory: 300 * 2 ** 20 });
  await expect(decoders.run(WORKS, 'take', [3000])).rejects.toMatchObject({
    code: 'invalid_image',
    message: expect.stringMatching(/more memory than a photo may/),
  });
});

test('a process that has grown is replaced, so that its memory comes back', async () => {
  const decoders = open({ mostMemory: 2 ** 40 });
  const pid = await decoders.run(WORKS, 'workOn', [1]);
  await decoders.run(WORKS, 'take', [400]);
  await expect.poll(() => isGone(pid)).toBe(true);
});

test('when nobody waits any more, work that goes on is stopped, and work that waits is never begun', async () => {
  const decoders = open({ processes: 1 });
  const pid = await decoders.run(WORKS, 'workOn', [1]);
  const gone = new AbortController();
  const running = decoders.run(WORKS, 'hang', [], gone.signal);
  const waiting = decoders.run(WORKS, 'workOn', [1], gone.signal);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(running).rejects.toThrow('gone');
  expect(isGone(pid)).toBe(true);
});

test('who hangs up while a process starts stops nobody else', async () => {
  const decoders = open({ processes: 1 });
  const gone = new AbortController();
  const first = decoders.run(WORKS, 'workOn', [1], gone.signal);
  const second = decoders.run(WORKS, 'workOn', [1000]);
  gone.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(await second).not.toBe(process.pid);
});

test('work that is nearly done is not worth a new process', async () => {
  const decoders = open({ processes: 1 });
  const pid = await decoders.run(WORKS, 'workOn', [1]);
  const gone = new AbortController();
  const running = decoders.run(WORKS, 'workOn', [20], gone.signal);
  gone.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  expect(await decoders.run(WORKS, 'workOn', [1])).toBe(pid);
});

test('a codec that crashes takes its own picture with it and nothing else', async () => {
  const decoders = open();
  const others = [1, 2, 3].map(() => decoders.run(WORKS, 'workOn', [50]));
  await expect(decoders.run(WORKS, 'crash', [])).rejects.toMatchObject({ code: 'invalid_image' });
  expect(await Promise.all(others)).toHaveLength(3);
});

test('a refusal comes through as it is', async () => {
  await expect(open().run(WORKS, 'refuse', [])).rejects.toMatchObject({ kind: 'input', message: 'No.' });
});

test('heavy work goes one after the other, and light work does not wait for it', async () => {
  const decoders = open();
  await Promise.all([1, 2].map(() => decoders.run(WORKS, 'workOn', [1])));
  let heavyDone = 0;
  const heavy = Array.from({ length: 4 }, () =>
    decoders.run(WORKS, 'workHard', [1000]).then(() => heavyDone++),
  );
  for (let i = 0; i < 5; i++) await decoders.run(WORKS, 'workOn', [1]);
  expect(heavyDone).toBeLessThan(4);
  await Promise.all(heavy);
});

test('more than may wait are told to come back', async () => {
  const decoders = open({ processes: 1, mostWaiting: 1 });
  const first = [decoders.run(WORKS, 'workOn', [300]), decoders.run(WORKS, 'workOn', [1])];
  await expect(decoders.run(WORKS, 'workOn', [1])).rejects.toMatchObject({
    kind: 'temporary',
    code: 'decoders_busy',
    retryAfterSeconds: 5,
  });
  await Promise.all(first);
});

test('when the service stops, nobody waits for a decoder', async () => {
  const decoders = open({ processes: 1 });
  const [running, waiting] = [decoders.run(WORKS, 'hang', []), decoders.run(WORKS, 'workOn', [1])];
  decoders.close();
  await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
  await expect(running).rejects.toMatchObject({ code: 'shutting_down' });
});
