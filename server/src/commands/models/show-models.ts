/** `models list`: what there is, what judges, what looks along, and what each worker has open. */
import type { ModelChoice, ModelVersion } from '../../inspections/records/model-version.ts';
import { installedVersion } from './choose.ts';
import type { Installation } from './installation.ts';

const MOST_CHOICES = 10;

const day = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

const gateOf = ({ gate }: ModelVersion) => (gate === null ? 'no gate.json' : `gate: ${gate.verdict}`);

const failuresOf = ({ failures, last_failure, last_failure_at }: ModelVersion) =>
  failures === 0
    ? []
    : [
        `      failed ${failures} times while it looked along, last ${day(last_failure_at!)}: ${last_failure}`,
      ];

const whatItDoes = (version: string | null, holding: readonly ModelChoice[]) => {
  const of = holding.filter((one) => one.version === version);
  const judges = holding.find((one) => one.purpose === 'judges' && one.organization_id === null);
  return [
    ...((judges?.version ?? null) === version ? ['judges'] : []),
    ...of.flatMap((one) => (one.organization_id === null ? [] : [`judges ${one.organization_id}`])),
    ...of.flatMap(({ purpose, share }) =>
      purpose === 'looks_along' && share !== null ? [`looks along (${Math.round(100 * share)} %)`] : [],
    ),
  ];
};

const told = (
  { made_at, made_by, purpose, version, organization_id, ...choice }: ModelChoice,
  installed: string,
) => {
  const what =
    purpose === 'looks_along'
      ? version === null
        ? 'nothing looks along'
        : `${version} looks along`
      : `${version ?? installed} judges${organization_id === null ? '' : ` ${organization_id}`}`;
  const despite = choice.despite_gate ? ', despite the gate' : '';
  const undone = choice.undone_at ? `; taken back ${day(choice.undone_at)} by ${choice.undone_by}` : '';
  return `  ${day(made_at)}  ${what}, by ${made_by}${despite}${undone}`;
};

const block = (title: string, lines: string[]) => (lines.length > 0 ? [title, ...lines, ''] : []);

export const readModels = async (at: Installation) => {
  const { modelVersions, workers: known } = at.store;
  const [installed, versions, holding, choices, workers] = await Promise.all([
    installedVersion(at),
    modelVersions.list(),
    modelVersions.holding(),
    modelVersions.choices(MOST_CHOICES),
    known.list(),
  ]);
  return { installed, versions, holding, choices, workers };
};

export const showModels = ({
  installed,
  versions,
  holding,
  choices,
  workers,
}: Awaited<ReturnType<typeof readModels>>) => {
  const shipped = installed ?? 'none';
  const does = (version: string | null) => whatItDoes(version, holding).join(', ');
  const line = (name: string, ...facts: string[]) =>
    `  ${name.padEnd(28)}  ${facts.filter(Boolean).join('; ')}`;
  return [
    ...block('Versions of the damage model', [
      line(shipped, does(null), 'in MODELS_DIR'),
      ...versions.flatMap((one) => [
        line(one.version, does(one.version), gateOf(one), `added ${day(one.added_at)} by ${one.added_by}`),
        ...failuresOf(one),
      ]),
    ]),
    ...block(
      'Workers',
      workers.flatMap(({ host, pid, loaded, problem }) => [
        `  ${`${host} ${pid}`.padEnd(28)}  ${loaded.length > 0 ? `has open: ${loaded.join(', ')}` : 'has none open yet'}`,
        ...(problem === null ? [] : [`      ${problem}`]),
      ]),
    ),
    ...block(
      'Last choices',
      choices.map((choice) => told(choice, shipped)),
    ),
  ].join('\n');
};
