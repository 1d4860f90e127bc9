/** Many clients at once, each on a connection of its own, as fast as they are answered. A process of its own. */
import { connect, MULTIPART, multipart, type Outgoing } from './connection.ts';
import type { Answered, Call, Outcome } from './load-lines.ts';

const PHOTOS = 4;
const TASK = 'damage_detection';
/** A service that is away would be asked without end. */
const MOST_ERRORS = 100;
const PAGE = '?ownership_filter=organization_resources&limit=20';

export type Order = {
  /** Where the calls go; the floor has no version in its addresses. */
  url: string;
  seconds: number;
  /** One client for each. */
  tokens: string[];
  photo: Uint8Array;
};

const drive = async ({ url, seconds, tokens, photo }: Order): Promise<Outcome> => {
  const file = Buffer.from(photo);
  const answered: Answered[] = [];
  const errors: string[] = [];
  const began = performance.now();
  const before = performance.eventLoopUtilization();
  const over = () => performance.now() - began > seconds * 1000 || errors.length >= MOST_ERRORS;

  const client = async (token: string) => {
    const connection = connect(url);
    const authorization = `Bearer ${token}`;
    const timed = async (call: Call, path: string, { headers, ...outgoing }: Outgoing = {}) => {
      const start = performance.now();
      const answer = await connection.send(path, { ...outgoing, headers: { authorization, ...headers } });
      const end = performance.now();
      answered.push({ call, at: end - began, ms: end - start });
      return answer;
    };
    const json = { 'content-type': 'application/json' };

    const looks = (path: string) => [
      () => timed('read', path),
      () => timed('read', path),
      () => timed('read', path),
      () => timed('list', `/inspections${PAGE}`),
      () => timed('summaries', `/inspections/summaries${PAGE}`),
    ];
    /** Now more, now less: else all clients soon do the same at the same time. */
    const lookAround = async (path: string) => {
      const among = looks(path);
      for (let left = Math.floor(Math.random() * 4); left > 0 && !over(); left--)
        await among[Math.floor(Math.random() * among.length)]!();
    };

    const oneInspection = async () => {
      const body = JSON.stringify({
        tasks: { [TASK]: {} },
        vehicle: { brand: 'Renault' },
        additional_data: {},
      });
      const created = await timed('create', '/inspections', { method: 'POST', headers: json, body });
      const path = `/inspections/${(JSON.parse(created.toString()) as { id: string }).id}`;
      for (let number = 0; number < PHOTOS; number++) {
        await lookAround(path);
        if (over()) return;
        // Another key each time: the same photo for the same purpose would be taken for one sent again.
        const body = multipart({ tasks: [TASK], image_sibling_key: `s${number}` }, file);
        await timed('upload', `${path}/images`, {
          method: 'POST',
          headers: { 'content-type': MULTIPART },
          body,
        });
      }
      await timed('start', `${path}/tasks/${TASK}`, {
        method: 'PATCH',
        headers: json,
        body: '{"status":"TODO"}',
      });
      await lookAround(path);
    };

    while (!over())
      await oneInspection().catch((error: Error) => void errors.push(error.message || String(error)));
    connection.close();
  };

  await Promise.all(tokens.map(client));
  return { answered, errors, busy: performance.eventLoopUtilization(before).utilization };
};

process.once('message', async (order: Order) => {
  process.send!(await drive(order), () => process.disconnect());
});
