import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { allEnded } from '../clients/all-ended.ts';
import { type Client, clientOf } from '../clients/client.ts';
import { A_DAY_AND_MORE_HOURS, filesOfRows, sweepFiles } from '../faults/kept-files.ts';
import { startSwift } from '../stores/swift.ts';
import { signToken, type TokenWishes } from './issuer.ts';
import { startPostgres } from './postgres.ts';
import { type Service, startService } from './service.ts';

type Member = { name: string; role: 'api' | 'worker'; service: Service };

const OF_EACH = 3;

/** Whatever it has started by then is among the closers when it fails. */
const startMembers = async (environment: Record<string, string>, closers: (() => unknown)[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-cluster-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const database = await startPostgres();
  closers.push(database.stop);
  const swift = await startSwift();
  closers.push(swift.stop);

  const start = async (name: string, role: Member['role'], port = '0'): Promise<Member> => {
    const settings = {
      PORT: port,
      ...database.environment(role),
      ALLOW_PRIVATE_ADDRESSES: 'true',
      LOG_LEVEL: 'silent',
      ...swift.environment(),
      ...environment,
    };
    const service = await startService(settings, join(folder, name));
    return { name, role, service };
  };
  const roles = (['api', 'worker'] as const).flatMap((role) => Array<Member['role']>(OF_EACH).fill(role));
  const members: Member[] = [];
  closers.push(() => Promise.all(members.map(({ service }) => service.stop())));
  await allEnded(
    roles.map(async (role, index) => {
      members[index] = await start(`${role}-${index}`, role);
    }),
  );

  const apis = members.filter(({ role }) => role === 'api');

  return {
    database: database.pool,
    /** Each request goes to the next of the apis. */
    client: async (wishes: TokenWishes): Promise<Client> => {
      const token = await signToken(inject('issuerKey'), wishes);
      const clients = apis.map(({ service }) => clientOf(`${service.url}/v1`, token));
      for (const client of clients) await client.get('/inspections/count');
      let turn = 0;
      return new Proxy(clients[0]!, {
        get: (_, name) => clients[turn++ % clients.length]![name as keyof Client],
      });
    },

    /** One of them, where the number from 0 to 1 points: killed, and started again where it was. Tells which kind. */
    killOne: async (random: number): Promise<Member['role']> => {
      const at = Math.floor(random * members.length);
      const { name, role, service } = members[at]!;
      const gone = once(service.process, 'exit');
      service.process.kill('SIGKILL');
      await gone;
      const port = role === 'api' ? new URL(service.url).port : '0';
      members[at] = await start(name, role, port);
      return role;
    },

    /** A file as a process leaves it that is killed before it writes the row. */
    leaveBehind: (inspectionId: string) => swift.put(`inspections/${inspectionId}/left-behind.jpg`),

    /** How many files nobody owned, after a day. */
    sweep: async (): Promise<number> => {
      await swift.later(A_DAY_AND_MORE_HOURS);
      return sweepFiles(database.pool);
    },

    filesInStore: async () => (await swift.keys()).toSorted(),
    filesOfRows: () => filesOfRows(database.pool),
  };
};

/**
 * Three apis and three workers, as on six machines: they share a Postgres and an S3 store, and nothing on disk.
 */
export const startCluster = async (environment: Record<string, string>) => {
  const closers: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    return { ...(await startMembers(environment, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
