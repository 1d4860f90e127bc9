import { z } from 'zod';
import { addComment, deleteComment, listComments } from '../../actions/inspections/comment-inspection.ts';
import type { Comment } from '../../inspections/records/comment.ts';
import { answer, answerNamed } from '../answer.ts';
import type { Router } from '../context.ts';
import { answerOnce } from '../idempotency.ts';
import { CommentAnswer, CommentBody, CommentParams } from '../schemas/comments.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';

const tags = ['Inspections'];
const path = '/inspections/:inspection_id/comments';

const present = (comment: Comment) => ({
  id: comment.id,
  inspection_id: comment.inspection_id,
  text: comment.text,
  created_at: comment.created_at,
  created_by: comment.created_by,
  created_by_name: comment.created_by_name,
  deleted_at: comment.deleted_at,
});

export const commentRoutes = (app: Router) => {
  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List the comments on an inspection',
        description: 'Oldest first. Deleted ones are there without their text.',
        params: InspectionParams,
        response: { 200: z.object({ data: z.array(CommentAnswer) }), ...refusals(404) },
      },
    },
    async (request, reply) => {
      const data = (await listComments(request.actor, request.params, request.ports)).map(present);
      return answerNamed(request, reply, 'comments', data, { data });
    },
  );

  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Comment on an inspection',
        description: 'For the people who work on it; reports and shared links never show comments.',
        params: InspectionParams,
        body: CommentBody,
        response: { 201: CommentAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const input = { ...request.params, ...request.body };
      return answerOnce(
        request,
        reply,
        'comments',
        input,
        201,
        (scoped) => addComment(request.actor, input, scoped),
        present,
      );
    },
  );

  app.delete(
    `${path}/:comment_id`,
    {
      schema: {
        tags,
        summary: 'Delete your comment',
        description:
          'Its text is removed for good; who wrote it and when stays. Only its author can delete it.',
        params: CommentParams,
        response: { 200: CommentAnswer, ...refusals(400, 403, 404, 413, 415) },
      },
    },
    async (request, reply) => {
      const deleted = await deleteComment(request.actor, request.params, request.ports);
      return answer(request, reply, 'comments', present(deleted));
    },
  );
};
