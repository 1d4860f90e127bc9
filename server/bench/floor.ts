/**
 * The least that anybody would have to do for the same requests: fastify and pg, no identity, no checks,
 * no events, no queue. A process of its own, as the service is. Arguments: database address, folder.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { createPool, databaseOn } from '../src/store/database.ts';
import { inspectionsOn } from '../src/store/inspections.ts';

const [databaseUrl, folder] = process.argv.slice(2) as [string, string];
const pool = createPool(databaseUrl, 10, () => {});
const inspections = inspectionsOn(databaseOn(pool));
const app = fastify();
await app.register(multipart, { limits: { fileSize: 64 * 1024 * 1024 } });
await mkdir(folder, { recursive: true });

/** The same single SQL as the service, and nothing done to its row. */
app.get<{ Params: { id: string } }>('/inspections/:id', async (request) =>
  inspections.read(request.params.id, { deletedObjects: false }),
);

type NewInspection = { tasks: Record<string, object>; additional_data: object };

/** The rows of the inspection and of its tasks, in one transaction. */
app.post<{ Body: NewInspection }>('/inspections', async (request, reply) => {
  const { tasks, additional_data } = request.body;
  const id = uuid();
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into inspections (id, owner_id, creator_id, status, additional_data) values ($1, $2, $2, $3, $4)`,
      [id, 'floor', 'NOT_STARTED', JSON.stringify(additional_data)],
    );
    const names = Object.keys(tasks);
    await client.query(
      `insert into tasks (id, inspection_id, name, status, arguments)
       select * from unnest ($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[])`,
      [
        names.map(() => uuid()),
        names.map(() => id),
        names,
        names.map(() => 'NOT_STARTED'),
        names.map((name) => JSON.stringify(tasks[name])),
      ],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  return reply.code(201).send({ id });
});

/** The file, flushed to the disk; its size in pixels; its row. */
app.post<{ Params: { id: string } }>('/inspections/:id/images', async (request, reply) => {
  const part = await request.file();
  const id = uuid();
  const path = join(folder, `${randomUUID()}.jpg`);
  const out = createWriteStream(path, { flush: true });
  await pipeline(part!.file, out);
  const { width, height } = await sharp(path).metadata();
  await pool.query(
    `insert into images (id, inspection_id, file_key, mimetype, binary_size, width, height, rotation, fingerprint)
     values ($1, $2, $3, 'image/jpeg', $4, $5, $6, 'NO_ROTATION', '')`,
    [id, request.params.id, path, out.bytesWritten, width, height],
  );
  return reply.code(201).send({ id });
});

process.send!(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('disconnect', () => process.exit());
