// The tests of training/ need Python and packages that npm does not install; where they are missing it is said.
import { spawnSync } from 'node:child_process';

const PACKAGES = ['numpy', 'onnx', 'onnxruntime', 'PIL', 'pytest', 'torch'];

/** The program line that runs them, or null after saying why they are skipped. */
export function pythonTests() {
  const python = process.env.TRAINING_PYTHON ?? 'python3';
  const skip = (reason) => {
    process.stderr.write(
      `The tests of training/ are skipped: ${reason}. Install training/requirements.txt and pytest, and name that Python with TRAINING_PYTHON.\n`,
    );
    return null;
  };
  const missing = `import importlib.util as u; print(' '.join(p for p in ${JSON.stringify(PACKAGES)} if u.find_spec(p) is None))`;
  const found = spawnSync(python, ['-c', missing], { encoding: 'utf8' });
  if (found.status !== 0) return skip(`${python} does not run`);
  const packages = found.stdout.trim();
  if (packages !== '') return skip(`${python} lacks ${packages.replaceAll(' ', ', ')}`);
  return [python, '-m', 'pytest', '-q', '--rootdir', '.', '-o', 'pythonpath=training', 'training/tests'];
}
