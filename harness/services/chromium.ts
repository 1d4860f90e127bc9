import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Chromium without what only a window needs takes less processor time; the whole one will do.
 * `npm test -- --install` installs the first where it may.
 */
const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The first of these that the system has. */
export const chromiumPath: string | undefined = PROGRAMS.flatMap((program) =>
  (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program)),
).find((place) => existsSync(place));
