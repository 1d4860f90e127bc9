import type { Delivery, PageOptions, Webhook } from '@walkaround/sdk';
import { Fragment, useState } from 'react';
import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';
import { Failed, useProblem, Waiting } from '../shell/messages.tsx';
import { useNotices } from '../shell/notices.tsx';
import { useDeliveries, useReplay } from './use-webhooks.ts';

const LOOKS = { pending: 'badge', delivered: 'badge good', failed: 'badge alarm' };

const useAnswer = () => {
  const { settings: say } = useWords();
  const formats = useFormats();
  const problem = useProblem();
  return ({ status, error, milliseconds }: Delivery['attempts'][number]) =>
    fill(say.took, {
      status: status ?? problem({ code: 'not_reached', message: error ?? '' }),
      ms: formats.number(milliseconds),
    });
};

const DeliveryDetails = ({ delivery }: { delivery: Delivery }) => {
  const { settings: say } = useWords();
  const formats = useFormats();
  const answerOf = useAnswer();
  return (
    <div className="stack">
      <ol>
        {delivery.attempts.map((attempt) => (
          <li key={attempt.at}>
            {formats.time(attempt.at)}: {answerOf(attempt)}
          </li>
        ))}
      </ol>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className="payload" tabIndex={0} aria-label={say.details}>
        <pre>{JSON.stringify(delivery.payload, null, 2)}</pre>
      </section>
    </div>
  );
};

const DeliveryRows = ({ delivery, webhook }: { delivery: Delivery; webhook: Webhook }) => {
  const { settings: say } = useWords();
  const { tell, tellError } = useNotices();
  const formats = useFormats();
  const answerOf = useAnswer();
  const replay = useReplay(webhook.id);
  const [isOpen, setOpen] = useState(false);
  const { id, eventType, status, attempts, createdAt } = delivery;
  const last = attempts.at(-1);
  return (
    <Fragment>
      <tr>
        <td>{formats.time(createdAt)}</td>
        <td>
          <code>{eventType}</code>
        </td>
        <td>
          <span className={LOOKS[status]}>{say[status]}</span>
        </td>
        <td className="number">{attempts.length}</td>
        <td>{last ? answerOf(last) : say.noAnswer}</td>
        <td>
          <div className="row">
            <button
              type="button"
              className="button small"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {say.details}
            </button>
            <button
              type="button"
              className="button small"
              disabled={status === 'pending' || replay.isPending}
              onClick={() =>
                replay.mutate(id, { onSuccess: () => tell({ text: say.replayed }), onError: tellError })
              }
            >
              {say.replay}
            </button>
          </div>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={6}>
            <DeliveryDetails delivery={delivery} />
          </td>
        </tr>
      )}
    </Fragment>
  );
};

const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const { settings: say } = useWords();
  const [page, setPage] = useState<PageOptions>({});
  const { data, error, refetch } = useDeliveries(webhook.id, page);
  if (error) return <Failed error={error} again={refetch} />;
  if (!data) return <Waiting />;
  const isNewest = Object.keys(page).length === 0;
  if (isNewest && data.deliveries.length === 0) return <p className="soft">{say.noDeliveries}</p>;
  const { next } = data;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className="price-scroll" tabIndex={0} aria-label={fill(say.logOf, { url: webhook.url })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say.time}</th>
              <th scope="col">{say.event}</th>
              <th scope="col">{say.status}</th>
              <th scope="col" className="number">
                {say.attempts}
              </th>
              <th scope="col">{say.answer}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {data.deliveries.map((delivery) => (
              <DeliveryRows key={delivery.id} delivery={delivery} webhook={webhook} />
            ))}
          </tbody>
        </table>
      </section>
      <p className="row">
        {!isNewest && (
          <button type="button" className="button small" onClick={() => setPage({})}>
            {say.newest}
          </button>
        )}
        {next && (
          <button type="button" className="button small" onClick={() => setPage(next)}>
            {say.older}
          </button>
        )}
      </p>
    </>
  );
};

/** What was sent, and how it went; read only once somebody wants to see it. */
export const DeliveryLog = ({ webhook }: { webhook: Webhook }) => {
  const { settings: say } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say.log}</summary>
      {isOpen && <Deliveries webhook={webhook} />}
    </details>
  );
};
