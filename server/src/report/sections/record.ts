/** Who did what: the tasks and who validated them, and what people changed. */

import { fromHundredths } from '../../inspections/costs/money.ts';
import type { Task } from '../../inspections/records/task.ts';
import { SERVICE } from '../../inspections/severity/assess-inspection.ts';
import type { Change } from '../changes.ts';
import { heading, subheading } from '../page/blocks.ts';
import { BODY, SMALL, STRONG } from '../page/page-style.ts';
import { drawTable } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { readingInWords } from '../words/reading-words.ts';
import { capital, fill, modelInWords, wordFor } from '../words/words.ts';

const MOST_CHANGES = 200;

const sentence = ({ words, formats, data }: Writing, change: Change): string => {
  const { say, damages, parts, operations } = words;
  const part = change.part_type === null ? say.vehicle : parts[change.part_type];
  switch (change.kind) {
    case 'rated':
      return fill(say.set_severity, { part, level: say[`level_${change.level}`] });
    case 'asked':
      return fill(say.set_operation, { part, operation: wordFor(operations, change.operation) });
    case 'priced': {
      const price = formats.money(fromHundredths(change.price), data.pricing?.currency ?? null);
      return fill(say.set_price, { part, price });
    }
    case 'withdrawn':
      return fill(say.withdrawn, { part });
    case 'validated': {
      const models = change.models.map((model) => modelInWords(words, model)).join(', ');
      const task = words.tasks[change.task];
      return models
        ? fill(say.validated_task, { task, models })
        : fill(say.validated_without_models, { task });
    }
    case 'unvalidated': {
      const cause = words.withdrawal_causes[change.because];
      return fill(say.validation_withdrawn, { task: words.tasks[change.task], cause });
    }
    case 'corrected':
      return fill(say.corrected_reading, readingInWords({ words, formats }, change));
    case 'placed':
    case 'unplaced': {
      const photo = data.photos.find(({ image }) => image.id === change.image_id)?.number ?? '–';
      return fill(say[`${change.kind}_damage`], { damage: damages[change.damage_type], part, photo });
    }
    case 'measured': {
      const size = formats.length(change.size_cm);
      return fill(say.measured_damage, { damage: damages[change.damage_type], part, size });
    }
    default:
      return fill(say[`${change.kind}_damage`], { damage: damages[change.damage_type], part });
  }
};

/** A task is done although a photo could not be analyzed; whoever signs the report has to know. */
const stateOf = ({ say, task_status }: Writing['words'], task: Task) => {
  const { status, validated_by, error_messages } = task;
  const left = error_messages.filter(({ error_code }) => error_code === 'image_unreadable').length;
  const state = validated_by ? fill(say.validated_by, { who: validated_by }) : task_status[status];
  return [capital(state), left > 0 && fill(say.left_out, { n: left })].filter(Boolean).join(', ');
};

const writeTasks = ({ sheet, words, formats, data }: Writing) => {
  const { say } = words;
  if (data.inspection.tasks.length === 0) return;
  subheading(sheet, say.tasks);
  drawTable(
    sheet,
    [
      { title: say.task, share: 35 },
      { title: say.state, share: 35 },
      { title: say.date, share: 30 },
    ],
    data.inspection.tasks.map(({ name, ...at }) => ({
      cells: [
        { text: capital(words.tasks[name]), style: STRONG },
        { text: stateOf(words, { name, ...at }), style: BODY },
        { text: formats.time(at.validated_at ?? at.done_at ?? at.started_at ?? at.created_at), style: BODY },
      ],
    })),
  );
};

const writeCorrections = (writing: Writing) => {
  const { sheet, words, formats, data, options } = writing;
  const { say } = words;
  // Prices are told only to those who asked for them.
  const changes = data.changes.filter(({ kind }) => kind !== 'priced' || options.pricing);
  subheading(sheet, say.corrections);
  if (changes.length === 0) {
    sheet.paragraph(say.no_corrections, BODY);
    return;
  }
  drawTable(
    sheet,
    [
      { title: say.date, share: 28 },
      { title: say.who, share: 27 },
      { title: say.what, share: 45 },
    ],
    changes.slice(-MOST_CHANGES).map((correction) => ({
      cells: [
        { text: formats.time(correction.at), style: SMALL },
        { text: correction.by === SERVICE ? say.the_service : correction.by, style: BODY },
        { text: capital(sentence(writing, correction)), style: BODY },
      ],
    })),
  );
};

export const writeRecord = (writing: Writing) => {
  heading(writing.sheet, writing.words.say.record);
  writeTasks(writing);
  writeCorrections(writing);
};
