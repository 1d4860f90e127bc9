import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

const SCRIPT = new URL('../../docs/verify_evidence.py', import.meta.url).pathname;

const reason = (() => {
  try {
    execFileSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'python3 with the package cryptography is missing';
  }
})();

export const noPython = reason !== null;
/** The name of a test that needs it, with why it is skipped. */
export const inPython = (name: string) => (reason ? `${name} (skipped: ${reason})` : name);

/** Where it finds the keys, if not at the shared service, and what else it is told. */
type Given = { keys?: string; options?: string[] };

/** Runs the second implementation on a pack. */
export const verifyInPython = async (
  folder: string,
  pack: Buffer,
  { keys: address, options = [] }: Given = {},
): Promise<{ status: number; out: string }> => {
  const [file, keys] = [join(folder, 'python.zip'), join(folder, 'python-keys.json')];
  await writeFile(file, pack);
  const published = await fetch(
    address ?? `${inject('serviceUrl')}/.well-known/walkaround-evidence-keys.json`,
  );
  await writeFile(keys, await published.text());
  return new Promise((resolve) => {
    execFile('python3', [SCRIPT, file, keys, ...options], (error, out, said) =>
      resolve({ status: error ? Number(error.code) : 0, out: out + said }),
    );
  });
};
