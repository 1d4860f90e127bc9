/** What an approval has to be of, so that models can learn from it. */
import { tasksThat } from '../tasks/task-registry.ts';
import { TELL_DAMAGES } from '../tasks/validation.ts';
import type { TaskName } from '../vocabulary.ts';

/** The search for damages, on its photos. Photos for other tasks, such as papers to read, are nobody's teacher. */
export const TRAINING_TASK: TaskName = 'damage_detection';

/** Whatever was started of these is approved, as `reviewOf` asks for. */
export const APPROVING_TASKS: readonly TaskName[] = [
  ...TELL_DAMAGES,
  ...tasksThat(({ done_by }) => done_by === 'person'),
];
