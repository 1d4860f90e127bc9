import { deleteImage, deleteImages, setImageData } from '../../../actions/photos/change-images.ts';
import { answer, answerSummary } from '../../answer.ts';
import type { Context, Router } from '../../context.ts';
import { readsNullAsPending } from '../../dialect.ts';
import { once } from '../../idempotency.ts';
import { presentImage } from '../../present/image.ts';
import { Deleted, ImageParams, InspectionParams, refusals } from '../../schemas/common.ts';
import {
  DeletedImagesAnswer,
  DeleteImageBody,
  DeleteImagesBody,
  ImageDataBody,
} from '../../schemas/photos/change-images.ts';
import { ImageAnswer } from '../../schemas/photos/images.ts';

const tags = ['Images'];

const images = (count: number) => (count === 1 ? '1 image' : `${count} images`);

export const changeImageRoutes = (app: Router, { links }: Context) => {
  app.patch(
    '/inspections/:inspection_id/images/:image_id',
    {
      schema: {
        tags,
        summary: 'Replace the additional data of an image',
        params: ImageParams,
        body: ImageDataBody,
        response: { 200: ImageAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { image, views } = await setImageData(
        request.actor,
        { ...request.params, ...request.body },
        request.ports,
      );
      return answer(
        request,
        reply,
        'images',
        presentImage(image, links(request), { views, nullWhilePending: readsNullAsPending(request) }),
      );
    },
  );

  app.delete(
    '/inspections/:inspection_id/images/:image_id',
    {
      schema: {
        tags,
        summary: 'Delete an image',
        description:
          'Deletes the image and its views. Afterward it reads as 404, unless show_deleted_objects=true.',
        params: ImageParams,
        body: DeleteImageBody,
        response: { 200: Deleted, ...refusals(400, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const deleted = await deleteImage(request.actor, { ...request.params, ...request.body }, request.ports);
      return answer(request, reply, 'images', deleted);
    },
  );

  app.post(
    '/inspections/:inspection_id/images/delete',
    {
      schema: {
        tags,
        summary: 'Delete several images',
        description:
          'Deletes every image that may be deleted. The answer gives the reason for each image that stays.',
        params: InspectionParams,
        body: DeleteImagesBody,
        response: { 200: DeletedImagesAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const input = { ...request.params, ...request.body };
      const outcome = await once(
        request,
        request.body,
        200,
        (scoped) => deleteImages(request.actor, input, scoped),
        ({ deleted, failed }) => ({
          message: `${images(deleted.length)} deleted, ${images(failed.length)} not.`,
          deleted_image_ids: deleted,
          failed,
        }),
      );
      return answerSummary(request, reply, 'images', outcome);
    },
  );
};
