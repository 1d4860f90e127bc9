/** An inspection from its photos to its findings, as a client brings it there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MULTIPART, multipart } from './connection.ts';
import type { OpenService } from './test-bed.ts';

const TASK = 'damage_detection';

export const withPhotos = async (
  { connection, authorization }: OpenService,
  photo: Buffer,
  photos: number,
  tasks: readonly string[] = [TASK],
): Promise<string> => {
  const created = await connection.send('/v1/inspections', {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ tasks: Object.fromEntries(tasks.map((task) => [task, {}])) }),
  });
  const { id } = JSON.parse(created.toString()) as { id: string };
  for (let number = 0; number < photos; number++)
    await connection.send(`/v1/inspections/${id}/images`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': MULTIPART },
      // Another key each time: the same photo for the same purpose would be taken for one sent again.
      body: multipart({ tasks, image_sibling_key: `s${number}` }, photo),
    });
  return id;
};

export const start = async ({ connection, authorization }: OpenService, id: string, task = TASK) =>
  void (await connection.send(`/v1/inspections/${id}/tasks/${task}`, {
    method: 'PATCH',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: '{"status":"TODO"}',
  }));

export const taskOf = async ({ connection, authorization }: OpenService, id: string, task = TASK) => {
  const answer = await connection.send(`/v1/inspections/${id}/tasks/${task}`, { headers: authorization });
  return JSON.parse(answer.toString()) as {
    status: string;
    progress: { done: number };
    started_at: string;
    done_at: string;
    error_messages: object[];
  };
};

/** The task once it is done. Asked seldom, because each question takes time from the analysis. */
export const done = async (
  service: OpenService,
  id: string,
  tell: (photosDone: number) => void = () => {},
  name = TASK,
) => {
  for (;;) {
    const task = await taskOf(service, id, name);
    if (task.status === 'ERROR') throw new Error(`The task failed: ${JSON.stringify(task.error_messages)}`);
    if (task.status === 'DONE') return task;
    tell(task.progress.done);
    await sleep(200);
  }
};
