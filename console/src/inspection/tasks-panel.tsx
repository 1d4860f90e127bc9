import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Task, UpdateTask } from '@walkaround/sdk';
import { useState } from 'react';
import { useClient } from '../client.ts';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { useProblem } from '../shell/messages.tsx';
import { useNotices } from '../shell/notices.tsx';
import { taskEntry } from '../shell/task-registry.ts';
import { isRunning } from './findings.ts';
import { useWho } from './use-who.ts';

const LOOK: Partial<Record<Task['status'], string>> = { DONE: 'good', VALIDATED: 'good', ERROR: 'alarm' };

type Move = { label: string; sign?: string; change: UpdateTask };

/** What the task found goes with a new run: nobody does that by a slip. */
const RunAgain = ({ name, onRun, onClose }: { name: string; onRun(): void; onClose(): void }) => {
  const { inspection: say, shell } = useWords();
  return (
    <Dialog title={fill(say.runAgainOf, { task: name })} onClose={onClose}>
      <p>{say.runAgainWhy}</p>
      <div className="row">
        <button type="button" className="button primary" onClick={onRun}>
          {say.runAgain}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {shell.cancel}
        </button>
      </div>
    </Dialog>
  );
};

/** What a person can do with a task that is where it is. No run changes what is locked. */
const useMoves = (task: Task, isLocked: boolean): Move[] => {
  const { inspection: say } = useWords();
  const { name, status } = task;
  const { started_by } = taskEntry(name);
  const start: UpdateTask = { status: 'TODO' };
  if (started_by === 'person' && ['NOT_STARTED', 'TODO', 'IN_PROGRESS'].includes(status))
    return [{ label: say.finishReview, change: { status: 'DONE' } }];
  // The service closes it by itself when everything else was started.
  if (started_by === 'service' && status === 'NOT_STARTED') return [];
  if (status === 'VALIDATED')
    return [{ label: say.withdrawValidation, sign: '↶', change: { status: 'DONE', withdraw: true } }];
  if (isLocked && status !== 'DONE') return [];
  if (status === 'NOT_STARTED') return [{ label: say.startTask, change: start }];
  if (status === 'ERROR') return [{ label: say.retryTask, change: start }];
  if (status !== 'DONE') return [];
  const again: Move = { label: say.runAgain, sign: '↻', change: { ...start, again: true } };
  const validate: Move = { label: say.validate, change: { status: 'VALIDATED' } };
  return isLocked || started_by !== 'client' ? [validate] : [validate, again];
};

type MayDo = { mayChange: boolean; isLocked: boolean };

const TaskLine = ({ task, mayChange, isLocked }: MayDo & { task: Task }) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const client = useClient();
  const queries = useQueryClient();
  const { tellError } = useNotices();
  const formats = useFormats();
  const who = useWho(task.inspectionId);
  const problem = useProblem();
  const name = nameIn(names.tasks, task.name);
  const move = useMutation({
    mutationFn: (change: UpdateTask) => client.tasks.updateOne(task.inspectionId, task.name, change),
    onError: tellError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['inspection', task.inspectionId] }),
  });
  const moves = useMoves(task, isLocked);
  const [asked, setAsked] = useState<UpdateTask | null>(null);
  const { done, total } = task.progress;
  return (
    <li className="task">
      <div className="task-state">
        <span className="task-name">{name}</span>{' '}
        <span className={`badge ${LOOK[task.status] ?? ''}`}>{nameIn(names.task_status, task.status)}</span>
      </div>
      {mayChange && moves.length > 0 && (
        <span className="task-moves">
          {moves.map(({ label, sign, change }) => (
            <button
              key={label}
              type="button"
              className="button small"
              aria-label={`${label}: ${name}`}
              title={label}
              disabled={move.isPending}
              onClick={() => (change.again ? setAsked(change) : move.mutate(change))}
            >
              {sign ?? label}
            </button>
          ))}
        </span>
      )}
      {asked && (
        <RunAgain
          name={name}
          onRun={() => {
            setAsked(null);
            move.mutate(asked);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {isRunning(task) && (
        <progress
          aria-label={fill(say.progressOf, { task: name })}
          max={Math.max(total, 1)}
          value={total > 0 ? done : undefined}
        />
      )}
      {isRunning(task) && total > 0 && (
        <span className="soft facts">{fill(say.photosDone, { done, total })}</span>
      )}
      {task.validatedBy && (
        <p className="soft facts">
          {fill(say.validatedBy, { who: who(task.validatedBy), time: formats.time(task.validatedAt!) })}
        </p>
      )}
      {[...new Set(task.errorMessages.map(({ errorCode: code, message }) => problem({ code, message })))].map(
        (sentence) => (
          <p key={sentence} className={task.status === 'ERROR' ? 'alarm facts' : 'soft facts'}>
            {sentence}
          </p>
        ),
      )}
    </li>
  );
};

/** What the service does with the photos, as it does it. */
export const TasksPanel = ({ tasks, ...may }: MayDo & { tasks: Task[] }) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const running = tasks.filter(isRunning);
  return (
    <section className={running.length > 0 ? 'card tasks running' : 'card tasks'} aria-labelledby="tasks">
      <h2 id="tasks">{say.tasks}</h2>
      <ul>
        {tasks.map((task) => (
          <TaskLine key={task.id} task={task} {...may} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {running.length > 0
          ? fill(say.nowRunning, { tasks: running.map(({ name }) => nameIn(names.tasks, name)).join(', ') })
          : say.nothingRuns}
      </p>
    </section>
  );
};
