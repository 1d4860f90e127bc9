import type { Webhook } from '@walkaround/sdk';
import { useRef, useState } from 'react';
import { fill, useWords } from '../language.tsx';
import { CopyField } from '../shell/copy-field.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Failed, Waiting } from '../shell/messages.tsx';
import { useNotices } from '../shell/notices.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { useDeleteWebhook, useWebhooks } from './use-webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';

const Secret = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { settings: say, shell } = useWords();
  return (
    <Dialog title={say.secretTitle} onClose={onClose}>
      <div className="stack">
        <CopyField label={say.secret} text={secret} />
        <p className="soft">{say.secretHint}</p>
        <button type="button" className="button" onClick={onClose}>
          {shell.close}
        </button>
      </div>
    </Dialog>
  );
};

const DeleteWebhook = ({ webhook, onClose }: { webhook: Webhook; onClose(done: boolean): void }) => {
  const { settings: say, shell } = useWords();
  const { tell, tellError } = useNotices();
  const { mutate, isPending } = useDeleteWebhook();
  const go = () =>
    mutate(webhook, {
      onSuccess: () => {
        tell({ text: say.webhookDeleted });
        onClose(true);
      },
      onError: tellError,
    });
  return (
    <Dialog title={say.deleteWebhook} onClose={() => onClose(false)}>
      <p>{fill(say.deleteWebhookWhy, { url: webhook.url })}</p>
      <div className="row">
        <button type="button" className="button danger" disabled={isPending} onClick={go}>
          {shell.delete}
        </button>
        <button type="button" className="button" onClick={() => onClose(false)}>
          {shell.cancel}
        </button>
      </div>
    </Dialog>
  );
};

type Act = 'edit' | 'delete';

const WebhookCard = ({ webhook, onAct }: { webhook: Webhook; onAct(act: Act): void }) => {
  const { settings: say, shell } = useWords();
  const { url, active, eventTypes, description } = webhook;
  return (
    <li className="card stack">
      <div className="webhook-head">
        <div>
          <h3>{url}</h3>
          <p className="soft">
            {[description, eventTypes.join(', ') || say.allEvents].filter(Boolean).join(' · ')}
          </p>
        </div>
        <span className={active ? 'badge good' : 'badge'}>{active ? say.active : say.inactive}</span>
      </div>
      <div className="row">
        <button
          type="button"
          className="button small"
          aria-label={`${say.edit}: ${url}`}
          onClick={() => onAct('edit')}
        >
          {say.edit}
        </button>
        <button
          type="button"
          className="button small danger"
          aria-label={`${shell.delete}: ${url}`}
          onClick={() => onAct('delete')}
        >
          {shell.delete}
        </button>
      </div>
      <DeliveryLog webhook={webhook} />
    </li>
  );
};

export const WebhookSection = () => {
  const { settings: say } = useWords();
  const { data, error, refetch } = useWebhooks();
  const [open, setOpen] = useState<{ act: Act | 'add'; webhook: Webhook | null } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (error) return <Failed error={error} again={refetch} />;
  if (!data) return <Waiting />;
  return (
    <section className="stack" aria-labelledby="webhooks">
      <h2 id="webhooks" ref={heading} tabIndex={-1}>
        {say.webhooks}
      </h2>
      <p className="soft">{say.webhooksHint}</p>
      <p>
        <button
          type="button"
          className="button primary"
          onClick={() => setOpen({ act: 'add', webhook: null })}
        >
          {say.addWebhook}
        </button>
      </p>
      {data.length === 0 && <p className="card">{say.noWebhooks}</p>}
      <ul className="webhooks">
        {data.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} onAct={(act) => setOpen({ act, webhook })} />
        ))}
      </ul>
      {open && open.act !== 'delete' && (
        <WebhookForm
          webhook={open.webhook}
          onClose={(saved) => {
            setOpen(null);
            setSecret(saved?.secret ?? null);
          }}
        />
      )}
      {open?.act === 'delete' && open.webhook && (
        <DeleteWebhook
          webhook={open.webhook}
          onClose={(done) => {
            setOpen(null);
            // Its button is gone.
            if (done) heading.current?.focus();
          }}
        />
      )}
      {secret && <Secret secret={secret} onClose={() => setSecret(null)} />}
    </section>
  );
};
