// How every command of the checkout is run: what is missing is installed, the Node that the service needs is
// found, and the command runs with it. It runs before anything is installed, hence plain JavaScript for old Nodes.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole } from './build-console.js';
import { installWhatIsMissing } from './install.js';

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** npm runs its commands at a folder with a package.json, and files are named from where the user is. */
export const whereTheUserIs = process.env.INIT_CWD ?? process.cwd();

const startedBy = ancestors();

/**
 * Runs `command` (a function that answers the exit status) once everything it needs is there: `withTools` also
 * what only development needs, `withConsole` the pages of the console.
 */
export async function runInstalled(command, { withTools = false, withConsole = false } = {}) {
  try {
    await installWhatIsMissing(root, { withTools });
    process.env.PATH = [
      path.join(root, 'node_modules/.bin'),
      path.dirname(findNode()),
      process.env.PATH,
    ].join(path.delimiter);
    // The service says so itself; tests and benchmarks run models without it.
    process.env.ORT_DISABLE_TELEMETRY = '1';
    // Half of the time of a start is compiling; Node ignores the folder where it cannot write.
    process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compile');
    if (withConsole) await buildConsole(findNode());
    process.exitCode = await command();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
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

/**
 * Runs one program after the other, also after a failure, so that the last one always has the last word. One that is
 * promised is waited for when it is its turn.
 */
export async function runAll(programs, cwd = root) {
  // Heard when its turn comes, and no end of this process before.
  for (const promised of programs) Promise.resolve(promised).catch(() => {});
  let result = 0;
  for (const [index, promised] of programs.entries()) {
    const [program, ...rest] = await promised;
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

/** Runs one of our own programs. */
export const runScript = (script, args, cwd) => runAll([['node', path.join(root, script), ...args]], cwd);

export function serve(args) {
  const child = spawn(findNode(), ['server/src/main.ts', ...args], {
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
