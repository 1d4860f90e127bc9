import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { type Client, until } from './client.ts';

/** The files of an evidence pack, by their paths. */
export const contentsOf = async (pack: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(pack);
  const contents = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    contents.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  zip.close();
  return contents;
};

/** Another pack with the same files but for what `change` does to them. */
export const repacked = async (
  pack: Buffer,
  change: (contents: Map<string, Buffer>) => void,
): Promise<Buffer> => {
  const contents = await contentsOf(pack);
  change(contents);
  const zip = new ZipFile();
  for (const [path, bytes] of contents) zip.addBuffer(bytes, path);
  zip.end();
  return buffer(zip.outputStream);
};

/** Asks for a pack and waits for it: what the service says of it, and the file. */
export const evidenceOf = async (api: Client, id: string, include: string[] = []) => {
  const path = `/inspections/${id}/evidence`;
  const query = include.length > 0 ? '?restricted=true' : '';
  await api.post(path, { include });
  const { body: answer } = await until(
    () => api.get(`${path}${query}`),
    ({ status }) => status === 200,
    60_000,
  );
  const { body: pack } = await api.get(`${path}${query}`, { headers: { accept: 'application/zip' } });
  return { answer, pack: pack as Buffer };
};
