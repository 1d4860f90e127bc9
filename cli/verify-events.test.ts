import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkEvents } from './verify/check-events.ts';

const chainOf = (times: string[]) => {
  let head = '0'.repeat(64);
  const lines = times.map((at, index) => {
    const event = { inspection_id: 'one', number: index + 1, previous: head, at, type: 'x', data: {} };
    const line = JSON.stringify(event);
    head = createHash('sha256').update(line).digest('hex');
    return line;
  });
  return { bytes: Buffer.from(`${lines.join('\n')}\n`), events: { count: lines.length, head } };
};

const MADE_AT = '2026-03-14T12:00:00.000Z';

const sentencesOf = (times: string[], made_at = MADE_AT) => {
  const { bytes, events } = chainOf(times);
  return checkEvents(bytes, { inspection_id: 'one', made_at, events }).flatMap(({ holds, sentence }) =>
    holds ? [] : [sentence],
  );
};

test('times that follow each other hold, and so does the ordinary adjustment of a clock', () => {
  expect(sentencesOf(['2026-03-14T09:00:00.500000Z', '2026-03-14T09:00:00.100000Z'])).toEqual([]);
});

test('a clock that was set back is named with the event', () => {
  expect(sentencesOf(['2026-03-14T09:00:00.000000Z', '2026-03-13T09:00:00.000000Z'])).toEqual([
    'The clock was set back before event 2: the order of the events is certain, their times are not.',
  ]);
  expect(sentencesOf(['2026-03-14T09:00:00.000000Z'], '2026-03-13T09:00:00.000Z')).toEqual([
    'The clock was set back before the pack was made: the order of the events is certain, their times are not.',
  ]);
});

test('events of another inspection, and lines that are no events, are named', () => {
  const { bytes, events } = chainOf([MADE_AT]);
  const said = { made_at: MADE_AT, events };
  expect(checkEvents(bytes, { ...said, inspection_id: 'two' })).toEqual([
    { holds: false, sentence: 'Event 1 belongs to another inspection.' },
  ]);
  expect(checkEvents(Buffer.from('{\n'), { ...said, inspection_id: 'one' })).toEqual([
    { holds: false, sentence: 'Event 1 cannot be read: its line was changed.' },
  ]);
});
