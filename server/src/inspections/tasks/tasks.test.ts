import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../problems/problem.ts';
import {
  CLIENT_TASK_STATUSES,
  type ClientTaskStatus,
  INSPECTION_STATUSES,
  type InspectionStatus,
  TASK_NAMES,
  TASK_STATUSES,
  type TaskName,
  type TaskStatus,
} from '../vocabulary.ts';
import {
  assertArgumentsOpen,
  assertClientMayMove,
  assertMayLoseImage,
  assertOpen,
  closesOwnTask,
  inspectionStatus,
  isFinished,
  isStarted,
  mayRunNow,
  releasedBy,
} from './tasks.ts';

type Summary = { name: TaskName; status: TaskStatus; added_by_service: boolean };

const problemOf = (work: () => unknown): Problem | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

/** The whole table, written out: what a client's wish does in each state. */
const OUTCOMES: Record<TaskStatus, Record<ClientTaskStatus, 'moves' | 'same' | 'refused'>> = {
  NOT_STARTED: { NOT_STARTED: 'same', TODO: 'moves', DONE: 'moves', VALIDATED: 'refused' },
  TODO: { NOT_STARTED: 'refused', TODO: 'same', DONE: 'refused', VALIDATED: 'refused' },
  IN_PROGRESS: { NOT_STARTED: 'refused', TODO: 'same', DONE: 'refused', VALIDATED: 'refused' },
  DONE: { NOT_STARTED: 'refused', TODO: 'refused', DONE: 'same', VALIDATED: 'moves' },
  ERROR: { NOT_STARTED: 'refused', TODO: 'moves', DONE: 'refused', VALIDATED: 'refused' },
  VALIDATED: { NOT_STARTED: 'refused', TODO: 'refused', DONE: 'refused', VALIDATED: 'same' },
};

describe('what a client may set', () => {
  for (const from of TASK_STATUSES)
    for (const to of CLIENT_TASK_STATUSES)
      test(`${from} → ${to}: ${OUTCOMES[from][to]}`, () => {
        const problem = problemOf(() =>
          expect(assertClientMayMove('wheel_analysis', from, to)).toBe(OUTCOMES[from][to] === 'moves'),
        );
        if (OUTCOMES[from][to] !== 'refused') expect(problem).toBeNull();
        else
          expect(problem).toMatchObject({
            kind: 'conflict',
            code: 'illegal_transition',
            message: expect.stringContaining(`The task wheel_analysis is ${from} and cannot become ${to}.`),
          });
      });
});

test.each<[TaskStatus, ClientTaskStatus, string]>([
  ['NOT_STARTED', 'VALIDATED', 'It can become TODO or DONE.'],
  ['IN_PROGRESS', 'DONE', 'Wait until it has ended.'],
  ['DONE', 'TODO', 'To run it once more, send "again": true with the status.'],
  ['VALIDATED', 'TODO', 'Withdraw its validation first: send "status": "DONE" with "withdraw": true.'],
])('who may not move a task from %s to %s is told what to do', (from, to, cure) => {
  expect(problemOf(() => assertClientMayMove('odometer', from, to))?.message).toMatch(cure);
});

test('a finished task runs again only when that is said, and a validated one never', () => {
  const again = { again: true };
  expect(assertClientMayMove('wheel_analysis', 'DONE', 'TODO', again)).toBe(true);
  expect(problemOf(() => assertClientMayMove('wheel_analysis', 'VALIDATED', 'TODO', again))?.kind).toBe(
    'conflict',
  );
  expect(problemOf(() => assertClientMayMove('wheel_analysis', 'TODO', 'DONE', again))?.kind).toBe(
    'conflict',
  );
});

test('a validation is withdrawn only when that is said, and nothing else is moved by saying it', () => {
  const withdraw = { withdraw: true };
  expect(assertClientMayMove('wheel_analysis', 'VALIDATED', 'DONE', withdraw)).toBe(true);
  expect(problemOf(() => assertClientMayMove('wheel_analysis', 'VALIDATED', 'DONE'))?.kind).toBe('conflict');
  expect(problemOf(() => assertClientMayMove('wheel_analysis', 'VALIDATED', 'TODO', withdraw))?.kind).toBe(
    'conflict',
  );
  expect(problemOf(() => assertClientMayMove('wheel_analysis', 'TODO', 'DONE', withdraw))?.kind).toBe(
    'conflict',
  );
});

test('a task is open for images only before it has started', () => {
  for (const status of TASK_STATUSES) {
    const problem = problemOf(() => assertOpen('damage_detection', status));
    expect(problem?.code ?? 'open', status).toBe(status === 'NOT_STARTED' ? 'open' : 'task_already_started');
  }
});

test('arguments are open before the start and with a retry or another run, at no other time', () => {
  for (const from of TASK_STATUSES)
    for (const to of TASK_STATUSES) {
      const open = from === 'NOT_STARTED' || (['ERROR', 'DONE'].includes(from) && to === 'TODO');
      const problem = problemOf(() => assertArgumentsOpen('damage_detection', from, to));
      expect(problem?.kind ?? 'open', `${from} → ${to}`).toBe(open ? 'open' : 'conflict');
    }
});

const ofClient = (...statuses: TaskStatus[]): Summary[] =>
  statuses.map((status, index) => ({ name: TASK_NAMES[index]!, status, added_by_service: false }));

test('an image goes only where each of its tasks is as far as allowed, and never while one works on it', () => {
  for (const status of TASK_STATUSES)
    for (const authorized of [['NOT_STARTED'], ['DONE', 'ERROR'], TASK_STATUSES] as TaskStatus[][]) {
      const running = status === 'TODO' || status === 'IN_PROGRESS';
      const tasks = [{ name: 'images_ocr' as const, status }];
      const problem = problemOf(() => assertMayLoseImage(tasks, authorized));
      expect(problem?.code ?? null).toBe(authorized.includes(status) && !running ? null : 'image_in_use');
    }
  expect(problemOf(() => assertMayLoseImage([], ['NOT_STARTED']))).toBeNull();
});

test.each<[TaskStatus[], InspectionStatus]>([
  [[], 'NOT_STARTED'],
  [['NOT_STARTED'], 'NOT_STARTED'],
  [['NOT_STARTED', 'DONE'], 'DONE'],
  [['NOT_STARTED', 'VALIDATED'], 'VALIDATED'],
  [['NOT_STARTED', 'DONE', 'VALIDATED'], 'DONE'],
  [['TODO'], 'IN_PROGRESS'],
  [['IN_PROGRESS', 'VALIDATED'], 'IN_PROGRESS'],
  [['NOT_STARTED', 'TODO'], 'IN_PROGRESS'],
  [['ERROR', 'TODO'], 'IN_PROGRESS'],
  [['ERROR', 'IN_PROGRESS'], 'IN_PROGRESS'],
  [['ERROR'], 'ERROR'],
  [['ERROR', 'NOT_STARTED'], 'ERROR'],
  [['ERROR', 'DONE', 'VALIDATED'], 'ERROR'],
  [['DONE'], 'DONE'],
  [['DONE', 'VALIDATED'], 'DONE'],
  [['VALIDATED'], 'VALIDATED'],
  [['VALIDATED', 'VALIDATED'], 'VALIDATED'],
])('an inspection whose tasks are %j is %s', (statuses, expected) => {
  expect(inspectionStatus(ofClient(...statuses))).toBe(expected);
});

const PHOTO_TASK: TaskName = 'damage_detection';

const anyStatuses = fc.array(fc.constantFrom(...TASK_STATUSES), {
  minLength: 1,
  maxLength: TASK_NAMES.length,
});

test('exactly one status fits any set of tasks, and the order of the tasks does not matter', () => {
  const runs = (s: TaskStatus) => s === 'TODO' || s === 'IN_PROGRESS';
  const isOver = (s: TaskStatus) => s === 'DONE' || s === 'VALIDATED';
  const fits: Record<InspectionStatus, (s: TaskStatus[]) => boolean> = {
    VALIDATED: (s) => s.length > 0 && s.every((x) => x === 'VALIDATED'),
    ERROR: (s) => s.includes('ERROR') && !s.some(runs),
    IN_PROGRESS: (s) => s.some(runs),
    DONE: (s) => s.every(isOver) && s.includes('DONE'),
    NOT_STARTED: (s) => s.length === 0,
  };
  fc.assert(
    fc.property(anyStatuses, (statuses) => {
      const tasks = statuses.map((status) => ({ name: PHOTO_TASK, status, added_by_service: false }));
      const started = statuses.filter((status) => status !== 'NOT_STARTED');
      expect(INSPECTION_STATUSES.filter((status) => fits[status](started))).toEqual([
        inspectionStatus(tasks),
      ]);
      expect(inspectionStatus(tasks.toReversed())).toBe(inspectionStatus(tasks));
    }),
  );
});

test('a task without photos, such as an estimate that is started at creation, does not finish an inspection by itself', () => {
  const status = (pricing: TaskStatus, photos: TaskStatus) =>
    inspectionStatus([
      { name: 'pricing', status: pricing, added_by_service: false },
      { name: PHOTO_TASK, status: photos, added_by_service: false },
    ]);
  expect(status('DONE', 'NOT_STARTED')).toBe('NOT_STARTED');
  expect(status('ERROR', 'NOT_STARTED')).toBe('ERROR');
  expect(status('NOT_STARTED', 'DONE')).toBe('DONE');
  expect(inspectionStatus([{ name: 'pricing', status: 'DONE', added_by_service: false }])).toBe('DONE');
});

test("the service's own task changes nothing in the inspection's status", () => {
  fc.assert(
    fc.property(anyStatuses, fc.constantFrom(...TASK_STATUSES), (statuses, status) => {
      const theirs = ofClient(...statuses);
      const own: Summary = { name: 'compliances', status, added_by_service: true };
      expect(inspectionStatus([...theirs, own])).toBe(inspectionStatus(theirs));
    }),
  );
});

test('the own task closes when everything else has started, once, and never in place of a client', () => {
  const own = (status: TaskStatus): Summary => ({ name: 'compliances', status, added_by_service: true });
  fc.assert(
    fc.property(anyStatuses, fc.constantFrom(...TASK_STATUSES), (statuses, status) => {
      const theirs = ofClient(...statuses);
      expect(closesOwnTask(theirs)).toBeUndefined();
      // A review waits for people and keeps nothing open.
      const open = theirs.some((task) => task.name !== 'human_in_the_loop' && task.status === 'NOT_STARTED');
      const closes = status === 'NOT_STARTED' && !open;
      expect(closesOwnTask([...theirs, own(status)])?.name).toBe(closes ? 'compliances' : undefined);
    }),
  );
});

test('a repair estimate waits for damages and wheels that were started and have not ended', () => {
  for (const damage of TASK_STATUSES)
    for (const wheel of TASK_STATUSES) {
      const all: Summary[] = [
        { name: 'damage_detection', status: damage, added_by_service: false },
        { name: 'wheel_analysis', status: wheel, added_by_service: false },
        { name: 'repair_estimate', status: 'TODO', added_by_service: false },
      ];
      const runs = (status: TaskStatus) => status === 'TODO' || status === 'IN_PROGRESS';
      expect(mayRunNow('repair_estimate', all), `${damage}, ${wheel}`).toBe(!runs(damage) && !runs(wheel));
      expect(mayRunNow('damage_detection', all)).toBe(true);
      expect(releasedBy('damage_detection', all).map((task) => task.name)).toEqual(
        runs(damage) || runs(wheel) ? [] : ['repair_estimate'],
      );
      expect(releasedBy('images_ocr', all)).toEqual([]);
    }
});

test('a repair estimate that nobody started is not set free by its damages', () => {
  for (const status of TASK_STATUSES.filter((s) => s !== 'TODO')) {
    const all: Summary[] = [
      { name: 'damage_detection', status: 'DONE', added_by_service: false },
      { name: 'repair_estimate', status, added_by_service: false },
    ];
    expect(releasedBy('damage_detection', all), status).toEqual([]);
  }
});

/** An inspection in the small: the same steps that the service takes, and the jobs they leave behind. */
const play = (names: TaskName[]) => {
  const tasks: Summary[] = names.map((name) => ({ name, status: 'NOT_STARTED', added_by_service: false }));
  const jobs: TaskName[] = [];
  const find = (name: TaskName) => tasks.find((task) => task.name === name)!;
  const queueIfReady = (task: Summary) => {
    if (task.status === 'TODO' && mayRunNow(task.name, tasks)) jobs.push(task.name);
  };
  return {
    tasks,
    jobs,
    client: (name: TaskName, to: ClientTaskStatus) => {
      const task = find(name);
      const before = task.status;
      if (problemOf(() => assertClientMayMove(name, task.status, to))) return before;
      if (before === to) return before;
      task.status = to;
      queueIfReady(task);
      return before;
    },
    take: () => {
      const name = jobs.shift();
      const task = name && find(name);
      if (task && task.status === 'TODO' && mayRunNow(task.name, tasks)) task.status = 'IN_PROGRESS';
    },
    end: (name: TaskName, outcome: 'DONE' | 'ERROR') => {
      const task = find(name);
      if (task.status !== 'IN_PROGRESS') return;
      task.status = outcome;
      jobs.push(...releasedBy(name, tasks).map((waiting) => waiting.name));
    },
  };
};

const NAMES: TaskName[] = ['damage_detection', 'wheel_analysis', 'repair_estimate', 'images_ocr'];
const anyName = fc.constantFrom(...NAMES);
const anyStep = fc.oneof(
  fc.record({
    kind: fc.constant('client' as const),
    name: anyName,
    to: fc.constantFrom(...CLIENT_TASK_STATUSES),
  }),
  fc.record({ kind: fc.constant('take' as const) }),
  fc.record({
    kind: fc.constant('end' as const),
    name: anyName,
    to: fc.constantFrom('DONE' as const, 'ERROR' as const),
  }),
);

test('whatever clients and workers do in whatever order, no task goes back and none that was started is forgotten', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      const world = play(NAMES);
      for (const step of steps) {
        const before = new Map(world.tasks.map((task) => [task.name, task.status]));
        if (step.kind === 'client') world.client(step.name, step.to);
        else if (step.kind === 'take') world.take();
        else world.end(step.name, step.to);

        for (const { name, status } of world.tasks) {
          const was = before.get(name)!;
          if (was === 'VALIDATED') expect(status).toBe('VALIDATED');
          if (isStarted(was)) expect(isStarted(status)).toBe(true);
          if (isFinished(was) && !isFinished(status)) expect([was, status]).toEqual(['ERROR', 'TODO']);
          // Whoever waits has a job, or something to wait for that still runs.
          if (status === 'TODO' && mayRunNow(name, world.tasks)) expect(world.jobs).toContain(name);
        }
        const estimate = world.tasks.find(({ name }) => name === 'repair_estimate')!;
        if (estimate.status === 'IN_PROGRESS' && before.get('repair_estimate') === 'TODO')
          for (const name of ['damage_detection', 'wheel_analysis'] as const)
            expect(['TODO', 'IN_PROGRESS']).not.toContain(before.get(name));
      }
      for (
        let guard = 0;
        guard < 100 && world.tasks.some(({ status }) => !isFinished(status) && isStarted(status));
        guard++
      ) {
        world.take();
        for (const { name } of world.tasks) world.end(name, 'DONE');
      }
      expect(world.tasks.filter(({ status }) => status === 'TODO' || status === 'IN_PROGRESS')).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
