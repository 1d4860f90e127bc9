import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ROOT, walkaround } from './test-walkaround.ts';

const COMMANDS = [
  'inspect',
  'serve',
  'token',
  'rotate-keys',
  'migrate',
  'doctor',
  'demo',
  'detect',
  'models',
  'dataset',
  'train',
  'gate',
  'verify',
];

const run = (...args: string[]) => walkaround(args, { cwd: tmpdir() });

test.each([
  ['inspect', /--report FILE/],
  ['serve', /^ {2}DATA_DIR +\.\/data/m],
  ['token', /--expires-in/],
  ['rotate-keys', /next start/],
  ['migrate', /DATABASE_URL/],
  ['doctor', /--json/],
  ['demo', /--pictures DIR/],
  ['detect', /--min-score/],
  ['models', /--despite-the-gate/],
  ['dataset', /--out DIR/],
  ['train', /--dry-run/],
  ['gate', /--candidate MODEL_FOLDER/],
  ['verify', /--key FILE/],
])('"%s --help" explains the command and does nothing else', async (command, option) => {
  const { status, out, said } = await run(command, '--help');
  expect({ status, said }).toEqual({ status: 0, said: '' });
  expect(out).toMatch(option);
  expect(out).toContain(`npx walkaround ${command}`);
});

test.each(COMMANDS)('"%s" refuses an option it does not know in a sentence', async (command) => {
  const { status, out, said } = await run(command, '--color');
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(said.trim()).toMatch(/^Unknown option '--color'\.[^\n]*$/);
});

test('without a command it lists them all, and one that it does not know is refused', async () => {
  const help = await run('--help');
  expect(help).toMatchObject({ status: 0, said: '' });
  for (const command of COMMANDS) expect(help.out).toMatch(new RegExp(`^  ${command} `, 'm'));
  expect(await run()).toEqual({ status: 2, out: '', said: `Name a command.\n\n${help.out}` });
  expect(await run('inspct')).toMatchObject({
    status: 2,
    said: expect.stringMatching(/^There is no command "inspct"\.\n/),
  });
});

test('it tells its version', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  expect(await run('--version')).toEqual({ status: 0, out: `${version}\n`, said: '' });
});

test.each([
  [[], 'Name at least one photo.'],
  [
    ['--tasks', 'damage_detection,paint', 'a.jpg'],
    '--tasks paint cannot be used: choose from damage_detection,',
  ],
  [['--language', 'it', 'a.jpg'], '--language it cannot be used: choose from en, fr, de, es.'],
  [['--url', 'localhost:8080', 'a.jpg'], '--url localhost:8080 is not an address.'],
  [['--token', 'x', 'a.jpg'], '--token is for a running service: name it with --url.'],
])('"inspect" with %j is wrong usage', async (args, sentence) => {
  const { status, out, said } = await run('inspect', ...args);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(said).toContain(sentence);
  expect(said.trim().split('\n')).toHaveLength(1);
});

test('"inspect" says before it begins which photo is missing, where its files cannot go, and where no service answers', async () => {
  expect(await run('inspect', 'gone.jpg')).toEqual({
    status: 1,
    out: '',
    said: 'gone.jpg: There is no such file.\n',
  });
  expect(await run('inspect', '--report', 'nowhere/r.pdf', 'a.jpg')).toMatchObject({
    status: 1,
    said: expect.stringMatching(
      /nowhere\/r\.pdf cannot be written: its folder is missing\. Name another with --report\./,
    ),
  });
  expect(await run('inspect', '--json', '.', 'a.jpg')).toMatchObject({
    status: 1,
    said: expect.stringContaining('cannot be written: it is a folder. Name another with --json.'),
  });
  expect(await run('inspect', '--url', 'http://localhost:1', join(ROOT, 'demo/pictures'))).toMatchObject({
    status: 1,
    said: expect.stringContaining('No Walkaround answers at http://localhost:1.'),
  });
});

test('a command whose work keeps nothing alive for a moment does not end in the middle', () => {
  const command = pathToFileURL(join(ROOT, 'command-line/command.ts'));
  const code = `import { runCommand } from '${command}';
    await runCommand(() => new Promise((resolve) => void setTimeout(() => resolve(7), 100).unref()));`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
});
