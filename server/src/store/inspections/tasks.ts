import sql, { raw } from 'sql-template-tag';
import type { NewTask, TaskBrief, Tasks } from '../../inspections/ports/store.ts';
import type { Task } from '../../inspections/records/task.ts';
import type { Database } from '../database.ts';

const OWN_FIELDS = `
  'id', t.id, 'inspection_id', t.inspection_id, 'name', t.name, 'status', t.status,
  'added_by_service', t.added_by_service, 'arguments', t.arguments, 'callbacks', t.callbacks,
  'created_at', t.created_at, 'started_at', t.started_at, 'done_at', t.done_at,
  'validated_at', t.validated_at, 'validated_by', t.validated_by,
  'progress_done', t.progress_done, 'progress_total', t.progress_total, 'error_messages', t.error_messages`;

/** A task `t` as a record, with the images it is applied to. */
export const TASK_FIELDS = raw(`${OWN_FIELDS},
  'images', coalesce((select json_agg(json_build_object('image_id', ti.id, 'details', it.details,
      'compliant', jsonb_array_length(ti.compliance->'issues') = 0) order by ti.created_at, ti.id)
    from image_tasks it join images ti on ti.id = it.image_id
    where it.task_id = t.id and ti.deleted_at is null), '[]')`);

/** Of an inspection that has no images yet; answers the tasks in the given order. */
export const insertTasks = (tasks: NewTask[]) => sql`
  insert into tasks as t (id, inspection_id, name, status, added_by_service, arguments, callbacks, started_at, done_at,
    validated_at, validated_by)
  select n.id, n.inspection_id, n.name, n.status, n.added_by_service, n.arguments, n.callbacks,
    case when n.status <> 'NOT_STARTED' then clock_timestamp() end,
    case when n.status in ('DONE', 'VALIDATED') then clock_timestamp() end,
    case when n.validated_by is not null then clock_timestamp() end, n.validated_by
  from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as n (id uuid, inspection_id uuid, name text,
    status text, added_by_service boolean, arguments jsonb, callbacks jsonb, validated_by text)
  returning json_build_object(${raw(OWN_FIELDS)}, 'images', '[]'::json) as task`;

export const tasksOn = (database: Database): Tasks => ({
  briefs: (inspectionId) =>
    database.rows<TaskBrief>(
      sql`select id, name, status from tasks where inspection_id = ${inspectionId} order by created_at, id`,
      'task-briefs',
    ),

  list: async (inspectionId) =>
    (
      await database.rows<{ task: Task }>(
        sql`
        select json_build_object(${TASK_FIELDS}) as task from tasks t
        where t.inspection_id = ${inspectionId} order by t.created_at, t.id`,
        'tasks',
      )
    ).map((row) => row.task),

  find: async (inspectionId, name) =>
    (
      await database.row<{ task: Task }>(sql`
        select json_build_object(${TASK_FIELDS}) as task from tasks t
        where t.inspection_id = ${inspectionId} and t.name = ${name}`)
    )?.task ?? null,

  change: async (id, change) => {
    const status = change.status ?? null;
    await database.run(sql`
      update tasks set
        status = coalesce(${status}, status),
        arguments = coalesce(${change.arguments ? JSON.stringify(change.arguments) : null}::jsonb, arguments),
        run_id = coalesce(${change.run_id ?? null}::uuid, run_id),
        started_at = case when ${status} in ('TODO', 'DONE') then coalesce(started_at, clock_timestamp()) else started_at end,
        done_at = case when ${status} in ('DONE', 'ERROR') then clock_timestamp()
          when ${status} in ('TODO', 'IN_PROGRESS') then null else done_at end,
        validated_at = case when ${change.validated_by ?? null}::text is not null then clock_timestamp() else validated_at end,
        validated_by = coalesce(${change.validated_by ?? null}, validated_by),
        error_messages = case when ${status} in ('TODO', 'DONE') then '[]'::jsonb else error_messages end
          || ${JSON.stringify(change.errors ?? [])}::jsonb
      where id = ${id}`);
  },

  withdrawValidation: async (id) => {
    await database.run(
      sql`update tasks set status = 'DONE', validated_at = null, validated_by = null where id = ${id}`,
    );
  },

  holds: async (id, runId) =>
    (await database.row(
      sql`select 1 from tasks where id = ${id} and run_id = ${runId} and status = 'IN_PROGRESS'`,
    )) !== null,

  progress: async (id, runId, done, total) =>
    (await database.run(sql`
      update tasks set progress_done = ${done}, progress_total = ${total}
      where id = ${id} and run_id = ${runId} and status = 'IN_PROGRESS'`)) > 0,
});
