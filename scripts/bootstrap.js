#!/usr/bin/env node
// What every npm script goes through: installs what is missing, finds the Node that the service needs and
// runs the command with it. It runs before anything is installed, hence plain JavaScript for old Nodes.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWhatIsMissing } from './install.js';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const [command, ...args] = process.argv.slice(2);

const startedBy = ancestors();

const usage = `Usage: npm start | npm test | npm run <command> [-- arguments]

  start   starts the service; "npm start -- --help" lists its settings
  test    lint, types and all tests; with arguments only the tests they name
  check   lint and types
  token   prints an access token ("npm run -s token" prints nothing else)
  detect  runs the models on pictures; "npm run -s detect -- --help" tells how
  demo    a whole inspection on the bundled pictures; "npm run demo -- --help" tells how
  bench   the benchmarks
`;

const lint = ['biome', 'check', '.'];
const types = ['tsc', '-p', '.'];
const commands = {
  start: () => serve(['server/src/main.ts', ...args]),
  token: () => runAll([['node', 'server/src/identity/token-command.ts', ...args]]),
  detect: () => runAll([['node', path.join(root, 'server/src/detect.ts'), ...args]], whereNpmWasCalled()),
  demo: () => runAll([['node', path.join(root, 'demo/demo.ts'), ...args]], whereNpmWasCalled()),
  bench: () => runAll([['node', 'server/bench/main.ts', ...args]]),
  check: () => runAll([lint, types]),
  test: () => runAll(args.length > 0 ? [['vitest', 'run', ...args]] : [lint, types, ['vitest', 'run']]),
};

if (!Object.hasOwn(commands, command ?? '')) {
  const asked = command === '--help' || command === 'help';
  (asked ? process.stdout : process.stderr).write(
    asked ? usage : `Unknown command "${command ?? ''}".\n\n${usage}`,
  );
  process.exit(asked ? 0 : 2);
}

try {
  const withTools = !['start', 'token', 'detect', 'demo'].includes(command);
  await installWhatIsMissing(root, { withTools });
  process.env.PATH = [path.join(root, 'node_modules/.bin'), path.dirname(findNode()), process.env.PATH].join(
    path.delimiter,
  );
  // The service says so itself; tests and benchmarks run models without it.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  // Half of the time of a start is compiling; Node ignores the folder where it cannot write.
  process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compile');
  process.exitCode = await commands[command]();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function findNode() {
  const bundled = path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (fs.existsSync(bundled)) {
    try {
      fs.accessSync(bundled, fs.constants.X_OK);
    } catch {
      fs.chmodSync(bundled, 0o755);
    }
    return bundled;
  }
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new Error(
    `Walkaround needs Node 24 or newer, and this is ${process.version}. There is no Node package for ` +
      `${process.platform}-${process.arch} to install it by itself: install it from https://nodejs.org and try again.`,
  );
}

/** npm runs scripts in the root, and files are named from where the user is. */
function whereNpmWasCalled() {
  return process.env.INIT_CWD ?? process.cwd();
}

/** Runs one program after the other, also after a failure, so that the last one always has the last word. */
async function runAll(programs, cwd = root) {
  let result = 0;
  for (const [index, [program, ...rest]] of programs.entries()) {
    const child = spawn(program === 'node' ? findNode() : program, rest, { cwd, stdio: 'inherit' });
    // A terminal sends Ctrl-C to the child as well.
    const code = await endOf(child, { ignore: process.stdin.isTTY ? ['SIGINT'] : [] });
    if (code > 128) return code;
    if (code !== 0 && index < programs.length - 1)
      process.stderr.write(`\n${program} found problems, see above.\n\n`);
    result ||= code;
  }
  return result;
}

function serve(rest) {
  const child = spawn(findNode(), rest, {
    cwd: root,
    // Through the channel the service notices when this process is killed.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Out of reach of the terminal, so that one Ctrl-C arrives as one signal: the one sent on from here.
    detached: true,
  });
  return endOf(child, { ignore: [] });
}

/** Waits for the end of the child; until then, what should end this process is handed to the child. */
function endOf(child, { ignore }) {
  let last = Number.NEGATIVE_INFINITY;
  const hand = (signal) => {
    // npm repeats the Ctrl-C that the terminal has already sent here.
    if (ignore.includes(signal) || Date.now() - last < 1000) return;
    last = Date.now();
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, hand);
  const watch = process.env.npm_lifecycle_event ? watchNpm(() => hand('SIGTERM')) : undefined;
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  }).finally(() => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, hand);
  });
}

/** npm is the parent of this process, or of the shell in between. A killed npm tells nobody. */
function ancestors() {
  const stat = readText(`/proc/${process.ppid}/stat`);
  const throughShell = /\((sh|dash|bash)\)/.test(stat);
  return `${process.ppid} ${throughShell ? stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] : ''}`;
}

function watchNpm(onGone) {
  const watch = setInterval(() => {
    if (ancestors() === startedBy) return;
    clearInterval(watch);
    onGone();
  }, 1000);
  return watch;
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
