import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Figure, valueLine } from './figure.ts';
import { fillLives } from './fill-lives.ts';
import type { Order } from './load-clients.ts';
import { type Call, draw, linesOf, memoryLine, type Outcome, timesOf } from './load-lines.ts';
import { photoOf } from './photos.ts';
import { type OpenService, openApi, openFloor, withCleanup } from './test-bed.ts';
import { loopDelayMs, openFiles, watchMemory } from './watch-process.ts';

const CLIENTS = 32;
const STORED = 10_000;
const PHOTO_BYTES = 300_000;
const WARM_UP_SECONDS = 5;
/** The floor gets this share of the time before ours, and as much after it. */
const FLOOR_SHARE = 1 / 6;

const drive = async (order: Order): Promise<Outcome> => {
  const child = fork(new URL('./load-clients.ts', import.meta.url), { serialization: 'advanced' });
  child.send(order);
  const [outcome] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The clients did not come to their end.'))),
  ])) as [Outcome];
  return outcome;
};

/** Of what was acknowledged, how much the database does not have. */
const lost = async ({ database }: OpenService, outcomes: Outcome[]) => {
  const { rows } = await database.query<{ inspections: string; images: string }>(
    `select count(distinct i.id) as inspections, count(m.id) as images
     from inspections i left join images m on m.inspection_id = i.id where i.owner_id like 'client-%'`,
  );
  const acknowledged = (call: Call) => timesOf(outcomes, call).length;
  return (
    Math.abs(acknowledged('create') - Number(rows[0]!.inspections)) +
    Math.abs(acknowledged('upload') - Number(rows[0]!.images))
  );
};

/** What the service takes meanwhile; open files are those that are left behind. */
const underWatch = async (
  { pid, url }: OpenService,
  work: () => Promise<Outcome>,
  tell: (seconds: number) => void,
) => {
  const filesBefore = await openFiles(pid);
  // The delay is told since it was last asked for.
  await loopDelayMs(url);
  const memory = watchMemory(pid);
  const began = performance.now();
  const ticking = setInterval(() => tell((performance.now() - began) / 1000), 1000);
  const ours = await work().finally(() => clearInterval(ticking));
  return {
    ours,
    loopDelayMs: await loopDelayMs(url),
    resident: await memory(),
    openFiles: (await openFiles(pid)) - filesBefore,
  };
};

export const load: Figure = {
  name: 'load',
  about: `${CLIENTS} clients at once create inspections, upload photos, read, list and start tasks of one API process, against a bare server asked for the same; errors, lost data, event-loop delay, growth of memory and open files (a round is a second)`,
  rounds: 60,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const service = await openApi(opened);
      const floor = await openFloor(service, opened);
      await fillLives(service.database, { from: 0, to: STORED }, progress);
      const photo = await photoOf(PHOTO_BYTES, 1600, 1200);
      const users = Array.from({ length: CLIENTS }, (_, number) => `client-${number}`);
      const tokens = await Promise.all(users.map(service.tokenOf));
      const toFloor = (seconds: number) => drive({ url: floor.url, seconds, tokens, photo });
      const toUs = (seconds: number) => drive({ url: `${service.url}/v1`, seconds, tokens, photo });

      progress(0, 1, 'warming up');
      await toFloor(WARM_UP_SECONDS);
      const warmUp = await toUs(WARM_UP_SECONDS);

      const floorSeconds = Math.max(1, Math.round(rounds * FLOOR_SHARE));
      progress(0, 1, 'the floor');
      const floorBefore = await toFloor(floorSeconds);
      const { ours, ...taken } = await underWatch(
        service,
        () => toUs(rounds),
        (seconds) => progress(seconds, rounds, 'load'),
      );
      progress(0, 1, 'the floor again');
      const floorAfter = await toFloor(floorSeconds);

      draw(ours, taken.resident, rounds);
      const errors = [warmUp, ours, floorBefore, floorAfter].flatMap((outcome) => outcome.errors);
      for (const error of new Set(errors)) process.stderr.write(`${error}\n`);
      return [
        ...linesOf([floorBefore, floorAfter], ours, { floor: 2 * floorSeconds, ours: rounds }),
        valueLine('load_errors', 0, errors.length + (await lost(service, [warmUp, ours])), 'calls', rounds),
        valueLine('load_clients_busy', 80, 100 * ours.busy, '%', rounds),
        valueLine('load_loop_delay_p99', 100, taken.loopDelayMs, 'ms', rounds),
        memoryLine(taken.resident, rounds),
        valueLine('load_open_files', 8, taken.openFiles, 'files', rounds),
      ];
    }),
};
