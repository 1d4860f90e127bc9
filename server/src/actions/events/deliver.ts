import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Webhook as Signer } from 'standardwebhooks';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import type { Delivery } from '../../inspections/records/organization.ts';

type Deliver = { delivery_id: string };
type Message = { url: string; headers: Record<string, string>; body: string };
type Outcome = { status: number | null; error: string | null; hopeless: boolean };

// They describe the connection, which is ours, or would let a client forge what we say about ourselves.
const NOT_FOR_CLIENTS =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|x-walkaround-.*)$/;
const ANSWER_BYTES = 1024;

const isSendable = (name: string, value: string) => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return !NOT_FOR_CLIENTS.test(name);
  } catch {
    return false;
  }
};

const clientHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name, value]) => isSendable(name, value)),
  );

const hopeless = (error: string): Outcome => ({ status: null, error, hopeless: true });

/** What to send and where; a webhook is asked anew, so that a corrected address counts for retries and replays. */
const addressed = async (delivery: Delivery, store: Store): Promise<Message | Outcome> => {
  const body = JSON.stringify(delivery.payload);
  const about = { 'x-walkaround-delivery': delivery.id, 'x-walkaround-event': delivery.event_type };
  const json = { 'content-type': 'application/json' };
  if (delivery.kind === 'callback')
    return { url: delivery.url, body, headers: { ...json, ...clientHeaders(delivery.headers), ...about } };

  const { webhook_id, organization_id } = delivery;
  const webhook =
    webhook_id && organization_id ? await store.webhooks.find(organization_id, webhook_id) : null;
  if (webhook === null) return hopeless('The webhook was deleted.');
  if (!webhook.active) return hopeless('The webhook is switched off. Switch it on and replay the delivery.');
  const now = new Date();
  const signed = {
    'webhook-id': delivery.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    // Whoever knows one of the secrets finds a signature that fits.
    'webhook-signature': [webhook.secret, webhook.previous_secret]
      .flatMap((secret) => (secret === null ? [] : [new Signer(secret).sign(delivery.id, now, body)]))
      .join(' '),
  };
  return { url: webhook.url, body, headers: { ...json, ...signed } };
};

const post = async (
  message: Message,
  ports: Pick<Ports, 'fetch' | 'limits'>,
  signal?: AbortSignal,
): Promise<Outcome> => {
  try {
    const timeoutMs = ports.limits.callbackTimeoutSeconds * 1000;
    const { url, ...request } = message;
    const answer = await ports.fetch(url, { method: 'POST', ...request, timeoutMs, signal });
    await readAway(answer.body);
    return {
      status: answer.status,
      error: answer.accepted ? null : `The receiver answered with status ${answer.status}.`,
      hopeless: false,
    };
  } catch (error) {
    if (!(error instanceof Problem))
      return { status: null, error: 'The receiver could not be reached.', hopeless: false };
    return { status: null, error: error.message, hopeless: error.code === 'forbidden_address' };
  }
};

/** The status says it all, but a receiver that is cut off in the middle of its answer may take that for a failure. */
const readAway = async (body: AsyncIterable<Buffer>) => {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // Nothing in the body changes what the status said.
  }
};

/** One attempt. It throws when another one shall follow, which the queue makes after a while. */
export const deliver = async (
  input: Deliver,
  ports: Pick<Ports, 'store' | 'fetch' | 'limits'>,
  run: { attemptsLeft: number; signal?: AbortSignal },
): Promise<'delivered' | 'failed' | 'nothing_to_do'> => {
  const { events } = ports.store;
  const delivery = await events.findDelivery(input.delivery_id);
  if (delivery?.status !== 'pending') return 'nothing_to_do';

  const at = new Date().toISOString();
  const began = performance.now();
  const message = await addressed(delivery, ports.store);
  const outcome = 'hopeless' in message ? message : await post(message, ports, run.signal);
  // Not the receiver's fault and not an attempt: the worker is stopping.
  run.signal?.throwIfAborted();

  const { status, error } = outcome;
  const last = outcome.hopeless || run.attemptsLeft <= 0;
  const result = error === null ? 'delivered' : last ? 'failed' : 'pending';
  await events.noteAttempt(
    delivery.id,
    { at, status, error, milliseconds: Math.round(performance.now() - began) },
    result,
  );
  if (result === 'pending') throw new Error(`${error} It will be tried again.`);
  return result;
};

/** The worker died in the last attempt, so nobody else can say that the delivery has failed. */
export const giveUpDelivery = async (input: Deliver, { store }: Pick<Ports, 'store'>): Promise<void> => {
  const delivery = await store.events.findDelivery(input.delivery_id);
  if (delivery?.status !== 'pending') return;
  const error =
    'The service was interrupted in the last attempt, so its outcome is not known. Replay the delivery.';
  const at = new Date().toISOString();
  await store.events.noteAttempt(delivery.id, { at, status: null, error, milliseconds: 0 }, 'failed');
};
