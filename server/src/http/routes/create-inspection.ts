import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type CreateInspection, createInspection } from '../../actions/inspections/create-inspection.ts';
import { getSettings } from '../../actions/organization/manage-organization.ts';
import { receiveAttached } from '../../actions/photos/receive-photo.ts';
import type { Json } from '../../inspections/records/json.ts';
import { readNamedFiles } from '../bodies/multipart.ts';
import type { Context, Router } from '../context.ts';
import { readsNullAsPending } from '../dialect.ts';
import { answerOnce } from '../idempotency.ts';
import { presentInspection } from '../present/inspection.ts';
import { refusals } from '../schemas/common.ts';
import { CreateInspectionBody, CreateWithFilesBody, InspectionAnswer } from '../schemas/inspections.ts';
import type { NewTaskInput } from '../schemas/tasks.ts';
import { parserFor } from '../validation.ts';

/** What generation 4 asks for beside the tasks is a task since generation 5. */
const withPricing = (tasks: NewTaskInput[], options: Json): NewTaskInput[] =>
  tasks.some(({ name }) => name === 'pricing')
    ? tasks
    : [...tasks, { name: 'pricing', status: 'TODO', arguments: options, callbacks: [] }];

const parse = parserFor(CreateInspectionBody);
const parseWithFiles = parserFor(CreateWithFilesBody);

type WithFiles = z.output<typeof CreateWithFilesBody>;
type Wishes = Omit<WithFiles, 'images'>;

/** The names of the files that are to come, each with the place that names it. */
const filesOf = ({ images }: WithFiles) =>
  new Map(
    images.flatMap(({ acquisition }, index): [string, string][] =>
      'file_key' in acquisition ? [[acquisition.file_key, `images.${index}.acquisition.file_key`]] : [],
    ),
  );

const descriptionOf = ({ images }: WithFiles, file: string) =>
  images.find(({ acquisition }) => 'file_key' in acquisition && acquisition.file_key === file)!.description;

export const createInspectionRoutes = (app: Router, { links }: Context) => {
  const create = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { pricing, ...wishes }: Wishes,
    images: CreateInspection['images'],
    identity: unknown,
  ) => {
    const tasks = pricing ? withPricing(wishes.tasks, pricing) : wishes.tasks;
    return answerOnce(
      request,
      reply,
      'inspections',
      identity,
      201,
      (scoped) => createInspection(request.actor, { ...wishes, tasks, images }, scoped),
      (inspection) =>
        presentInspection(inspection, links(request), { nullWhilePending: readsNullAsPending(request) }),
    );
  };

  app.post(
    '/inspections',
    {
      schema: {
        tags: ['Inspections'],
        summary: 'Create an inspection',
        description:
          'Names every task that will ever run on it. Images may come with it: by address, or as multipart/form-data ' +
          'with a part json (what this body describes) and then the files, each under the file_key that its image names.',
        consumes: ['application/json', 'multipart/form-data'],
        response: { 201: InspectionAnswer, ...refusals(400, 413, 415, 422) },
      },
      config: { body: CreateInspectionBody, upload: CreateWithFilesBody, file: null },
    },
    async (request, reply) => {
      if (!request.isMultipart()) {
        const input = parse(request.body ?? {});
        const { images, ...wishes } = input;
        const linked = images.map(({ acquisition, description }) => ({ url: acquisition.url, description }));
        return create(request, reply, wishes, linked, input);
      }
      const { settings } = await getSettings(request.actor, {}, request.ports);
      const keepOriginal = settings.keep_originals;
      const { input, received } = await readNamedFiles(
        request,
        parseWithFiles,
        filesOf,
        (asked, name, source) =>
          receiveAttached(
            { source, name, description: descriptionOf(asked, name), keepOriginal },
            request.ports,
          ),
        request.ports.limits.imagesPerInspection,
      );
      try {
        const { images, ...wishes } = input;
        const given = images.map(({ acquisition, description }) =>
          'url' in acquisition
            ? { url: acquisition.url, description }
            : { photo: received.get(acquisition.file_key)!, description },
        );
        const hashes = [...received].map(([name, { sha256 }]) => [name, sha256]);
        return await create(request, reply, wishes, given, [input, hashes]);
      } finally {
        await Promise.all([...received.values()].map((photo) => photo.discard()));
      }
    },
  );
};
