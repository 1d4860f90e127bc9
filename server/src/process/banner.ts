/** What the operator reads once the service is up. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Api } from './api.ts';
import { certificatePath } from './self-signed.ts';

/** A terminal forgets the password; a log would keep it. */
const passwordOf = (file: string, isTerminal: boolean) =>
  isTerminal ? `${readFileSync(file, 'utf8').trim()}   (kept in ${file})` : `in ${file}`;

export const banner = (config: Config, { url, identity }: Api, isTerminal: boolean): string => {
  const rows: [string, string][] = [];
  if (existsSync(join(config.console.folder, 'index.html'))) rows.push(['console', `${url}/`]);
  if (identity?.demo)
    rows.push([
      'login',
      `${identity.demo.email}, password ${passwordOf(identity.demo.passwordFile, isTerminal)}`,
    ]);
  if (identity)
    rows.push(
      [
        'example',
        'npm run demo            (in another terminal: puts an inspection of a car into this service)',
      ],
      ['token', 'npm run -s token        (in another terminal, with the same PORT and DATA_DIR)'],
    );
  else rows.push(['token', `from your identity provider, ${config.oidc.issuer}`]);
  rows.push(['reference', `${url}/docs`], ['data', config.dataDir]);
  if (config.tls === 'self-signed')
    rows.push(['trust', `${certificatePath(config.dataDir)}, the certificate made by this service`]);
  const lines = rows.map(([what, how]) => `    ${what.padEnd(9)}  ${how}`);
  return ['', `  Walkaround is ready at ${url}`, '', ...lines, '', ''].join('\n');
};
