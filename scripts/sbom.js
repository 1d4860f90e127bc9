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

/** npm leaves out some of what the lockfile has; nothing that runs may be missing. */
const lockedComponents = (known) => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).flatMap(([where, { version, integrity, license, dev, link }]) => {
    const name = where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const ref = `${name}@${version}`;
    if (!where.startsWith('node_modules/') || dev || link || known.has(ref)) return [];
    known.add(ref);
    const content = Buffer.from((integrity ?? '').replace(/^sha512-/, ''), 'base64').toString('hex');
    return {
      'bom-ref': ref,
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(integrity?.startsWith('sha512-') && { hashes: [{ alg: 'SHA-512', content }] }),
      ...(license && { licenses: [{ license: { name: license } }] }),
    };
  });
};

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
  const listed = bom.components.map(
    ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`,
  );
  bom.components.push(...lockedComponents(new Set(listed)));
  bom.components.push(...models.map(componentOf));
  process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
}
