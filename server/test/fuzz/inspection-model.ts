/** The little that has to be known of an inspection to say how the service will answer. */
export const TASKS = ['damage_detection', 'repair_estimate', 'pricing', 'human_in_the_loop'] as const;
export type TaskName = (typeof TASKS)[number];
export type Status = 'NOT_STARTED' | 'TODO' | 'IN_PROGRESS' | 'DONE' | 'VALIDATED';

export type Model = {
  tasks: Partial<Record<TaskName, Status>>;
  images: { id: string; tasks: TaskName[]; isDeleted: boolean }[];
  damages: { id: string; isDeleted: boolean }[];
  plate: string | null;
  isDeleted: boolean;
};

/** Where a client may move a task of this status. What a worker does to it follows at once: see `moved`. */
const MOVES: Partial<Record<Status, Status[]>> = { NOT_STARTED: ['TODO', 'DONE'], DONE: ['VALIDATED'] };
const PERSONS_MOVES: Partial<Record<Status, Status[]>> = { IN_PROGRESS: ['DONE', 'VALIDATED'] };

const isPersons = (name: TaskName) => name === 'human_in_the_loop';
const isOver = (status: Status) => status === 'DONE' || status === 'VALIDATED';

/** The status that the task has in the end, or undefined where the move is refused. */
export const moved = (name: TaskName, from: Status, to: Status, again: boolean): Status | undefined => {
  if (from === to || (from === 'IN_PROGRESS' && to === 'TODO')) return from;
  const allowed = (isPersons(name) && PERSONS_MOVES[from]) || MOVES[from] || [];
  if (!allowed.includes(to) && !(again && from === 'DONE' && to === 'TODO')) return undefined;
  if (to !== 'TODO') return to;
  return isPersons(name) ? 'IN_PROGRESS' : 'DONE';
};

/** What each builds on; a review on everything, of the vehicle too. */
const BUILDS_ON: Partial<Record<TaskName, TaskName[]>> = {
  repair_estimate: ['damage_detection'],
  pricing: ['damage_detection'],
  human_in_the_loop: ['damage_detection', 'repair_estimate', 'pricing'],
};

/** Whatever vouched for what was changed is no longer validated; an inspection as a whole never stays so. */
export const withdraw = ({ tasks }: Model, touched: readonly TaskName[] | 'vehicle') => {
  const named = Object.keys(tasks) as TaskName[];
  const validated = named.filter((name) => tasks[name] === 'VALIDATED');
  const vouching = validated.filter((name) =>
    touched === 'vehicle'
      ? isPersons(name)
      : touched.some((other) => other === name || BUILDS_ON[name]?.includes(other)),
  );
  const isWhole = validated.length === named.length;
  for (const name of vouching.length === 0 && isWhole ? validated : vouching) tasks[name] = 'DONE';
};

/**
 * A review that nobody started begins when there is something to review and all of it has ended. What has no photo
 * and was never started is not waited for.
 */
export const beginReview = ({ tasks, images }: Model) => {
  const hasImages = (name: TaskName) => images.some((one) => !one.isDeleted && one.tasks.includes(name));
  const inUse = TASKS.filter(
    (name) => !isPersons(name) && tasks[name] && (tasks[name] !== 'NOT_STARTED' || hasImages(name)),
  );
  if (tasks.human_in_the_loop !== 'NOT_STARTED' || !inUse.includes('damage_detection')) return;
  if (inUse.every((name) => isOver(tasks[name]!))) tasks.human_in_the_loop = 'IN_PROGRESS';
};

/** Of the tasks that were started; while photos are to be looked at, those that look at none do not finish it. */
export const statusOf = (tasks: Partial<Record<TaskName, string>>): string => {
  const all = Object.values(tasks);
  const started = all.filter((status) => status !== 'NOT_STARTED');
  if (started.some((status) => status === 'TODO' || status === 'IN_PROGRESS')) return 'IN_PROGRESS';
  if (started.includes('ERROR')) return 'ERROR';
  const hasLooked = (tasks.damage_detection ?? 'NOT_STARTED') !== 'NOT_STARTED';
  if (started.length === 0 || (started.length < all.length && !hasLooked)) return 'NOT_STARTED';
  return started.every((status) => status === 'VALIDATED') ? 'VALIDATED' : 'DONE';
};
