import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Comment } from '@walkaround/sdk';
import { type SubmitEvent, useRef } from 'react';
import { useClient, usePerson } from '../client.ts';
import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';
import { Failed } from '../shell/messages.tsx';
import { useNotices } from '../shell/notices.tsx';
import { useMembers } from './use-members.ts';

const keyOf = (inspectionId: string) => ['inspection', inspectionId, 'comments'];

const useComments = (inspectionId: string) => {
  const client = useClient();
  const queries = useQueryClient();
  const { tellError } = useNotices();
  const readAgain = () => queries.invalidateQueries({ queryKey: keyOf(inspectionId) });
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(inspectionId),
    queryFn: ({ signal }) => client.comments.getMany(inspectionId, { signal }),
  });
  const add = useMutation({
    mutationFn: (text: string) => client.comments.createOne(inspectionId, { text }),
    onSuccess: readAgain,
  });
  const remove = useMutation({
    mutationFn: (id: string) => client.comments.deleteOne(inspectionId, id),
    onSuccess: readAgain,
    onError: tellError,
  });
  return { comments: data?.result.map((id) => data.entities.comments[id]!), error, refetch, add, remove };
};

const One = ({ comment, onDelete }: { comment: Comment; onDelete?: () => void }) => {
  const { claim: say, shell } = useWords();
  const { nameOf } = useMembers();
  const { time } = useFormats();
  const who = comment.createdByName ?? nameOf(comment.createdBy);
  return (
    <li className="comment">
      <p className="comment-head">
        <strong>{who}</strong>{' '}
        <time className="soft" dateTime={comment.createdAt}>
          {time(comment.createdAt)}
        </time>
        {onDelete && (
          <button
            type="button"
            className="button small quiet"
            aria-label={fill(say.deleteComment, { time: time(comment.createdAt) })}
            onClick={onDelete}
          >
            {shell.delete}
          </button>
        )}
      </p>
      <p className={comment.text === null ? 'comment-text soft' : 'comment-text'}>
        {comment.text ?? fill(say.commentDeleted, { time: time(comment.deletedAt!) })}
      </p>
    </li>
  );
};

/** What people said to each other, oldest first, and a place to answer. */
export const Comments = ({ inspectionId, mayChange }: { inspectionId: string; mayChange: boolean }) => {
  const { claim: say } = useWords();
  const person = usePerson();
  const form = useRef<HTMLFormElement>(null);
  const { comments, error, refetch, add, remove } = useComments(inspectionId);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text')).trim();
    if (text) add.mutate(text, { onSuccess: () => form.current?.reset() });
  };
  return (
    <section className="card stack" aria-labelledby="comments">
      <h2 id="comments">{say.comments}</h2>
      {error && <Failed error={error} again={refetch} />}
      {comments && comments.length > 0 && (
        <ol className="comments">
          {comments.map((comment) => (
            <One
              key={comment.id}
              comment={comment}
              onDelete={
                mayChange && comment.createdBy === person?.id && comment.text !== null
                  ? () => remove.mutate(comment.id)
                  : undefined
              }
            />
          ))}
        </ol>
      )}
      {comments?.length === 0 && <p className="soft facts no-comments">{say.noComments}</p>}
      {mayChange && (
        <form ref={form} className="stack comment-form" onSubmit={submit}>
          <label className="field">
            {say.newComment}
            <textarea name="text" rows={2} maxLength={5000} required />
          </label>
          {add.error && <Failed error={add.error} />}
          <div className="row">
            <button type="submit" className="button" disabled={add.isPending}>
              {say.comment}
            </button>
          </div>
        </form>
      )}
    </section>
  );
};
