import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Letterhead, Ports, ReportSource } from '../../inspections/ports/ports.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { OrganizationSettings } from '../../inspections/records/organization.ts';
import { settingsOf } from '../organization/manage-organization.ts';
import { openShown } from '../photos/open-shown.ts';

export type PrintPorts = Pick<Ports, 'store' | 'photos' | 'photoModels' | 'imageRenderer' | 'reportWriter'>;

const letterheadOf = async (
  { logo_key, company_name, company_address, company_contact }: OrganizationSettings,
  { photos }: PrintPorts,
): Promise<Letterhead> => ({
  name: company_name,
  address: company_address,
  contact: company_contact,
  logo: logo_key === null ? null : await buffer((await photos.open(logo_key)).stream),
});

/** Of the people who approved something or added a damage, where they are known. */
const namesOf = async ({ organization_id, tasks, damages }: Inspection, { members }: PrintPorts['store']) => {
  if (organization_id === null) return {};
  const ids = new Set([
    ...tasks.flatMap(({ validated_by }) => validated_by ?? []),
    ...damages.map(({ created_by }) => created_by),
  ]);
  const people = await Promise.all([...ids].map((id) => members.find(organization_id, id)));
  return Object.fromEntries(people.flatMap((one) => (one?.name ? [[one.user_id, one.name]] : [])));
};

type ToPrint = Omit<ReportSource, 'letterhead' | 'names' | 'time_zone'>;

/** A report while it is being written. */
export const openReport = async (
  source: ToPrint,
  ports: PrintPorts,
  signal: AbortSignal,
): Promise<Readable> => {
  const { store, reportWriter } = ports;
  const settings = await settingsOf(source.inspection.organization_id, store);
  const letterhead = await letterheadOf(settings, ports);
  const time_zone = source.options.time_zone ?? settings.time_zone ?? 'UTC';
  return reportWriter.write(
    { ...source, letterhead, names: await namesOf(source.inspection, store), time_zone },
    (image) => openShown(image, ports, signal),
    signal,
  );
};

/** Writes a report and keeps it under the key. */
export const printReport = async (
  source: ToPrint,
  fileKey: string,
  ports: PrintPorts,
  signal: AbortSignal,
) => {
  const { photos } = ports;
  const pdf = await openReport(source, ports, signal);
  await photos.keep(await photos.receivePdf(pdf, { limited: false }), fileKey);
};
