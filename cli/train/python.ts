/** The Python that has what training needs: found, or explained. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const TRAINING = fileURLToPath(new URL('../../training', import.meta.url));

const LEAST_VERSION = [3, 11];
const PACKAGES = ['numpy', 'PIL', 'torch', 'onnx', 'onnxruntime', 'pycocotools', 'matplotlib'];

const PROBE = `
import importlib.util, json, sys
missing = [name for name in ${JSON.stringify(PACKAGES)} if importlib.util.find_spec(name) is None]
cuda = False
if not missing:
    import torch
    cuda = torch.cuda.is_available()
print(json.dumps({"version": sys.version_info[:2], "missing": missing, "cuda": cuda}))
`;

export type Python = { program: string; cuda: boolean };

const howToInstall = (why: string) =>
  [
    `Training needs Python 3.11 or newer with the packages of training/requirements.txt: ${why}. Install them once (about 2 GB), and name that Python:`,
    `  python3 -m venv ~/walkaround-training`,
    `  ~/walkaround-training/bin/pip install torch --index-url https://download.pytorch.org/whl/cpu    # without a GPU; with one leave this line out`,
    `  ~/walkaround-training/bin/pip install -r ${join(TRAINING, 'requirements.txt')}`,
    `  export TRAINING_PYTHON=~/walkaround-training/bin/python`,
  ].join('\n');

/** `TRAINING_PYTHON`, else `python3`. */
export const findPython = (program = process.env.TRAINING_PYTHON || 'python3'): Python => {
  const tried = spawnSync(program, ['-c', PROBE], { encoding: 'utf8' });
  if (tried.status !== 0) throw new Error(howToInstall(`${program} does not run`));
  const { version, missing, cuda } = JSON.parse(tried.stdout) as {
    version: [number, number];
    missing: string[];
    cuda: boolean;
  };
  if (version[0] !== LEAST_VERSION[0] || version[1] < LEAST_VERSION[1]!)
    throw new Error(howToInstall(`${program} is Python ${version.join('.')}`));
  if (missing.length > 0) throw new Error(howToInstall(`${program} lacks ${missing.join(', ')}`));
  return { program, cuda };
};
