/** For tests of reports: real files, and a writer that lets something happen meanwhile; the real one has tests of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createDiskBlobs } from '../../files/blobs/disk-blobs.ts';
import { createPhotos } from '../../files/photos/photos.ts';
import type { ReportWriter } from '../../inspections/ports/ports.ts';

export const testReportPorts = async (meanwhile: () => Promise<unknown>) => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-reports-'));
  const files = createDiskBlobs(join(folder, 'files'));
  const photos = await createPhotos({
    dataDir: folder,
    blobs: files,
    maxBytes: 1e6,
    maxPixels: 1e6,
    downloadTimeoutSeconds: 1,
    allowPrivateAddresses: false,
  });
  const reportWriter: ReportWriter = {
    write: async ({ data_version }) => {
      await meanwhile();
      return Readable.from([Buffer.from(`%PDF-1.7 ${data_version} %%EOF`)]);
    },
  };
  return {
    ports: { photos, reportWriter },
    keysOf: (inspectionId: string) =>
      Array.fromAsync(files.list(`inspections/${inspectionId}/`), ({ key }) => key),
    remove: () => rm(folder, { recursive: true }),
  };
};
