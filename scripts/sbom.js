// `npm run sbom`: a software bill of materials (CycloneDX, JSON) of what the service runs with: the packages of the
// lockfile, as npm lists them, and the models. Needs nothing installed.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const usage = `Usage: npm run -s sbom > sbom.json

Prints a software bill of materials (CycloneDX 1.5, JSON): every package that the service runs with, from
package-lock.json, and every model with its sha256 and its terms. --help shows this.
`;

const componentOf = ({ name, version, file, sha256, licence, use }) => ({
  'bom-ref': `model:${name}@${version}`,
  type: 'machine-learning-model',
  name,
  version,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
  licenses: [{ license: { name: licence } }],
  properties: [
    { name: 'walkaround:file', value: `models/${file}` },
    { name: 'walkaround:use', value: use },
  ],
});

if (process.argv.includes('--help') || process.argv.includes('-h')) process.stdout.write(usage);
else {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'];
  const made = execFileSync('npm', args, {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const bom = JSON.parse(made.toString());
  const { models } = JSON.parse(fs.readFileSync(path.join(root, 'models/manifest.json'), 'utf8'));
  // npm names it after the folder.
  bom.metadata.component.name = 'walkaround';
  bom.components.push(...models.map(componentOf));
  process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
}
