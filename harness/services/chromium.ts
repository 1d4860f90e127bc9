import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs that the system has. */
const placeOf = (programs: string[]): string | undefined =>
  programs
    .flatMap((program) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program)))
    .find((place) => existsSync(place));

/** The whole browser, which also shows PDF. `npm test -- --install` installs both where it may. */
export const wholeChromiumPath = placeOf(['chromium', 'chromium-browser', 'google-chrome']);

/** Without what only a window needs it takes less processor time; the whole one will do. */
export const chromiumPath = placeOf(['chromium-headless-shell']) ?? wholeChromiumPath;
