/**
 * The process behind decoders.ts: does one piece of work with a picture at a time. Whatever a hostile file does to a
 * codec happens here, where nothing else lives and from where nothing else can be reached.
 */
import { writeFileSync } from 'node:fs';
import { Problem } from '../inspections/problems/problem.ts';
import { allowHeavyWork, isRetired, isTooHeavy } from './heavy-work.ts';

export type Task = { module: string; name: string; args: unknown[]; heavy: boolean };
type Outcome =
  | { answer: unknown }
  /** Not before it is this one's turn among the heavy ones. */
  | { tooHeavy: true }
  | { problem: Pick<Problem, 'code' | 'message' | 'retryAfterSeconds'> }
  | { failure: string };
/** `retired`: the process is to be replaced. */
export type Reply = { outcome: Outcome; retired: boolean };
export type FromDecoder = { ready: true } | Reply;

const say = (message: FromDecoder) => process.send?.(message);

const answerTo = async ({ module, name, args, heavy }: Task): Promise<Outcome> => {
  try {
    allowHeavyWork({ heavy });
    const works = (await import(module)) as Record<string, (...args: unknown[]) => unknown>;
    return { answer: await works[name]!(...args) };
  } catch (error) {
    if (isTooHeavy(error)) return { tooHeavy: true };
    if (!(error instanceof Problem)) return { failure: (error as Error).message };
    const { code, message, retryAfterSeconds } = error;
    return { problem: { code, message, retryAfterSeconds } };
  }
};

// Ctrl-C reaches every process of a terminal; whoever started this one ends it when it is done with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', async (task: Task) => say({ outcome: await answerTo(task), retired: isRetired() }));

try {
  // Where memory runs out, Linux ends this process and not the service.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such file.
}
say({ ready: true });
