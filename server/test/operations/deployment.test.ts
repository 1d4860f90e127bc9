import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parser } from '@prometheus-io/lezer-promql';
import type { Body } from '@walkaround/harness/clients/client.ts';
import { expect, inject, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { environment } from '../../src/config/environment.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, 'deploy/kubernetes');

const documentsIn = async (path: string): Promise<Body[]> =>
  parseAllDocuments(await readFile(path, 'utf8')).map((document) => {
    expect(document.errors, path).toEqual([]);
    return document.toJS();
  });
const manifests = async (): Promise<Body[]> =>
  (await Promise.all((await readdir(FOLDER)).map((name) => documentsIn(join(FOLDER, name))))).flat();

/** The kinds that are used, with the versions that Kubernetes has had since 1.25 or earlier. */
const KINDS: Record<string, string> = {
  ConfigMap: 'v1',
  Secret: 'v1',
  Service: 'v1',
  Job: 'batch/v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
};

const SOME = expect.stringMatching(/^\d+(Mi|Gi)$/);

const podsOf = (all: Body[]) => all.filter(({ kind }) => ['Job', 'Deployment'].includes(kind));
const containersOf = (pod: Body): Body[] => pod.spec.template.spec.containers;
const figures = async () => (await fetch(`${inject('serviceUrl')}/metrics`)).text();

test('the image keeps the fonts and the models of packages that the server names', async () => {
  const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  const source = join(ROOT, 'server/src');
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const text = (await Promise.all(files.map((name) => readFile(join(source, name), 'utf8')))).join('\n');
  const named = (pattern: RegExp, where: string) =>
    new Set([...where.matchAll(pattern)].map(([, name]) => name));
  const fonts = named(/\/([\w-]+\.ttf)'/g, text);
  expect(fonts.size).toBeGreaterThan(0);
  expect(named(/! -name (\S+\.ttf)/g, dockerfile)).toEqual(fonts);
  for (const removed of named(/rm \S+\/(\S+\.onnx)/g, dockerfile)) expect(text).not.toContain(removed);
});

test('the manifests of Kubernetes are of known kinds, and what they refer to is there', async () => {
  const all = await manifests();
  for (const { kind, apiVersion, metadata } of all)
    expect([kind, apiVersion, typeof metadata.name]).toEqual([kind, KINDS[kind], 'string']);
  const named = new Set(all.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
  expect(named.size).toBe(all.length);
  for (const pod of podsOf(all))
    for (const { envFrom } of containersOf(pod))
      for (const { configMapRef, secretRef } of envFrom)
        expect(named).toContain(configMapRef ? `ConfigMap ${configMapRef.name}` : `Secret ${secretRef.name}`);
  for (const { kind, spec } of all) {
    if (kind === 'HorizontalPodAutoscaler')
      expect(named).toContain(`${spec.scaleTargetRef.kind} ${spec.scaleTargetRef.name}`);
    const selector = spec?.selector?.matchLabels ?? (kind === 'Service' ? spec.selector : null);
    if (selector)
      expect(podsOf(all).map((pod) => pod.spec.template.metadata?.labels)).toContainEqual(selector);
  }
});

test('what runs in them is there: commands, settings, ports, probes and mounted folders', async () => {
  const all = await manifests();
  const common = all.filter(({ kind }) => ['ConfigMap', 'Secret'].includes(kind));
  const shared = Object.assign({}, ...common.map(({ data, stringData }) => data ?? stringData));
  for (const pod of podsOf(all))
    for (const { command, env = [], ports = [], volumeMounts = [], resources, ...container } of containersOf(
      pod,
    )) {
      expect(existsSync(join(ROOT, command[1])), command[1]).toBe(true);
      const own: Record<string, string> = Object.fromEntries(
        env.map(({ name, value }: Body) => [name, value]),
      );
      const settings = { ...shared, ...own };
      expect(Object.keys(settings).filter((name) => !(name in environment.shape))).toEqual([]);
      const config = readConfig({ NODE_ENV: 'production', DATA_DIR: '/data', ...settings });
      const listens = config.role === 'worker' ? config.worker.port : config.port;
      for (const { containerPort } of ports) expect(containerPort).toBe(listens);
      const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].flatMap(
        (name) => container[name] ?? [],
      );
      for (const { httpGet } of probes) {
        expect(httpGet.port).toBe(ports[0].name);
        expect((await fetch(inject('serviceUrl') + httpGet.path)).status, httpGet.path).toBe(200);
      }
      expect(probes.length).toBe(ports.length * 3);
      const volumes = (pod.spec.template.spec.volumes ?? []).map(({ name }: Body) => name);
      expect(volumeMounts.map(({ name }: Body) => name)).toEqual(volumes);
      expect(resources).toMatchObject({
        requests: { memory: SOME, cpu: expect.any(String) },
        limits: { memory: SOME },
      });
      expect(container.securityContext).toMatchObject({ runAsNonRoot: true, readOnlyRootFilesystem: true });
      const grace = pod.spec.template.spec.terminationGracePeriodSeconds;
      if (grace) expect(grace).toBeGreaterThan(config.shutdownDelaySeconds + config.shutdownTimeoutSeconds);
    }
});

test('workers are scaled, and alerts are made, by figures that the service tells', async () => {
  const told = await figures();
  const scaler = (await manifests()).find(({ kind }) => kind === 'HorizontalPodAutoscaler')!;
  for (const { external } of scaler.spec.metrics) {
    const { queue, state } = external.metric.selector.matchLabels;
    expect(told).toMatch(
      new RegExp(`^${external.metric.name}\\{queue="${queue}",state="${state}"\\} \\d+$`, 'm'),
    );
  }
  const alerts = await readFile(join(ROOT, 'deploy/prometheus-alerts.yaml'), 'utf8');
  const asked = new Set(alerts.match(/walkaround_[a-z_0-9]+/g));
  for (const name of asked) expect(told).toMatch(new RegExp(`^${name}\\{`, 'm'));
  expect(asked.size).toBeGreaterThan(3);
});

/** Where the parser met something that is not PromQL. */
const wrongIn = (expression: string): number[] => {
  const places: number[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from }) => {
      if (type.isError) places.push(from);
    },
  });
  return places;
};

test('every expression of the alerts and of the dashboard is PromQL', async () => {
  const [alerts] = await documentsIn(join(ROOT, 'deploy/prometheus-alerts.yaml'));
  const dashboard: Body = JSON.parse(
    await readFile(join(ROOT, 'docs/running/grafana-dashboard.json'), 'utf8'),
  );
  const expressions: string[] = [
    ...alerts!.groups.flatMap(({ rules }: Body) => rules.map(({ expr }: Body) => expr)),
    ...dashboard.panels.flatMap(({ targets = [] }: Body) => targets.map(({ expr }: Body) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(15);
  for (const expression of expressions) expect(wrongIn(expression), expression).toEqual([]);
  for (const wrong of ['max by (queue (up)', 'rat(up[5m])']) expect(wrongIn(wrong)).not.toEqual([]);
});

const isThere = (program: string) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const KUBERNETES = 'kubernetes-validate';
const noSchemas = isThere(KUBERNETES) ? '' : ` (skipped: the Python package ${KUBERNETES} is not installed)`;

// npm has no package of these schemas that refuses a field which Kubernetes does not know.
test.skipIf(noSchemas !== '')(`the manifests fit the schemas of Kubernetes${noSchemas}`, async () => {
  const files = (await readdir(FOLDER)).map((name) => join(FOLDER, name));
  for (const version of ['1.25', '1.37']) {
    const { stdout, stderr } = await promisify(execFile)(KUBERNETES, ['--strict', '-k', version, ...files]);
    expect((stdout + stderr).match(/ passed for resource /g)).toHaveLength((await manifests()).length);
  }
});

const noPromtool = isThere('promtool') ? '' : ' (skipped: promtool, of Prometheus, is not installed)';

test.skipIf(noPromtool !== '')(`Prometheus accepts the alerts${noPromtool}`, async () => {
  const rules = join(ROOT, 'deploy/prometheus-alerts.yaml');
  const { stdout } = await promisify(execFile)('promtool', ['check', 'rules', rules]);
  expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
});

const SYSTEMD = '/usr/bin/systemd-analyze';
const whyNot = existsSync(SYSTEMD) ? '' : ' (skipped: systemd is not installed)';

test.skipIf(whyNot !== '')(`systemd accepts the unit${whyNot}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unit-'));
  try {
    const unit = join(folder, 'walkaround.service');
    const written = await readFile(join(ROOT, 'deploy/walkaround.service'), 'utf8');
    // The program must exist where it is checked.
    await writeFile(unit, written.replaceAll(/^(ExecStart=)\S+/gm, `$1${process.execPath}`));
    const { stdout, stderr } = await promisify(execFile)(SYSTEMD, ['verify', '--man=no', unit]);
    expect(stdout + stderr).toBe('');
    const settings = [...written.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) => line!.split(' '));
    const names = settings.map((setting) => setting.split('=')[0]!).filter((name) => name !== 'NODE_ENV');
    expect(names.filter((name) => !(name in environment.shape))).toEqual([]);
    expect(written).toContain('server/src/main.ts');
  } finally {
    await rm(folder, { recursive: true });
  }
});
