/** What people say to each other about an inspection. */
import { v7 as uuid } from 'uuid';
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { notYourComment } from '../../inspections/problems/claims.ts';
import { limitReached } from '../../inspections/problems/requests.ts';
import type { Comment } from '../../inspections/records/comment.ts';
import { recordEvent } from '../events/record-event.ts';
import { assertId, inspectionToChange, inspectionToRead } from '../reach-inspection.ts';

/** A list of all of them is one answer. Deleted ones count, or adding and deleting would have no end. */
const MOST_COMMENTS = 500;

export const listComments = async (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<Comment[]> => store.comments.list((await inspectionToRead(actor, input.inspection_id, store)).id);

export const addComment = (
  actor: Actor,
  input: { inspection_id: string; text: string },
  { store }: Ports,
): Promise<Comment> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    if ((await tx.comments.count(head.id)) >= MOST_COMMENTS)
      throw limitReached(`An inspection holds at most ${MOST_COMMENTS} comments, deleted ones included.`);
    const comment = await tx.comments.insert({
      id: uuid(),
      inspection_id: head.id,
      text: input.text,
      created_by: actor.user_id,
      created_by_name: actor.name ?? null,
    });
    await recordEvent(tx, head, 'comment.created', { comment_id: comment.id });
    return comment;
  });

/** Its author and its times stay. One that is deleted already stays so: the request may have come twice. */
export const deleteComment = (
  actor: Actor,
  input: { inspection_id: string; comment_id: string },
  { store }: Ports,
): Promise<Comment> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.comment_id, 'comment');
    const comment = await tx.comments.find(head.id, input.comment_id);
    if (comment === null) throw notFound('comment');
    if (comment.created_by !== actor.user_id) throw notYourComment();
    if (comment.deleted_at !== null) return comment;
    const deleted = await tx.comments.delete(comment.id);
    await recordEvent(tx, head, 'comment.deleted', { comment_id: comment.id });
    return deleted;
  });
