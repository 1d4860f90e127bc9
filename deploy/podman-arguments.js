#!/usr/bin/env node
// Prints what `podman run` must be told to run a service as compose.yaml describes it, each argument ended by a NUL.
//   node deploy/podman-arguments.js SERVICE FOLDER
// FOLDER holds the volumes and configs. Variables of compose.yaml are taken from the environment.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const FILE = fileURLToPath(new URL('../compose.yaml', import.meta.url));
/** What is understood here. Anything else must not be left out silently. */
const KNOWN = [
  'build',
  'image',
  'restart',
  'read_only',
  'tmpfs',
  'cap_drop',
  'security_opt',
  'stop_grace_period',
  'environment',
  'depends_on',
  'configs',
  'volumes',
  'healthcheck',
  'command',
  'ports',
  'deploy',
];

const [name, folder] = process.argv.slice(2);
const text = fs
  .readFileSync(FILE, 'utf8')
  .replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, variable, otherwise) => process.env[variable] || otherwise);
const compose = parse(text, { merge: true });
const service = compose.services[name];
const unknown = Object.keys(service).filter((key) => !KNOWN.includes(key));
if (unknown.length > 0)
  throw new Error(`compose.yaml says ${unknown.join(', ')} of ${name}, which is not understood here.`);

/** A volume with a name is a folder; one without is made by podman. */
const placeOf = (volume) => {
  const [source, target] = volume.split(':');
  if (target === undefined) return volume;
  const place = path.join(folder, 'volumes', source);
  fs.mkdirSync(place, { recursive: true });
  return `${place}:${target}:U`;
};

const configAt = ({ source, target }) => {
  const place = path.join(folder, `${source}.config`);
  fs.writeFileSync(place, compose.configs[source].content);
  return `${place}:${target}:ro`;
};

const each = (option, values = []) => values.flatMap((value) => [option, String(value)]);
const { healthcheck: health } = service;
const args = [
  ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
  ...each('--tmpfs', service.tmpfs),
  ...each('--cap-drop', service.cap_drop),
  ...each(
    '--security-opt',
    service.security_opt?.map((option) => option.replace(':true', '')),
  ),
  ...each(
    '--env',
    Object.entries(service.environment ?? {}).map(([key, value]) => `${key}=${value ?? ''}`),
  ),
  ...each('--volume', service.volumes?.map(placeOf)),
  ...each('--volume', service.configs?.map(configAt)),
  // When it is asked is the affair of whoever runs this.
  ...(health ? ['--health-cmd', JSON.stringify(health.test)] : []),
  service.image,
  ...(service.command?.split(' ') ?? []),
];
process.stdout.write(args.map((argument) => `${argument}\0`).join(''));
