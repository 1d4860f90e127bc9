/** What `models try`, `use`, `back` and `stop` do. Each answers what to say. */
import { createReadStream } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { damageFileKey } from '../../inspections/photos/model-files.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { ModelVersion } from '../../inspections/records/model-version.ts';
import { isUsable, readManifest } from '../../vision/engine/manifest.ts';
import { createOtherVersions } from '../../vision/engine/other-versions.ts';
import { type Candidate, readCandidate, tryOut } from './candidate.ts';
import type { Installation } from './installation.ts';

export type Who = { by: string };

/** Null where MODELS_DIR has no damage model. */
export const installedVersion = async ({ config }: Installation): Promise<string | null> => {
  const damage = (await readManifest(config.models.folder)).get('damage');
  return damage && isUsable(damage) ? damage.version : null;
};

const lookAlong = (version: string | null, share: number | null, { by }: Who, store: Store) =>
  store.modelVersions.choose({
    purpose: 'looks_along',
    organization_id: null,
    version,
    share,
    despite_gate: false,
    made_by: by,
  });

const percent = (share: number) => `${Number((100 * share).toFixed(2))} %`;

const nowLooksAlong = (version: string, share: number) =>
  `${version} looks along at ${percent(share)} of the inspections from now on. Nobody sees what it finds but here: Settings → Models → Side by side in the console.`;

const verdictOf = (gate: ModelVersion['gate']) =>
  gate === null ? 'there is no gate.json' : [`the gate says ${gate.verdict}`, ...gate.reasons].join('; ');

const keep = async ({ model, entry, gate }: Candidate, { by }: Who, { store, photos }: Installation) => {
  const file_key = damageFileKey(model.sha256);
  // The file first: a version in the database whose file is missing would stop work.
  await photos.writeStream(createReadStream(model.path), file_key, 'application/octet-stream');
  const { version, sha256 } = model;
  await store.modelVersions.add({ version, sha256, file_key, entry, gate, added_by: by });
};

export const tryVersion = async (
  named: string,
  folder: string,
  { share, ...who }: Who & { share: number },
  at: Installation,
): Promise<string> => {
  const { modelVersions } = at.store;
  const known = await modelVersions.list();
  if (known.some(({ version }) => version === named)) {
    await lookAlong(named, share, who, at.store);
    return nowLooksAlong(named, share);
  }
  const candidate = await readCandidate(folder);
  const { version, sha256 } = candidate.model;
  if (version === (await installedVersion(at)))
    throw new Error(
      `${version} is the version of the model in ${at.config.models.folder}, which judges already. Give the candidate a version of its own in its manifest.json.`,
    );
  const same = known.find((one) => one.version === version);
  if (same && same.sha256 !== sha256)
    throw new Error(
      `There is a version ${version} already, and its file is another one. Give the candidate a version of its own in its manifest.json.`,
    );
  if (same && !isDeepStrictEqual(JSON.parse(JSON.stringify(candidate.entry)), same.entry))
    throw new Error(
      `There is a version ${version} already, and its manifest says something else. Give the candidate a version of its own.`,
    );
  if (same && isDeepStrictEqual(candidate.gate, same.gate))
    throw new Error(
      `The version ${version} is here already. "npx walkaround models try ${version}" has it look along again.`,
    );
  if (same) {
    await modelVersions.setGate(version, candidate.gate);
    return `The version ${version} was here already; its gate.json is taken over: ${verdictOf(candidate.gate)}.`;
  }
  await tryOut(candidate.model, at.config);
  await keep(candidate, who, at);
  await lookAlong(version, share, who, at.store);
  return `${nowLooksAlong(version, share)}\nFor later: ${verdictOf(candidate.gate)}.`;
};

export const stopLooking = async (who: Who, { store }: Installation): Promise<string> => {
  const along = await store.modelVersions.lookingAlong();
  if (along === null) throw new Error('No version looks along.');
  await lookAlong(null, null, who, store);
  return `${along.version} no longer looks along. What it found stays.`;
};

const nameOf = (organization: string | null) =>
  organization === null ? 'all inspections' : `the inspections of ${organization}`;

/** The whole file, as a worker would fetch it. */
const checkFile = async (version: ModelVersion, { config, photos }: Installation) => {
  const files = createOtherVersions({
    folder: `${config.dataDir}/models`,
    open: async (key) => (await photos.open(key)).stream,
  });
  const model = await files.modelOf(version);
  if (!isUsable(model)) throw new Error(`${model.problem.replace(/ Go back.*$/, '')} Nothing was changed.`);
};

const judges = async (
  choice: { organization: string | null; before: string | null; after: string | null; despite: boolean },
  change: (tx: Store) => Promise<void>,
  { by }: Who,
  store: Store,
) =>
  store.transaction(async (tx) => {
    await change(tx);
    if (choice.organization === null) return;
    await tx.auditLog.record({
      organization_id: choice.organization,
      action: 'damage_model.changed',
      actor_id: by,
      inspection_id: null,
      details: { damage_model: { before: choice.before, after: choice.after, despite_gate: choice.despite } },
      completed: true,
    });
  });

export const useVersion = async (
  named: string,
  { organization, despiteGate, ...who }: Who & { organization: string | null; despiteGate: boolean },
  at: Installation,
): Promise<string> => {
  const { store } = at;
  const installed = await installedVersion(at);
  const known = (await store.modelVersions.list()).find(({ version }) => version === named);
  if (!known && named !== installed)
    throw new Error(
      `There is no version ${named}. "npx walkaround models list" shows those that there are, and "npx walkaround models try FOLDER" brings another.`,
    );
  const version = known?.version ?? null;
  const [before, holding] = await Promise.all([
    store.modelVersions.judging(organization),
    store.modelVersions.holding(),
  ]);
  const own = holding.some((one) => one.purpose === 'judges' && one.organization_id === organization);
  if ((before?.version ?? null) === version && (own || organization === null))
    throw new Error(`${named} judges ${nameOf(organization)} already.`);
  const isAccepted = known === undefined || known.gate?.verdict === 'accepted';
  if (!isAccepted && !despiteGate)
    throw new Error(
      `${named} is not used: ${verdictOf(known.gate)}. Let the gate accept it, or use it all the same with --despite-the-gate, which is written down.`,
    );
  if (known) await checkFile(known, at);
  const despite = !isAccepted;
  await judges(
    { organization, before: before?.version ?? null, after: version, despite },
    (tx) =>
      tx.modelVersions.choose({
        purpose: 'judges',
        organization_id: organization,
        version,
        share: null,
        despite_gate: despite,
        made_by: who.by,
      }),
    who,
    store,
  );
  const compared = known?.gate?.installed?.version;
  const judged = before?.version ?? installed;
  const note =
    compared && judged && compared !== judged
      ? `\nThe gate compared it with ${compared}, and ${judged} judged until now.`
      : '';
  return `${named} judges ${nameOf(organization)} that are analyzed from now on. Results that there are keep their version. "npx walkaround models back" takes it back.${note}`;
};

export const goBack = async (
  { organization, ...who }: Who & { organization: string | null },
  at: Installation,
): Promise<string> => {
  const { store } = at;
  const before = await store.modelVersions.judging(organization);
  await store.transaction(async (tx) => {
    const undone = await tx.modelVersions.undo({ purpose: 'judges', organization_id: organization }, who.by);
    if (undone === null)
      throw new Error(
        organization === null
          ? 'There is nothing to go back from: no "models use" holds.'
          : `There is nothing to go back from: ${organization} has no version of its own.`,
      );
    const after = await tx.modelVersions.judging(organization);
    const choice = {
      organization,
      before: before?.version ?? null,
      after: after?.version ?? null,
      despite: false,
    };
    await judges(choice, async () => {}, who, tx);
  });
  const now = (await store.modelVersions.judging(organization))?.version ?? (await installedVersion(at));
  return `Back: ${now} judges ${nameOf(organization)} that are analyzed from now on.`;
};
