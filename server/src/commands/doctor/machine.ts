/** The machine: Node, memory, the port, the folder for data, and what only some people need. */
import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Config } from '../../config/config.ts';
import type { Check } from './check.ts';

const GIGABYTE = 1e9;
const inGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;

const OLDEST_NODE = 24;

const node: Check = {
  name: 'Node',
  run: async () => {
    if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE)
      throw new Error(
        `This is ${process.version}, and the service needs Node ${OLDEST_NODE} or newer. Start it by npm, which finds one.`,
      );
    return `${process.version}, ${process.platform} ${process.arch}`;
  },
};

/** What the service and its worker took at most over an inspection (docs/running/performance.md). */
const MEMORY_NEEDED = 2 * GIGABYTE;

const memory: Check = {
  name: 'memory',
  run: async () => {
    const available = process.availableMemory();
    if (available >= MEMORY_NEEDED) return `${inGigabytes(available)} available`;
    return { doubt: `${inGigabytes(available)} available, and an analysis takes up to 2 GB. Free some.` };
  },
};

const listenOn = (host: string, port: number): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });

/** The request only tests whether a service of ours listens there; it sends no secret, so any certificate is accepted. */
const isOurs = (port: number, { tls }: Config): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const address = `${tls ? 'https' : 'http'}://localhost:${port}/health`;
    const options = { rejectUnauthorized: false, timeout: 5000 };
    const request = (tls ? https : http).get(address, options, (answer) =>
      json(answer).then((said) => resolve((said as { live?: unknown }).live === true), reject),
    );
    request.once('error', reject).once('timeout', () => request.destroy());
  });

const portOf = (config: Config): Check => ({
  name: 'port',
  run: async () => {
    const { host, port } = config;
    if (port === 0) return 'any free one';
    const error = await listenOn(host, port);
    if (error === null) return `${port} on ${host} is free`;
    if (error.code === 'EADDRINUSE') {
      if (await isOurs(port, config).catch(() => false)) return `a Walkaround runs at ${port}`;
      throw new Error(`${port} is taken by another program. Stop that one, or set PORT to a free port.`);
    }
    if (error.code === 'EACCES')
      throw new Error(`This user may not open port ${port}. Set PORT to one from 1024 on.`);
    throw new Error(
      `HOST ${host} cannot be listened on (${error.code}). Set it to an address of this machine.`,
    );
  },
});

/** The folder, or where it does not exist yet the one it will be made in. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

/** A new folder there, to try things in. */
export const makeProbe = (dataDir: string): Promise<string> =>
  mkdtemp(join(existing(dataDir), '.walkaround-doctor-')).catch((error: Error) => {
    throw new Error(
      `${dataDir} cannot be written (${error.message}). Give this user the right to, or set DATA_DIR to another.`,
    );
  });

const LEAST_DISK = 1 * GIGABYTE;
const LITTLE_DISK = 5 * GIGABYTE;

const dataFolder = ({ dataDir }: Config): Check => ({
  name: 'data folder',
  run: async () => {
    await rm(await makeProbe(dataDir), { recursive: true });
    const { bavail, bsize } = await statfs(existing(dataDir));
    const free = bavail * bsize;
    const told = `${dataDir} can be written, ${inGigabytes(free)} free`;
    if (free < LEAST_DISK)
      throw new Error(`${told}: too little. Free some, or set DATA_DIR to another disk.`);
    return free < LITTLE_DISK ? { doubt: `${told}: not much for photos.` } : told;
  },
});

const consolePages = ({ console }: Config): Check => ({
  name: 'console',
  run: async () =>
    existsSync(join(console.folder, 'index.html'))
      ? 'is built'
      : { doubt: 'is not built: the service works without it, and "npm start" builds it.' },
});

const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const browser: Check = {
  name: 'Chromium',
  run: async () => {
    for (const place of CHROMIUM) {
      const isThere = await access(place, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return `${place}, for the tests`;
    }
    return {
      doubt: 'is not there. Only tests of the console need it: apt-get install chromium-headless-shell',
    };
  },
};

export const machineChecks = (config: Config): Check[] => [node, memory, dataFolder(config)];

export const webChecks = (config: Config): Check[] =>
  config.role === 'worker' ? [] : [portOf(config), consolePages(config), browser];
