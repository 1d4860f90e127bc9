import { basename, extname, join } from 'node:path';

/** Where the drawing of a file goes: photos of the same name from two folders get a number each. */
export function drawingNames(folder: string | null): (file: string) => string | null {
  const given = new Map<string, number>();
  return (file) => {
    if (folder === null) return null;
    const name = basename(file, extname(file));
    const count = (given.get(name) ?? 0) + 1;
    given.set(name, count);
    return join(folder, count === 1 ? `${name}.jpg` : `${name}-${count}.jpg`);
  };
}
