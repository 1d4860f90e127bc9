import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OpenContest } from '@walkaround/sdk';
import { type SubmitEvent, useState } from 'react';
import { useClient } from '../client.ts';
import { damageName, partName } from '../inspection/damages/damage-name.ts';
import { fill, useNames, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { useMessageOf } from '../shell/messages.tsx';
import { useNotices } from '../shell/notices.tsx';
import type { SharedDamage } from './shared-contests.tsx';
import './contests.css';

const REASONS = ['was_there_before', 'not_a_damage', 'not_my_vehicle', 'other'] as const;
/** As many as the service takes with one contest. */
const MOST_PHOTOS = 5;
const LONGEST = 2000;

const useContest = (link: string, onDone: () => void) => {
  const { contests: say } = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const { tell } = useNotices();
  return useMutation({
    mutationFn: (contest: OpenContest & { photos: File[] }) => client.shared.contestOne(link, contest),
    onSuccess: async () => {
      tell({ text: say.sent });
      await queries.invalidateQueries({ queryKey: ['shared', link] });
      onDone();
    },
  });
};

/** For somebody without an account, on a phone: why, in their words, with their photos. */
export const ContestForm = (props: { link: string; damage: SharedDamage; onClose(): void }) => {
  const { contests: say, shell } = useWords();
  const names = useNames();
  const messageOf = useMessageOf();
  const { damage, link, onClose } = props;
  const [reason, setReason] = useState<OpenContest['reason'] | null>(null);
  const [photos, setPhotos] = useState<File[]>([]);
  const send = useContest(link, onClose);
  const isTooMany = photos.length > MOST_PHOTOS;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text'));
    if (reason && !isTooMany) send.mutate({ damageId: damage.id, reason, text, photos });
  };
  const title = fill(say.title, { damage: damageName(names, damage), part: partName(names, damage) });
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack contest-form" onSubmit={submit}>
        <fieldset>
          <legend>{say.why}</legend>
          {REASONS.map((one) => (
            <label className="check" key={one}>
              <input type="radio" name="reason" required onChange={() => setReason(one)} />
              {say.reasons[one]}
            </label>
          ))}
        </fieldset>
        <label className="field">
          {reason === 'other' ? say.text : say.textOptional}
          <textarea name="text" rows={4} maxLength={LONGEST} required={reason === 'other'} />
        </label>
        <label className="field">
          {say.photos}
          <input
            type="file"
            accept="image/*"
            multiple
            onChange={({ target }) => setPhotos([...(target.files ?? [])])}
          />
          <span className="soft">{fill(say.photosHint, { count: MOST_PHOTOS })}</span>
        </label>
        {isTooMany && (
          <p className="alarm" role="alert">
            {fill(say.tooMany, { count: MOST_PHOTOS })}
          </p>
        )}
        <p className="soft">{say.privacy}</p>
        {send.error && (
          <p className="alarm" role="alert">
            {messageOf(send.error)}
          </p>
        )}
        <div className="row">
          <button type="submit" className="button primary" disabled={send.isPending || isTooMany}>
            {send.isPending ? say.sending : say.send}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {shell.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
