import { z } from 'zod';
import { createView } from '../../../actions/corrections/create-view.ts';
import { deleteView } from '../../../actions/corrections/delete-view.ts';
import { downloadPhoto, receivePhoto } from '../../../actions/photos/receive-photo.ts';
import type { Ports } from '../../../inspections/ports/ports.ts';
import { invalidField } from '../../../inspections/problems/requests.ts';
import type { View } from '../../../inspections/records/findings/view.ts';
import { answer } from '../../answer.ts';
import { readUpload } from '../../bodies/multipart.ts';
import type { Context, Router } from '../../context.ts';
import { answerOnce } from '../../idempotency.ts';
import { presentView } from '../../present/findings.ts';
import { Deleted, InspectionParams, refusals } from '../../schemas/common.ts';
import { ViewAnswer, viewPlace } from '../../schemas/findings/findings.ts';
import { LinkedImageInput, UploadedImageInput } from '../../schemas/photos/images.ts';
import { parserFor } from '../../validation.ts';

const tags = ['Damages and views'];

const ViewBody = z
  .object({
    image_id: z.string().optional().describe('An image of the inspection. Either this or new_image.'),
    new_image: LinkedImageInput.optional().describe('Or a new one, by address.'),
    ...viewPlace,
  })
  .meta({
    minProperties: 1,
    example: {
      image_id: '0198c5a2-7d1e-7c3a-9f52-6b1d2e3f4a5b',
      damage_id: '0198c5a2-9b40-7a11-8c2d-5e6f70819203',
      bounding_box: { xmin: 120, ymin: 80, width: 200, height: 140 },
    },
  });

const UploadedViewBody = z.object({ new_image: UploadedImageInput, ...viewPlace }).meta({
  example: {
    new_image: { tasks: ['damage_detection'] },
    bounding_box: { xmin: 120, ymin: 80, width: 200, height: 140 },
  },
});

const parseView = parserFor(ViewBody);
const parseUploadedView = parserFor(UploadedViewBody);

export const viewRoutes = (app: Router, { links }: Context) => {
  app.post(
    '/inspections/:inspection_id/views',
    {
      schema: {
        tags,
        summary: 'Show where something is on an image',
        description:
          'On an image of the inspection (image_id), or on a new one: new_image by address, or as multipart/form-data with the parts json and file. ' +
          'Coordinates are pixels of the upright picture; what sticks out of it is cut off. Without polygons and box the view is the whole picture.',
        params: InspectionParams,
        consumes: ['application/json', 'multipart/form-data'],
        response: { 201: ViewAnswer, ...refusals(400, 403, 404, 409, 413, 415, 422) },
      },
      config: { body: ViewBody, upload: UploadedViewBody },
    },
    async (request, reply) => {
      const { actor } = request;
      const { inspection_id } = request.params;
      if (request.isMultipart()) {
        const { input, received: photo } = await readUpload(
          request,
          parseUploadedView,
          ({ new_image }, source) =>
            receivePhoto(
              actor,
              { inspection_id, description: new_image.description, path: 'new_image.', source },
              request.ports,
            ),
        );
        try {
          const { new_image, ...place } = input;
          const asked = { inspection_id, ...place, photo, description: new_image.description };
          const create = (scoped: Ports) => createView(actor, asked, scoped);
          const show = (view: View) => presentView(view, links(request));
          return await answerOnce(request, reply, 'views', [input, photo.sha256], 201, create, show);
        } finally {
          await photo.discard();
        }
      }
      const { image_id, new_image, ...place } = parseView(request.body ?? {});
      if ((image_id === undefined) === (new_image === undefined))
        throw invalidField('image_id', 'Give either image_id or new_image.');
      const create = async (scoped: Ports) => {
        if (image_id !== undefined) return createView(actor, { inspection_id, ...place, image_id }, scoped);
        const { description, acquisition } = new_image!;
        const wanted = { inspection_id, description, path: 'new_image.', url: acquisition.url };
        const photo = await downloadPhoto(actor, wanted, request.ports);
        return createView(actor, { inspection_id, ...place, photo, description }, scoped);
      };
      const show = (view: View) => presentView(view, links(request));
      return answerOnce(request, reply, 'views', request.body, 201, create, show);
    },
  );

  app.delete(
    '/inspections/:inspection_id/views/:view_id',
    {
      schema: {
        tags,
        summary: 'Delete a view',
        params: InspectionParams.extend({ view_id: z.string() }),
        response: { 200: Deleted, ...refusals(400, 403, 404, 413, 415) },
      },
    },
    async (request, reply) =>
      answer(request, reply, 'views', await deleteView(request.actor, request.params, request.ports)),
  );
};
