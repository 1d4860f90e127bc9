/** What people with a link said against damages, and what was decided about it. */
import type { Contest } from '../../inspections/records/contest.ts';
import { heading } from '../page/blocks.ts';
import { BODY, SMALL, STRONG } from '../page/page-style.ts';
import { drawTable, type Row } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { capital, damageInWords, fill, partInWords } from '../words/words.ts';

/** A stranger wrote it: the whole of it is in the console and in the evidence pack. */
const MOST_CHARACTERS = 300;

const shortened = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS).trimEnd()}…` : line;
};

const saidIn = ({ words, formats }: Writing, { reason, text, photos, created_at }: Contest) => {
  const say = words.contests;
  const said = text ? `${say.reasons[reason]}: “${shortened(text)}”` : say.reasons[reason];
  const sent = photos.length > 0 ? fill(say.with_photos, { n: photos.length }) : '';
  return [formats.day(created_at), said, sent].filter(Boolean).join(' · ');
};

/** What people of the organization wrote may be as long; it is theirs, so the report has all of it. */
const outcomeOf = ({ words, formats }: Writing, contest: Contest) => {
  const say = words.contests;
  if (contest.state === 'withdrawn')
    return fill(say.withdrawn_on, { date: formats.day(contest.withdrawn_at!) });
  if (contest.decided_at === null) return '';
  const who = contest.decided_by_name ?? contest.decided_by!;
  const told = fill(say.decided, { who, date: formats.day(contest.decided_at) });
  const removed = contest.damage_removed ? say.removed : '';
  return [told, contest.decision_reason, removed].filter(Boolean).join(' · ');
};

export const writeContests = (writing: Writing) => {
  const { sheet, words, data } = writing;
  const { say, contests } = words;
  if (data.contests.length === 0) return;
  heading(sheet, contests.title);
  const numbers = new Map(data.damages.map(({ number, damage }) => [damage.id, String(number)]));
  const rows = data.contests.map((contest): Row => {
    // It may be deleted by now.
    const about = data.inspection.damages.find(({ id }) => id === contest.damage_id);
    const { damage_type, part_type } = contest.damage;
    const part = about ? partInWords(words, about) : words.parts[part_type];
    const damage = about ? damageInWords(words, about) : words.damages[damage_type];
    return {
      cells: [
        { text: numbers.get(contest.damage_id) ?? '–', style: SMALL },
        { text: `${capital(part)} – ${damage}`, style: BODY },
        { text: saidIn(writing, contest), style: SMALL },
        { text: capital(contests.states[contest.state]), style: STRONG },
        { text: outcomeOf(writing, contest), style: SMALL },
      ],
    };
  });
  drawTable(
    sheet,
    [
      { title: say.number, share: 6 },
      { title: say.damage, share: 18 },
      { title: contests.said, share: 36 },
      { title: contests.outcome, share: 14 },
      { title: contests.decision, share: 26 },
    ],
    rows,
  );
};
