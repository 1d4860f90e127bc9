/** What cannot be done with an inspection or a comment now. */
import { Problem } from './problem.ts';

export const beingErased = () =>
  new Problem(
    'being_erased',
    'This inspection is being erased, so it cannot be restored. Nothing brings it back.',
  );

export const notYourComment = () => new Problem('not_your_comment', 'Only its author can delete a comment.');
