import { type Client, createClient } from '@walkaround/sdk';
import { ENDING, Interrupted, WrongUsage } from '../command-line/command.ts';
import { answersAt, readToken, startService } from './service.ts';
import { say } from './terminal.ts';

/** Without `url` a service is started for this one piece of work; `keep` leaves it running. */
export type Where = { url: string | undefined; token: string | undefined; keep: boolean };

export type Reached = { client: Client; url: string; token: string };

/** Where no token is given, one that the keys in the data folder of a service on this machine can sign. */
const reach = async (url: string, given: string | undefined, environment: NodeJS.ProcessEnv) => {
  const token = given ?? (await readToken(environment));
  return { client: createClient({ baseUrl: url, getToken: () => token }), url, token };
};

/** Later ones are ignored, so that cleaning up is not cut short. */
const interruption = () => {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ENDING) process.on(signal, () => reject(new Interrupted(signal)));
  });
  interrupted.catch(() => {});
  return interrupted;
};

const onRunningService = async <T>(
  url: string,
  token: string | undefined,
  work: (reached: Reached) => Promise<T>,
): Promise<T> => {
  if (!(await answersAt(url)))
    throw new Error(
      `No Walkaround answers at ${url}. Start one with "npm start", or leave --url out: then one is started for this.`,
    );
  say(`Using the service at ${url}`);
  const reached = await reach(url, token, process.env).catch((error: Error) => {
    throw new Error(`${error.message}\nOr give a token of that service with --token.`);
  });
  return work(reached);
};

const onOwnService = async <T>(
  keep: boolean,
  work: (reached: Reached) => Promise<T>,
  interrupted: Promise<never>,
): Promise<T> => {
  say('Starting a service of its own …');
  interrupted.catch(() => say('Stopping it …'));
  const service = startService(keep);
  let isKept = false;
  try {
    const url = await Promise.race([service.ready, interrupted]);
    const reached = await reach(url, undefined, service.environment);
    const result = await Promise.race([work(reached), interrupted]);
    isKept = keep;
    if (isKept) {
      service.letGo();
      say(`\nThe service goes on at ${url}, with its data in ${service.folder}`);
      say(`  sign in  demo@walkaround.local, password in ${service.folder}/identity/demo-password.txt`);
      say(`  a token  DATA_DIR=${service.folder} npm run -s token`);
      say(`  stop it  kill ${service.pid}`);
    }
    return result;
  } finally {
    if (!isKept) await service.stop();
  }
};

export const checkWhere = ({ url, token }: Where) => {
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new WrongUsage(`--url ${url} is not an address. Write it like http://localhost:8080.`);
  if (url === undefined && token !== undefined)
    throw new WrongUsage('--token is for a running service: name it with --url.');
};

export const withService = async <T>(
  { url, token, keep }: Where,
  work: (reached: Reached) => Promise<T>,
): Promise<T> => {
  const interrupted = interruption();
  return url === undefined
    ? onOwnService(keep, work, interrupted)
    : Promise.race([onRunningService(url, token, work), interrupted]);
};
