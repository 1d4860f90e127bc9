import type { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { type Actor, assertManagesOrganization, managedBy } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { OrganizationSettings } from '../../inspections/records/organization.ts';
import { USUAL_LANGUAGE } from '../../inspections/tasks/report-language.ts';
import type { ReportLanguage } from '../../inspections/vocabulary.ts';
import { isLeftToSweep } from '../left-to-sweep.ts';
import { namingField } from '../photos/receive-photo.ts';

const NOTHING_SAID: OrganizationSettings = {
  blur_plates: null,
  blur_faces: null,
  language: null,
  logo_key: null,
  company_name: null,
  company_address: null,
  company_contact: null,
  time_zone: null,
  retention_days: null,
  require_approval: false,
  keep_originals: false,
  contest_days: null,
  contest_decision_days: null,
  training_use: 'none',
  updated_at: null,
  updated_by: null,
};

export const settingsOf = async (
  organizationId: string | null,
  store: Store,
): Promise<OrganizationSettings> =>
  (organizationId !== null && (await store.organizations.settings(organizationId))) || NOTHING_SAID;

/** Of reports, where whoever asks for one does not say. */
export const reportLanguage = async (organizationId: string | null, store: Store): Promise<ReportLanguage> =>
  (await settingsOf(organizationId, store)).language ?? USUAL_LANGUAGE;

export type ShownSettings = {
  organization_id: string | null;
  settings: OrganizationSettings;
  /** As the service is set up. */
  defaults: { blur_plates: boolean; blur_faces: boolean; language: ReportLanguage };
  may_manage: ReturnType<typeof managedBy>;
};

const shown = (actor: Actor, settings: OrganizationSettings, { privacy }: Ports): ShownSettings => ({
  organization_id: actor.organization_id,
  settings,
  defaults: { ...privacy, language: USUAL_LANGUAGE },
  may_manage: managedBy(actor),
});

/** All members of an organization may read them. */
export const getSettings = async (actor: Actor, _input: object, ports: Ports): Promise<ShownSettings> =>
  shown(actor, await settingsOf(actor.organization_id, ports.store), ports);

/** What it means for data that are kept has to be provable later. */
const RECORDED = { retention_days: 'retention.changed', training_use: 'training_use.changed' } as const;

const recordChanges = async (
  tx: Store,
  actor: Actor,
  before: OrganizationSettings,
  after: OrganizationSettings,
) => {
  const { organization_id, user_id: actor_id } = actor;
  const about = { organization_id, actor_id, inspection_id: null, completed: true };
  for (const name of Object.keys(RECORDED) as (keyof typeof RECORDED)[]) {
    if (before[name] === after[name]) continue;
    const details = { [name]: { before: before[name], after: after[name] } };
    await tx.auditLog.record({ ...about, action: RECORDED[name], details });
  }
};

export const changeSettings = async (
  actor: Actor,
  input: Partial<Omit<OrganizationSettings, 'logo_key' | 'updated_at' | 'updated_by'>>,
  ports: Ports,
): Promise<ShownSettings> => {
  const organization = assertManagesOrganization(actor);
  const settings = await ports.store.transaction(async (tx) => {
    await tx.organizations.lock(organization);
    const before = await settingsOf(organization, tx);
    const changed = await tx.organizations.change(organization, input, actor.user_id);
    await recordChanges(tx, actor, before, changed);
    return changed;
  });
  return shown(actor, settings, ports);
};

/** Every logo has a key of its own, so that no cache shows the last one. */
const setLogo = async (actor: Actor, logo_key: string | null, ports: Ports): Promise<ShownSettings> => {
  const organization = assertManagesOrganization(actor);
  const { store, photos } = ports;
  const [before, settings] = await store.transaction(async (tx) => {
    await tx.organizations.lock(organization);
    return [
      await settingsOf(organization, tx),
      await tx.organizations.change(organization, { logo_key }, actor.user_id),
    ];
  });
  // What stays behind is found by the search for files without an owner.
  if (before.logo_key !== null) await photos.remove([before.logo_key]).catch(() => {});
  return shown(actor, settings, ports);
};

/** `receive` hands over the file as it comes in, once it is welcome. */
export const replaceLogo = async (
  actor: Actor,
  input: { receive(take: (source: Readable) => Promise<Uint8Array>): Promise<Uint8Array> },
  ports: Ports,
): Promise<ShownSettings> => {
  assertManagesOrganization(actor);
  const logo = await input.receive((source) => namingField('logo', ports.photos.receiveLogo(source)));
  const key = `logos/${uuid()}.png`;
  await ports.photos.write(logo, key, 'image/png');
  return setLogo(actor, key, ports).catch(async (error) => {
    if (!isLeftToSweep(error)) await ports.photos.remove([key]);
    throw error;
  });
};

export const removeLogo = (actor: Actor, _input: object, ports: Ports): Promise<ShownSettings> =>
  setLogo(actor, null, ports);
