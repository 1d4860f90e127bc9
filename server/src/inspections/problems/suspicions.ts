/** What cannot be decided about a suspicion now. */
import { Problem } from './problem.ts';

export const suspicionConfirmed = () =>
  new Problem(
    'suspicion_confirmed',
    'This suspicion was confirmed and is a damage now. Reopen it first: send POST to its path with /reopen.',
  );
