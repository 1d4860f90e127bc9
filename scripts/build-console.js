// Builds the console's pages when they are missing or older than what they are made of.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (place) => path.join(root, place);

const MADE_OF = [
  'console/src',
  'console/public',
  'console/index.html',
  'console/vite.config.ts',
  'sdk/src',
  'vocabulary',
  'package-lock.json',
].map(at);

/** `node`: the Node that runs the build. The service works without a console, so a failure is only told. */
export async function buildConsole(node) {
  const built = at('console/dist');
  if (fs.existsSync(built) && newest(MADE_OF) <= fs.statSync(built).mtimeMs) return;
  // Made aside and moved at once: another command may be building or serving it.
  const fresh = at(`tmp/console-${process.pid}`);
  const { code, output } = await run(node, [
    'build',
    '--logLevel',
    'warn',
    '--outDir',
    fresh,
    '--emptyOutDir',
  ]);
  if (code === 0) {
    compress(path.join(fresh, 'assets'));
    fs.rmSync(built, { recursive: true, force: true });
    fs.renameSync(fresh, built);
    fs.utimesSync(built, new Date(), new Date());
  } else {
    fs.rmSync(fresh, { recursive: true, force: true });
    process.stderr.write(
      `The console could not be built (${code}); the interface works without it.\n${output}\n`,
    );
  }
}

/** The service sends these to whoever can read them; a page is then a third of its size on the way. */
function compress(folder) {
  for (const name of fs.readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))) {
    const file = path.join(folder, name);
    fs.writeFileSync(`${file}.gz`, gzipSync(fs.readFileSync(file), { level: 9 }));
  }
}

function run(node, args) {
  const child = spawn(node, [at('node_modules/vite/bin/vite.js'), ...args], {
    cwd: at('console'),
    // The tests name another one, and what they built is served afterwards.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: error.message, output }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

const newest = (places) =>
  Math.max(
    ...places.map((place) => {
      const { mtimeMs } = fs.statSync(place);
      if (!fs.statSync(place).isDirectory()) return mtimeMs;
      return Math.max(mtimeMs, newest(fs.readdirSync(place).map((name) => path.join(place, name))));
    }),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildConsole(process.execPath);
