import { type EventType, WalkaroundError, type Webhook } from '@walkaround/sdk';
import { type FormEvent, useState } from 'react';
import { useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { useMessageOf, useProblem } from '../shell/messages.tsx';
import { SaveRow } from '../shell/save-row.tsx';
import { useSaveWebhook } from './use-webhooks.ts';

/** A record, so that none is forgotten. */
const EVENTS: Record<EventType, true> = {
  'inspection.created': true,
  'inspection.updated': true,
  'inspection.assigned': true,
  'inspection.deleted': true,
  'inspection.restored': true,
  'image.added': true,
  'image.assessed': true,
  'image.updated': true,
  'image.deleted': true,
  'task.started': true,
  'task.progress': true,
  'task.done': true,
  'task.error': true,
  'task.validated': true,
  'task.validation_withdrawn': true,
  'damage.created': true,
  'damage.deleted': true,
  'comment.created': true,
  'comment.deleted': true,
  'pdf.requested': true,
  'pdf.ready': true,
  'pdf.error': true,
  'share_link.created': true,
  'share_link.revoked': true,
  'contest.opened': true,
  'contest.decided': true,
  'contest.withdrawn': true,
  'contest.overdue': true,
};

const EventChoice = ({ chosen }: { chosen: EventType[] }) => {
  const { settings: say } = useWords();
  const [isSome, setSome] = useState(chosen.length > 0);
  return (
    <fieldset>
      <legend>{say.events}</legend>
      {[false, true].map((some) => (
        <label className="check" key={String(some)}>
          <input type="radio" name="which" checked={isSome === some} onChange={() => setSome(some)} />
          {some ? say.someEvents : say.allEvents}
        </label>
      ))}
      {isSome && (
        <div className="event-types">
          {Object.keys(EVENTS).map((type) => (
            <label className="check" key={type}>
              <input
                type="checkbox"
                name="event"
                value={type}
                defaultChecked={chosen.includes(type as EventType)}
              />
              <code>{type}</code>
            </label>
          ))}
          <input type="hidden" name="some" value="yes" />
        </div>
      )}
    </fieldset>
  );
};

export const WebhookForm = (props: { webhook: Webhook | null; onClose(saved: Webhook | null): void }) => {
  const { settings: say } = useWords();
  const messageOf = useMessageOf();
  const problem = useProblem();
  const { webhook } = props;
  const save = useSaveWebhook(webhook);
  const [isNoneChosen, setNoneChosen] = useState(false);
  const wrongUrl =
    save.error instanceof WalkaroundError ? save.error.errors.find(({ path }) => path === 'url') : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const eventTypes = given.getAll('event') as EventType[];
    const isMissing = given.has('some') && eventTypes.length === 0;
    setNoneChosen(isMissing);
    if (isMissing) return;
    const url = String(given.get('url')).trim();
    const description = String(given.get('description')).trim() || null;
    save.mutate({ url, description, eventTypes, active: given.has('active') }, { onSuccess: props.onClose });
  };
  return (
    <Dialog title={webhook ? say.editWebhook : say.addWebhook} onClose={() => props.onClose(null)}>
      <form className="stack" onSubmit={submit} noValidate>
        <label className="field">
          {say.url}
          <input
            name="url"
            type="url"
            placeholder="https://"
            defaultValue={webhook?.url}
            aria-invalid={wrongUrl !== undefined}
            aria-describedby={wrongUrl && 'webhook-wrong'}
          />
        </label>
        <label className="field">
          {say.description}
          <input name="description" maxLength={500} defaultValue={webhook?.description ?? ''} />
        </label>
        <EventChoice chosen={webhook?.eventTypes ?? []} />
        <label className="check">
          <input type="checkbox" name="active" defaultChecked={webhook?.active ?? true} />
          {say.active}
        </label>
        <p id="webhook-wrong" className="alarm" role="alert">
          {isNoneChosen
            ? say.noEventChosen
            : save.error
              ? wrongUrl
                ? problem({ code: 'forbidden_address', ...wrongUrl })
                : messageOf(save.error)
              : ''}
        </p>
        <SaveRow isSaving={save.isPending} onClose={() => props.onClose(null)} />
      </form>
    </Dialog>
  );
};
