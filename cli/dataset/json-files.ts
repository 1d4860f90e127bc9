/** Large JSON files, written piece by piece: nothing of them is kept in memory. */
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';

/** The new content is there as a whole, or the old one is. */
export const replaceFile = async (file: string, content: string) => {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
};

/** A list that grows in a file of its own until it is put into its place in another one. */
export const pieces = (file: string, separator: string) => {
  const path = `${file}.part`;
  const stream = createWriteStream(path);
  let isFirst = true;
  return {
    path,
    add: async (text: string) => {
      const mayGoOn = stream.write(isFirst ? text : separator + text);
      isFirst = false;
      if (!mayGoOn) await once(stream, 'drain');
    },
    end: async () => {
      stream.end();
      await finished(stream);
    },
  };
};
export type Pieces = ReturnType<typeof pieces>;

const put = (target: WriteStream, part: Pieces) =>
  pipeline(createReadStream(part.path), target, { end: false });

/** Texts and lists in turn, under the final name once all of it is written. */
export const assemble = async (file: string, members: readonly (string | Pieces)[]) => {
  const target = createWriteStream(`${file}.new`);
  for (const member of members) {
    if (typeof member === 'string') target.write(member);
    else {
      await member.end();
      await put(target, member);
    }
  }
  target.end();
  await finished(target);
  await rename(`${file}.new`, file);
  for (const member of members) if (typeof member !== 'string') await rm(member.path);
};
