/** The file store: on the disk of the data folder, or in an S3 bucket. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createDiskBlobs } from '../files/blobs/disk-blobs.ts';
import { createPhotos } from '../files/photos/photos.ts';
import type { Photos } from '../inspections/ports/ports.ts';

const openBlobs = async (config: Config) => {
  if (config.s3 === null) return createDiskBlobs(join(config.dataDir, 'files'));
  // Loaded only when it is used: the S3 client is most of what the service would load at start.
  const { createS3Blobs } = await import('../files/blobs/s3-blobs.ts');
  return createS3Blobs(config.s3);
};

export const openFiles = async (config: Config): Promise<Photos> =>
  createPhotos({
    dataDir: config.dataDir,
    blobs: await openBlobs(config),
    maxBytes: config.limits.imageBytes,
    maxPixels: config.limits.imagePixels,
    downloadTimeoutSeconds: config.downloadTimeoutSeconds,
    allowPrivateAddresses: config.allowPrivateAddresses,
  });
