/**
 * Makes the package that is published: JavaScript and type declarations, checked with the types of a
 * browser and without those of Node. In this workspace nothing needs it; the sources run as they are.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const out = resolve(process.argv[2] ?? join(HERE, 'dist'));

rmSync(out, { recursive: true, force: true });
execFileSync(join(HERE, '../node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json', '--outDir', out], {
  cwd: HERE,
  stdio: 'inherit',
});
const { private: _, scripts, ...manifest } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
const exports = { types: './client.d.ts', default: './client.js' };
writeFileSync(join(out, 'package.json'), JSON.stringify({ ...manifest, exports }, null, 2));
copyFileSync(join(HERE, 'README.md'), join(out, 'README.md'));
copyFileSync(join(HERE, '../LICENSE'), join(out, 'LICENSE'));
