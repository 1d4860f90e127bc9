/** What copies a bucket: rclone, told by its environment where the store is. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Swift } from '../stores/swift.ts';

const run = promisify(execFile);

/** Why tests that need it cannot run here; null where they can. */
export const whyNoRclone =
  spawnSync('rclone', ['version']).status === 0
    ? null
    : 'rclone, which copies a bucket, is not installed here (npm test -- --install installs it on Debian as root)';

/** Its commands name the store `store:`. */
export const rcloneOf = ({ endpoint, credentials }: Swift) => {
  const env = {
    PATH: process.env.PATH,
    RCLONE_CONFIG: '/dev/null',
    RCLONE_CONFIG_STORE_TYPE: 's3',
    RCLONE_CONFIG_STORE_PROVIDER: 'Other',
    RCLONE_CONFIG_STORE_ENDPOINT: endpoint,
    RCLONE_CONFIG_STORE_ACCESS_KEY_ID: credentials.accessKeyId,
    RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  return (...args: string[]) => run('rclone', args, { env });
};
