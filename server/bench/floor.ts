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
import type pg from 'pg';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { createPool, databaseOn } from '../src/store/database.ts';
import { inspectionsOn } from '../src/store/inspections/inspections.ts';
import { allIn } from './tenant.ts';

const [databaseUrl, folder] = process.argv.slice(2) as [string, string];
const pool = createPool(databaseUrl, 10, () => {}, { everything: true });
const inspections = inspectionsOn(databaseOn(pool));
const app = fastify();
await app.register(multipart, { limits: { fileSize: 64 * 1024 * 1024 } });
await mkdir(folder, { recursive: true });
await pool.query('create table floor_jobs (id bigint generated always as identity primary key, data jsonb)');

const inTransaction = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
};

/** The same single SQL as the service, and nothing done to its row. */
app.get<{ Params: { id: string } }>('/inspections/:id', async (request) =>
  inspections.read(request.params.id, { deletedObjects: false }),
);

const ofOrganization = allIn('organization_resources');

/** The newest of one organization, again by the service's own SQL. */
app.get<{ Querystring: { limit: string } }>('/inspections', async (request) => {
  const page = { limit: Number(request.query.limit), order: 'desc' as const, from: null };
  return inspections.list(ofOrganization, 'created_at', page);
});

app.get<{ Querystring: { limit: string } }>('/inspections/summaries', async (request) => {
  const page = { limit: Number(request.query.limit), order: 'desc' as const, from: null };
  return inspections.summaries(ofOrganization, 'created_at', page);
});

/** Its status, that of its inspection, and a job for whoever runs it, in one transaction. */
app.patch<{ Params: { id: string; name: string }; Body: { status: string } }>(
  '/inspections/:id/tasks/:name',
  async (request) => {
    const { id, name } = request.params;
    return inTransaction(async (client) => {
      const { rows } = await client.query(
        'update tasks set status = $3, started_at = now() where inspection_id = $1 and name = $2 returning *',
        [id, name, request.body.status],
      );
      await client.query('update inspections set status = $2 where id = $1', [id, request.body.status]);
      await client.query('insert into floor_jobs (data) values ($1)', [{ id, name }]);
      return rows[0];
    });
  },
);

type NewInspection = { tasks: Record<string, object>; additional_data: object };

/** The rows of the inspection and of its tasks, in one transaction. */
app.post<{ Body: NewInspection }>('/inspections', async (request, reply) => {
  const { tasks, additional_data } = request.body;
  const id = uuid();
  await inTransaction(async (client) => {
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
  });
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
