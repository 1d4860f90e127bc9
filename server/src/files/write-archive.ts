import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { WriteArchive } from '../inspections/ports/evidence.ts';

/** Nothing in a pack tells when a file was written into it: that would be a time of this machine. */
const NO_TIME = new Date(Date.UTC(1980, 0, 1));

/** Whatever fails ends the stream with that failure. */
export const writeArchive: WriteArchive = (entries) => {
  const zip = new ZipFile();
  const out = zip.outputStream as import('node:stream').PassThrough;
  const fail = (error: unknown) => out.destroy(error as Error);
  const writeAll = async () => {
    for await (const { path, compress, open } of entries) {
      const stream = await open();
      zip.addReadStream(stream, path, { mtime: NO_TIME, compress });
      // Only then it is known what comes next.
      await finished(stream, { writable: false });
    }
    zip.end();
  };
  zip.on('error', fail);
  writeAll().catch(fail);
  return out;
};
