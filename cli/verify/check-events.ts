/** Whether the chain of events is whole. Each line has the hash of the line before. */
import { createHash } from 'node:crypto';
import type { Finding } from './check-pack.ts';

export type EventLine = {
  inspection_id: string;
  number: number;
  previous: string;
  at: string;
  type: string;
  data?: Record<string, unknown> | null;
};

const BEGINNING = '0'.repeat(64);
/** Smaller steps back are the ordinary adjustment of a clock. */
const CLOCK_STEP_MS = 1000;

const hashOf = (line: string) => createHash('sha256').update(line).digest('hex');

const parse = (line: string): EventLine | null => {
  try {
    return JSON.parse(line) as EventLine;
  } catch {
    return null;
  }
};

/** What is wrong between two lines that follow each other; `event` is the one at this place. */
const breakAt = (event: EventLine | null, place: number, previous: string, inspection: string) => {
  if (event === null) return `Event ${place} cannot be read: its line was changed.`;
  if (event.inspection_id !== inspection) return `Event ${place} belongs to another inspection.`;
  if (event.number > place) return `Event ${place} was removed: event ${event.number} stands in its place.`;
  if (event.number < place) return `An event was inserted at place ${place}: its number is ${event.number}.`;
  if (event.previous !== previous)
    return place === 1
      ? 'Event 1 is not the beginning of a chain: it was changed, or events before it were removed.'
      : `Event ${place} does not follow event ${place - 1}: one of them was changed, inserted, or put in the place of another.`;
  return null;
};

const clockFindings = (events: readonly EventLine[], madeAt: string): Finding[] => {
  const times = [...events.map(({ at }) => at), madeAt].map((at) => Date.parse(at));
  const at = times.findIndex((time, index) => index > 0 && !(time >= times[index - 1]! - CLOCK_STEP_MS));
  if (at === -1) return [{ holds: true, sentence: 'The times of the events follow each other.' }];
  const what = at === events.length ? 'the pack was made' : `event ${at + 1}`;
  return [
    {
      holds: false,
      sentence: `The clock was set back before ${what}: the order of the events is certain, their times are not.`,
    },
  ];
};

const linesIn = (bytes: Buffer) => bytes.toString('utf8').split('\n').slice(0, -1);

/** The fingerprint of each event, in their order. */
export const eventHashes = (bytes: Buffer): string[] => linesIn(bytes).map(hashOf);

/** Those that can be read; whether they are whole is for `checkEvents` to say. */
export const eventsIn = (bytes: Buffer): EventLine[] => linesIn(bytes).flatMap((line) => parse(line) ?? []);

type Said = { inspection_id: string; made_at: string; events: { count: number; head: string } };

export const checkEvents = (bytes: Buffer, { inspection_id, made_at, events: said }: Said): Finding[] => {
  const lines = linesIn(bytes);
  const events: EventLine[] = [];
  let previous = BEGINNING;
  for (const [index, line] of lines.entries()) {
    const event = parse(line);
    const broken = breakAt(event, index + 1, previous, inspection_id);
    if (broken !== null) return [{ holds: false, sentence: broken }];
    events.push(event!);
    previous = hashOf(line);
  }
  if (lines.length !== said.count)
    return [
      {
        holds: false,
        sentence: `The manifest says ${said.count} events and the pack has ${lines.length}: events were ${lines.length < said.count ? 'removed' : 'inserted'} at the end.`,
      },
    ];
  if (previous !== said.head)
    return [{ holds: false, sentence: `Event ${lines.length}, the last, was changed.` }];
  return [
    { holds: true, sentence: `The chain of ${lines.length} events is whole.` },
    ...clockFindings(events, made_at),
  ];
};
