// Installs the packages when they are missing or do not match package-lock.json.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const say = (message) => process.stderr.write(`${message}\n`);

/** `withTools`: also what only development needs. Without it an install for production is enough. */
export async function installWhatIsMissing(root, { withTools }) {
  if (isInstalled(root, withTools)) return;
  const lock = await takeTurn(root, () => isInstalled(root, withTools));
  if (!lock) return;
  try {
    await install(root, lock);
  } finally {
    lock.release();
  }
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

// npm writes this file last, so an install that was interrupted has none.
const whatIsThere = (root) => read(path.join(root, 'node_modules/.package-lock.json'));
const stampFile = (root) => path.join(root, 'node_modules/.walkaround-install');

function fingerprint(wanted, present) {
  return createHash('sha256')
    .update([wanted, present, process.platform, process.arch].join('\0'))
    .digest('hex');
}

function isInstalled(root, withTools) {
  const wanted = read(path.join(root, 'package-lock.json'));
  if (wanted === null)
    throw new Error('package-lock.json is missing. Restore it: git checkout package-lock.json');
  const present = whatIsThere(root);
  if (present === null) return false;
  // After our own install the stamp decides, because npm may skip an optional package with reason.
  if (read(stampFile(root)) === fingerprint(wanted, present)) return true;
  return covers(JSON.parse(wanted).packages, JSON.parse(present).packages, withTools);
}

function covers(wanted, present, withTools) {
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.includes('node_modules/') || entry.link) return true;
    if (!withTools && (entry.dev || entry.devOptional)) return true;
    // Of the optional ones only those made for this machine are sure to be needed.
    if (
      entry.optional &&
      !(isFor(entry.os, process.platform) && isFor(entry.cpu, process.arch) && !entry.libc)
    )
      return true;
    return present[place]?.version === entry.version;
  });
}

const isFor = (list, mine) => list?.includes(mine) ?? false;

async function install(root, lock) {
  say('Installing packages (they are missing or package-lock.json has changed) …');
  const began = Date.now();
  const npm = process.env.npm_execpath ?? '';
  const [program, first] = path.basename(npm) === 'npm-cli.js' ? [process.execPath, [npm]] : ['npm', []];
  // Ours are the only arguments that count: npm hands its own settings down in the environment. Engine
  // warnings are about the Node that runs npm, not about the one that runs the service.
  const options = [
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ];
  const spareCache = path.join(root, 'tmp/npm-cache');
  if (!canWriteCache()) options.push('--cache', spareCache);
  const code = await new Promise((resolve) => {
    const child = spawn(program, [...first, 'ci', ...options], { cwd: root, stdio: ['ignore', 2, 2] });
    if (child.pid) lock.addOwner(child.pid);
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  fs.rmSync(spareCache, { recursive: true, force: true });
  if (code !== 0)
    throw new Error(
      `Installing the packages failed (npm ci: ${code}; its own messages are above). Check that the package ` +
        `registry can be reached and that this user may write to ${root}, then try again.`,
    );
  const wanted = read(path.join(root, 'package-lock.json'));
  fs.writeFileSync(stampFile(root), fingerprint(wanted, whatIsThere(root)));
  say(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** A user without a home of its own (a service account, sudo -u) has a cache folder it cannot write. */
function canWriteCache() {
  let folder = process.env.npm_config_cache;
  if (!folder) return true;
  while (!fs.existsSync(folder)) folder = path.dirname(folder);
  try {
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** One install at a time. Answers null when another one did the work in the meantime. */
async function takeTurn(root, isDone) {
  const folder = path.join(root, 'tmp');
  const file = path.join(folder, 'install.lock');
  for (let waiting = false; ; waiting = true) {
    fs.mkdirSync(folder, { recursive: true });
    try {
      fs.writeFileSync(file, identity(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!waiting) say('Another command is installing the packages; waiting for it …');
      removeIfAbandoned(file);
      await sleep(200);
      continue;
    }
    const lock = {
      // A killed bootstrap leaves its npm behind, which then still holds the turn.
      addOwner: (pid) => fs.appendFileSync(file, `\n${identity(pid)}`),
      release: () => {
        fs.rmSync(file, { force: true });
        fs.rmdir(folder, () => {});
      },
    };
    if (!isDone()) return lock;
    lock.release();
    return null;
  }
}

function removeIfAbandoned(file) {
  const owners = read(file);
  if (owners === null) return;
  const justMade = owners === '' && Date.now() - fs.statSync(file).mtimeMs < 5000;
  if (justMade || owners.split('\n').some((owner) => owner !== '' && identity(owner.split(' ')[0]) === owner))
    return;
  const aside = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, aside);
    // Somebody else may have removed the abandoned one first, and this is already the next.
    if (read(aside) !== owners) fs.linkSync(aside, file);
    fs.rmSync(aside);
  } catch {
    // The next look decides anew.
  }
}

/** Number and start time, because numbers are used again; empty once the process is gone. */
function identity(pid) {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code !== 'EPERM') return '';
  }
  const stat = read(`/proc/${pid}/stat`);
  return `${pid} ${stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] : '-'}`;
}
