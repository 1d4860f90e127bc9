import type { FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { addImage } from '../../../actions/photos/add-image.ts';
import { awaitAssessment } from '../../../actions/photos/assess-image.ts';
import { getImage, listImages, setDamageArea } from '../../../actions/photos/get-images.ts';
import { downloadPhoto, receivePhoto } from '../../../actions/photos/receive-photo.ts';
import type { ReceivedPhoto } from '../../../inspections/ports/ports.ts';
import { answer, answerPage } from '../../answer.ts';
import { readUpload } from '../../bodies/multipart.ts';
import type { Context, Router } from '../../context.ts';
import { readsNullAsPending } from '../../dialect.ts';
import { once } from '../../idempotency.ts';
import { linksTo } from '../../links.ts';
import { pageQuery, presentPage } from '../../paging.ts';
import { presentImage } from '../../present/image.ts';
import { ImageParams, InspectionParams, page, queryFlag, refusals } from '../../schemas/common.ts';
import {
  DamageAreaAnswer,
  DamageAreaInput,
  ImageAnswer,
  LinkedImageInput,
  UploadedImageInput,
} from '../../schemas/photos/images.ts';
import { parserFor } from '../../validation.ts';

const tags = ['Images'];

/** Clients give up on an upload 30 s after they began to send it. */
const WAIT_MS = 25_000;

const parseLinked = parserFor(LinkedImageInput);
const parseUploaded = parserFor(UploadedImageInput);

export const imageRoutes = (app: Router, { links }: Context) => {
  const add = async (
    request: FastifyRequest<{ Params: { inspection_id: string } }>,
    reply: FastifyReply,
    input: z.output<typeof UploadedImageInput>,
    identity: unknown,
    photoFor: () => Promise<ReceivedPhoto>,
  ) => {
    const { inspection_id } = request.params;
    const { description, waitsFor } = input;
    const urgent = waitsFor.length > 0;
    const options = { nullWhilePending: readsNullAsPending(request) };
    const added = await once(
      request,
      identity,
      201,
      async (scoped) =>
        addImage(request.actor, { inspection_id, photo: await photoFor(), description, urgent }, scoped),
      (image) => presentImage(image, links(request), options),
    );
    if (!urgent) return added;
    const timeoutMs = WAIT_MS - reply.elapsedTime;
    const waiting = { inspection_id, image_id: String(added.id), waitsFor, timeoutMs };
    return presentImage(
      await awaitAssessment(request.actor, waiting, request.ports),
      links(request),
      options,
    );
  };

  app.post(
    '/inspections/:inspection_id/images',
    {
      schema: {
        tags,
        summary: 'Add an image',
        description:
          'As multipart/form-data with two parts, json (what this body describes) and then the file; or as JSON with an address to fetch. ' +
          'JPEG, PNG, WebP, AVIF, TIFF and HEIC, told by their bytes. Sending the same file with the same description again within ten minutes answers with the first image.',
        params: InspectionParams,
        consumes: ['application/json', 'multipart/form-data'],
        response: { 201: ImageAnswer, ...refusals(400, 403, 404, 409, 413, 415, 422) },
      },
      config: { body: LinkedImageInput, upload: UploadedImageInput },
    },
    async (request, reply) => {
      const { inspection_id } = request.params;
      if (!request.isMultipart()) {
        const input = parseLinked(request.body ?? {});
        const { description, acquisition } = input;
        const added = await add(request, reply, input, request.body, () =>
          downloadPhoto(
            request.actor,
            { inspection_id, description, path: '', url: acquisition.url },
            request.ports,
          ),
        );
        return answer(request, reply.code(201), 'images', added);
      }
      const { input, received } = await readUpload(request, parseUploaded, ({ description }, source) =>
        receivePhoto(request.actor, { inspection_id, description, path: '', source }, request.ports),
      );
      try {
        const added = await add(request, reply, input, [input, received.sha256], async () => received);
        return answer(request, reply.code(201), 'images', added);
      } finally {
        await received.discard();
      }
    },
  );

  app.get(
    '/inspections/:inspection_id/images',
    {
      schema: {
        tags,
        summary: 'List the images of an inspection',
        params: InspectionParams,
        querystring: z.object(pageQuery),
        response: { 200: page(ImageAnswer), ...refusals(404, 422) },
      },
    },
    async (request, reply) => {
      const found = await listImages(request.actor, { ...request.params, ...request.query }, request.ports);
      const link = links(request);
      const views = Map.groupBy(found.views, (view) => view.image_id);
      const nullWhilePending = readsNullAsPending(request);
      const shown = presentPage(request, link.origin, found.list, request.query, found.page, (image) =>
        presentImage(image, link, { views: views.get(image.id), nullWhilePending }),
      );
      return answerPage(request, reply, 'images', shown);
    },
  );

  app.get(
    '/inspections/:inspection_id/images/:image_id',
    {
      schema: {
        tags,
        summary: 'Get an image',
        params: ImageParams,
        querystring: z.object({ show_deleted_objects: queryFlag(false) }),
        response: { 200: ImageAnswer, ...refusals(404, 422) },
      },
    },
    async (request, reply) => {
      const { inspection, image, views } = await getImage(
        request.actor,
        { ...request.params, ...request.query },
        request.ports,
      );
      const link = linksTo(inspection, links(request));
      const shown = presentImage(image, link, { views, nullWhilePending: readsNullAsPending(request) });
      return answer(request, reply, 'images', shown);
    },
  );

  app.patch(
    '/inspections/:inspection_id/images/:image_id/damage_areas',
    {
      schema: {
        tags,
        summary: 'Set the damage area an image shows',
        description: 'Without an id a new area is made.',
        params: ImageParams,
        body: DamageAreaInput.partial({ id: true }).meta({
          example: { relevant_elements: ['door_front_left', 'fender_front_left'] },
        }),
        response: { 200: DamageAreaAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { id = uuid(), relevant_elements } = request.body;
      const area = await setDamageArea(
        request.actor,
        { ...request.params, area: { id, relevant_elements } },
        request.ports,
      );
      return answer(request, reply, 'damageAreas', area);
    },
  );
};
