import type { Task } from '../../inspections/records/task.ts';
import { TASK_NAME_ALIASES } from '../../inspections/vocabulary.ts';

/** Before a task runs, what speaks for it is that all its photos are good enough. */
const confidenceBefore = (task: Task) => {
  const known = task.images.filter((image) => image.compliant !== null);
  if (known.length === 0) return { value: null, status: 'NOT_STARTED' };
  if (known.length < task.images.length) return { value: null, status: 'IN_PROGRESS' };
  return { value: known.every((image) => image.compliant), status: 'DONE' };
};

export const presentTask = (task: Task) => {
  const before = confidenceBefore(task);
  return {
    id: task.id,
    object_type: 'TASK',
    name: task.name,
    status: task.status,
    created_at: task.created_at,
    started_at: task.started_at,
    done_at: task.done_at,
    validated_at: task.validated_at,
    validated_by: task.validated_by,
    inspection_id: task.inspection_id,
    images: task.images.map(({ image_id, details }) => ({ image_id, details })),
    arguments: task.arguments,
    ...('damage_score_threshold' in task.arguments && {
      damage_score_threshold: task.arguments.damage_score_threshold,
    }),
    ...('scoring' in task.arguments && { scoring: task.arguments.scoring }),
    confidence_pre_execution: before.value,
    confidence_pre_execution_status: before.status,
    confidence_post_execution: null,
    progress: { done: task.progress_done, total: task.progress_total },
    error_messages: task.error_messages.map((error) => ({
      id: error.id,
      message: error.message,
      created_at: error.created_at,
      error_code: error.error_code,
      trace_id: null,
    })),
  };
};

/** Generation 3 looks a task up by its other name, so the listing has both. */
export const presentTasksByName = (tasks: Task[]) => {
  const named: Record<string, ReturnType<typeof presentTask>> = Object.fromEntries(
    tasks.map((task) => [task.name, presentTask(task)]),
  );
  for (const [alias, name] of Object.entries(TASK_NAME_ALIASES)) if (named[name]) named[alias] = named[name];
  return named;
};
