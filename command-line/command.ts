/** What the commands have in common: options, and an end with a sentence and an exit status. */
import { constants } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';

export class WrongUsage extends Error {}

/** Ctrl-C, a request to end, and a terminal that was closed. */
export const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export class Interrupted extends Error {
  status: number;

  constructor(signal: (typeof ENDING)[number]) {
    super('Interrupted.');
    this.status = 128 + constants.signals[signal];
  }
}

/** As `parseArgs` of Node, whose refusals are cut to the sentence that says what is wrong. */
export const readArguments = <const T extends ParseArgsConfig>(config: T) => {
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.\s|\n/);
    throw new WrongUsage(sentence!.replace(/\.?$/, '.'));
  }
};

const statusOf = (error: unknown) => {
  if (error instanceof WrongUsage) return 2;
  return error instanceof Interrupted ? error.status : 1;
};

/** Nobody reads on (`| head`): no reason to leave the work, and what was started for it, behind. */
export const outliveReaders = () => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
};

const A_DAY_MS = 86_400_000;

/** `work` answers the exit status. */
export const runCommand = async (work: () => Promise<number>): Promise<never> => {
  outliveReaders();
  // What it waits for may keep nothing alive for a moment, such as a thread between two pictures: the process would end in the middle.
  setInterval(() => {}, A_DAY_MS);
  try {
    process.exit(await work());
  } catch (error) {
    const { message } = error as Error;
    process.stderr.write(`${message}${error instanceof WrongUsage ? ' --help shows how it is used.' : ''}\n`);
    // Requests may still be on their way; nobody waits for them.
    process.exit(statusOf(error));
  }
};

export const plural = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;
