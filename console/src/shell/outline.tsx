import { OUTLINES } from './outlines.ts';

/** Drawn for the left side, and turned round for the right one. */
export type Outlined = { outline: keyof typeof OUTLINES; mirrored: boolean };

/** What is to be in the picture, in lines. */
export const Outline = ({ view: { outline, mirrored } }: { view: Outlined }) => (
  <svg className="outline" viewBox="0 0 400 300" aria-hidden="true">
    <path d={OUTLINES[outline]} transform={mirrored ? 'matrix(-1 0 0 1 400 0)' : undefined} />
  </svg>
);
