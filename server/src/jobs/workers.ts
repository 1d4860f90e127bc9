import { blurContest } from '../actions/contests/blur-contest.ts';
import { deliver, giveUpDelivery } from '../actions/events/deliver.ts';
import { giveUpEvidence, makeEvidence } from '../actions/evidence/make-evidence.ts';
import { finishErasure } from '../actions/inspections/erase-inspection.ts';
import { noteLesson } from '../actions/inspections/note-lesson.ts';
import { assessImage, giveUpAssessment } from '../actions/photos/assess-image.ts';
import { blurImage, giveUpBlur } from '../actions/photos/blur-image.ts';
import { lookAlong } from '../actions/photos/look-along.ts';
import { giveUpReport, makeReport } from '../actions/reports/make-report.ts';
import { giveUpSharedReport, makeSharedReport } from '../actions/sharing/make-shared-report.ts';
import { giveUpOdometer, readOdometer } from '../actions/tasks/read-odometer.ts';
import { giveUpTask, runTask } from '../actions/tasks/run-task.ts';
import { cleanUp } from '../actions/upkeep/clean-up.ts';
import { sweepFiles } from '../actions/upkeep/sweep-files.ts';
import type { Ports } from '../inspections/ports/ports.ts';
import type { Handler, Log, Queue, Run } from './queue.ts';
import type { QueueName, Waiting } from './queues.ts';

type WorkerOptions = {
  /** Tasks that run at the same time, and as many photos that are assessed beside them. */
  concurrency: number;
  log: Log;
  onJob?: (name: string, seconds: number, outcome: string) => void;
};

// They mostly wait for the receivers, some of which are slow: those of one tenant leave places for the others.
const DELIVERIES_AT_ONCE = 8;
const DELIVERIES_OF_ONE = 4;

/** One line per job. Its data are ids, so they may be told. A handler that returns a word names the outcome. */
const told =
  <N extends QueueName>(
    name: N,
    { log, onJob }: WorkerOptions,
    handle: (data: Waiting[N], run: Run) => Promise<unknown>,
  ): Handler<N> =>
  async (data, run) => {
    const began = performance.now();
    const tell = (outcome: string, error?: unknown) => {
      const milliseconds = Math.round(performance.now() - began);
      const fields = { job: name, ...data, milliseconds, outcome };
      onJob?.(name, milliseconds / 1000, outcome);
      if (error === undefined) log.info(fields, 'job');
      else log.warn({ ...fields, error: error instanceof Error ? error.message : String(error) }, 'job');
    };
    try {
      const result = await handle(data, run);
      tell(typeof result === 'string' ? result : 'done');
    } catch (error) {
      tell(run.attemptsLeft > 0 ? 'retry' : 'failed', error);
      throw error;
    }
  };

export const startWorkers = async (
  queue: Queue,
  ports: Ports,
  options: WorkerOptions,
): Promise<{ stop(timeoutMs: number): Promise<void> }> => {
  const work = <N extends QueueName>(
    name: N,
    concurrency: number,
    handle: (data: Waiting[N], run: Run) => Promise<unknown>,
    mostOfOne?: number,
  ) => queue.work(name, concurrency, told(name, options, handle), mostOfOne);

  const stepwise =
    <D>(handle: (data: D, ports: Ports, signal: AbortSignal) => Promise<unknown>) =>
    (data: D, { signal, step }: Run) =>
      step(() => handle(data, ports, signal));

  await work('assess-image', options.concurrency, stepwise(assessImage));
  await work('assess-image-failed', 1, (data) => giveUpAssessment(data, ports));
  await work('read-odometer', options.concurrency, (data, run) => readOdometer(data, ports, run));
  await work('read-odometer-failed', 1, (data) => giveUpOdometer(data, ports));
  await work('blur-image', options.concurrency, stepwise(blurImage));
  await work('blur-image-failed', 1, async (data) => void (await giveUpBlur(data, ports)));
  await work('blur-contest', 1, stepwise(blurContest));
  // A task of hundreds of photos holds its place for long: one more place is left that only somebody else can have.
  const places = { all: options.concurrency + 1, ofOne: options.concurrency };
  await work('run-task', places.all, (data, run) => runTask(data, ports, run), places.ofOne);
  await work('run-task-failed', 1, (data) => giveUpTask(data, ports));
  await work('make-report', 1, stepwise(makeReport));
  await work('make-report-failed', 1, (data) => giveUpReport(data, ports));
  await work('make-shared-report', 1, stepwise(makeSharedReport));
  await work('make-shared-report-failed', 1, (data) => giveUpSharedReport(data, ports));
  await work('make-evidence', 1, stepwise(makeEvidence));
  await work('make-evidence-failed', 1, (data) => giveUpEvidence(data, ports));
  await work('deliver', DELIVERIES_AT_ONCE, (data, run) => deliver(data, ports, run), DELIVERIES_OF_ONE);
  await work('deliver-failed', 1, (data) => giveUpDelivery(data, ports));
  await work('clean-up', 1, async () => options.log.info(await cleanUp(ports), 'Removed what was old.'));
  await work('look-along', 1, async (data, run) => {
    const outcome = await lookAlong(data, ports, run);
    if (outcome === 'failed')
      options.log.warn(data, 'A model that looks along failed: see npx walkaround models list.');
    return outcome;
  });
  await work('note-lesson', 1, (data) => noteLesson(data, ports));
  await work('erase-inspection', 1, (data) => finishErasure(data, ports));
  await work('sweep-files', 1, async (_, { signal }) => {
    const spared = await sweepFiles(ports, signal);
    if (spared > 0)
      options.log.warn(
        { files: spared },
        'Most files of a stretch belong to inspections that the database does not know, so they were left alone. Does it belong to this store?',
      );
  });
  await queue.keepSchedule();

  return { stop: (timeoutMs) => queue.stop({ graceful: true, timeoutMs }) };
};
