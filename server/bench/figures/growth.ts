import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MULTIPART, multipart, type Outgoing } from '../connection.ts';
import { type Figure, type Line, type Progress, ratioLine, valueLine } from '../figure.ts';
import { fillLives } from '../fill-lives.ts';
import { smallPhoto } from '../photos.ts';
import { median } from '../rounds.ts';
import { OWNER } from '../tenant.ts';
import { type OpenService, openApi, withCleanup } from '../test-bed.ts';

const FEW = 1000;
const SIZES = [10_000, 100_000, 1_000_000];
const WARM_UP = 10;
const WHOLE_LIST_ROUNDS = 5;
const TASK = 'damage_detection';
const JSON_TYPE = { 'content-type': 'application/json' };

type Stored = { id: string; plate: string };
type Times = Record<string, number>;

/** Some of what the caller has, from all of its time. */
const someStored = async ({ database }: OpenService) => {
  const { rows } = await database.query<Stored>(
    `select i.id, c.details->>'plate' as plate from inspections i join vehicles c on c.inspection_id = i.id
     where i.owner_id = $1 and i.deleted_at is null order by random() limit 200`,
    [OWNER],
  );
  return rows;
};

/** All that the service is asked while an inspection is made and looked for, and how long each answer takes. */
const life = async ({ connection, authorization }: OpenService, photo: Buffer, stored: Stored) => {
  const times: Times = {};
  const timed = async (name: string, path: string, { headers, ...outgoing }: Outgoing = {}) => {
    const start = performance.now();
    const answer = await connection.send(`/v1/inspections${path}`, {
      ...outgoing,
      headers: { ...authorization, ...headers },
    });
    times[name] = performance.now() - start;
    return JSON.parse(answer.toString()) as { id: string };
  };
  const sent = (method: string, body: object) => ({ method, headers: JSON_TYPE, body: JSON.stringify(body) });

  const vehicle = { brand: 'Renault', plate: stored.plate };
  const { id } = await timed('create', '', sent('POST', { tasks: { [TASK]: {} }, vehicle }));
  await timed('upload', `/${id}/images`, {
    method: 'POST',
    headers: { 'content-type': MULTIPART },
    body: multipart({ tasks: [TASK] }, photo),
  });
  await timed('damage', `/${id}/damages`, sent('POST', { damage_type: 'dent', part_type: 'hood' }));
  await timed('vehicle', `/${id}/vehicle`, sent('PATCH', { model: 'Clio' }));
  await timed('start', `/${id}/tasks/${TASK}`, sent('PATCH', { status: 'TODO' }));
  await timed('task', `/${id}/tasks/${TASK}`);
  await timed('images', `/${id}/images`);
  await timed('read', `/${id}`);
  await timed('read_old', `/${stored.id}`);
  await timed('list', '?limit=20');
  await timed('list_organization', '?limit=20&ownership_filter=organization_resources&show_deleted=false');
  await timed('summaries', '/summaries?limit=20&ownership_filter=organization_resources');
  await timed('waiting', '/summaries?limit=20&task=damage_detection&task_status=TODO');
  await timed('search', `/summaries?limit=20&ownership_filter=organization_resources&search=${stored.plate}`);
  await timed('filter', `/summaries?limit=20&inspection_status=ERROR`);
  await timed('by_plate', `?limit=20&plate=${stored.plate}`);
  await timed('delete', `/${id}`, sent('DELETE', {}));
  return times;
};

const compare = async (few: OpenService, many: OpenService, rounds: number, progress: Progress) => {
  const photo = await smallPhoto();
  const sides = [
    { service: few, stored: await someStored(few), times: [] as Times[] },
    { service: many, stored: await someStored(many), times: [] as Times[] },
  ] as const;
  for (let round = -WARM_UP; round < rounds; round++) {
    // Both in turn, each first every other time.
    for (const { service, stored, times } of round % 2 ? sides : sides.toReversed()) {
      const measured = await life(service, photo, stored[(round + WARM_UP) % stored.length]!);
      if (round >= 0) times.push(measured);
    }
    progress(round + WARM_UP, rounds + WARM_UP);
  }
  return sides.map(({ times }) =>
    Object.fromEntries(Object.keys(times[0]!).map((name) => [name, median(times.map((one) => one[name]!))])),
  ) as [Times, Times];
};

const total = (times: Times) => Object.values(times).reduce((sum, time) => sum + time, 0);

const lineOf = (size: number, [floor, ours]: [Times, Times], runs: number): Line => ({
  ...ratioLine(`growth_${size}`, 1.5, { floor: total(floor), ours: total(ours), runs }),
  by_call: Object.fromEntries(
    Object.keys(ours).map((name) => [name, Number((ours[name]! / floor[name]!).toFixed(2))]),
  ),
});

/** What has to read all that the organization has, and so cannot be flat. A query of the API may take 10 s. */
const WHOLE_LISTS = [
  { name: 'growth_count', goal: 1000, path: '/count?ownership_filter=organization_resources' },
  {
    name: 'growth_sorted',
    goal: 200,
    path: '?limit=20&order_by=plate&ownership_filter=organization_resources',
  },
];

const readWholeLists = async ({ connection, authorization }: OpenService): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const { name, goal, path } of WHOLE_LISTS) {
    const times: number[] = [];
    for (let round = 0; round < WHOLE_LIST_ROUNDS; round++) {
      const start = performance.now();
      // An answer that does not come in time has no time.
      const answered = await connection
        .send(`/v1/inspections${path}`, { headers: authorization })
        .catch(() => null);
      times.push(answered ? performance.now() - start : Number.POSITIVE_INFINITY);
    }
    lines.push(valueLine(name, goal, median(times), 'ms', WHOLE_LIST_ROUNDS));
  }
  return lines;
};

export const growth: Figure = {
  name: 'growth',
  about: `all calls in the life of an inspection where ${SIZES.join(', ')} are stored, against the same where ${FEW} are; and what reads a whole list, of the most (needs 8 GB of disk under TMPDIR)`,
  rounds: 60,
  measure: (rounds, progress, { quick }) =>
    withCleanup(async (opened) => {
      const few = await openApi(opened);
      const many = await openApi(opened);
      await fillLives(few.database, { from: 0, to: FEW }, () => {});
      const lines: Line[] = [];
      let from = 0;
      for (const to of quick ? SIZES.slice(0, 1) : SIZES) {
        await fillLives(many.database, { from, to }, progress);
        // What is still on its way to the disk would hold up the first commits that are measured.
        await promisify(execFile)('sync');
        progress(0, 1, `measuring with ${to}`);
        lines.push(lineOf(to, await compare(few, many, rounds, progress), rounds));
        from = to;
      }
      progress(0, 1, 'counting and sorting the whole list');
      return [...lines, ...(await readWholeLists(many))];
    }),
};
