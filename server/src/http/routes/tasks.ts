import { z } from 'zod';
import { getTask, listTasks } from '../../actions/tasks/get-tasks.ts';
import { updateTask } from '../../actions/tasks/update-task.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { Json } from '../../inspections/records/json.ts';
import { TASK_NAMES, type TaskName } from '../../inspections/vocabulary.ts';
import { answer, answerNamed } from '../answer.ts';
import { renamerFor } from '../bodies/known-names.ts';
import type { Router } from '../context.ts';
import { presentTask, presentTasksByName } from '../present/task.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';
import { argumentChanges, TaskAnswer, TaskNameInput, UpdateTaskBody } from '../schemas/tasks.ts';
import { parserFor } from '../validation.ts';

const tags = ['Tasks'];
const TaskParams = InspectionParams.extend({ task_name: z.string().meta({ example: 'damage_detection' }) });

const taskNamed = (name: string): TaskName => {
  const known = TaskNameInput.safeParse(name).data;
  if (!known) throw notFound(`task ${name}. The tasks are: ${TASK_NAMES.join(', ')}`);
  return known;
};

/** Only what the client gave: the defaults were filled in at creation and must not come back. */
const parseArguments = (name: TaskName, given: Json): Json => {
  const schema = argumentChanges(name);
  const parsed = parserFor(z.object({ arguments: schema }))({ arguments: given }).arguments as Json;
  const named = renamerFor(schema)(given) as Json;
  return Object.fromEntries(Object.entries(parsed).filter(([key]) => Object.hasOwn(named, key)));
};

export const taskRoutes = (app: Router) => {
  app.get(
    '/inspections/:inspection_id/tasks',
    {
      schema: {
        tags,
        summary: 'List the tasks of an inspection',
        description: 'An object keyed by task name. images_ocr also appears as image_ocr.',
        params: InspectionParams,
        response: { 200: z.record(z.string(), TaskAnswer), ...refusals(404) },
      },
    },
    async (request, reply) => {
      const tasks = await listTasks(request.actor, request.params, request.ports);
      return answerNamed(request, reply, 'tasks', tasks.map(presentTask), presentTasksByName(tasks));
    },
  );

  app.get(
    '/inspections/:inspection_id/tasks/:task_name',
    {
      schema: {
        tags,
        summary: 'Get a task',
        params: TaskParams,
        response: { 200: TaskAnswer, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const { inspection_id, task_name } = request.params;
      const task = await getTask(request.actor, { inspection_id, task: taskNamed(task_name) }, request.ports);
      return answer(request, reply, 'tasks', presentTask(task));
    },
  );

  app.patch(
    '/inspections/:inspection_id/tasks/:task_name',
    {
      schema: {
        tags,
        summary: 'Start, retry, run again, declare done or validate a task, or withdraw its validation',
        description:
          'Sending the present status again changes nothing. From TODO on, images and arguments cannot change.',
        params: TaskParams,
        body: UpdateTaskBody,
        response: { 200: TaskAnswer, ...refusals(400, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { inspection_id, task_name } = request.params;
      const { status, arguments: given, again, withdraw } = request.body;
      const task = taskNamed(task_name);
      const changes = given && parseArguments(task, given);
      const updated = await updateTask(
        request.actor,
        { inspection_id, task, status, arguments: changes, again, withdraw },
        request.ports,
      );
      return answer(request, reply, 'tasks', presentTask(updated));
    },
  );
};
