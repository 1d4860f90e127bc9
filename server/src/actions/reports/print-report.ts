import { buffer } from 'node:stream/consumers';
import type { Ports, ReportSource } from '../../inspections/ports/ports.ts';
import { openShown } from '../photos/open-shown.ts';

export type PrintPorts = Pick<Ports, 'store' | 'photos' | 'photoModels' | 'imageRenderer' | 'reportWriter'>;

/** The logo that the organization has uploaded. */
const logoOf = async (
  organizationId: string | null,
  { store, photos }: PrintPorts,
): Promise<Uint8Array | null> => {
  const settings = organizationId === null ? null : await store.organizations.settings(organizationId);
  return settings?.logo_key ? buffer((await photos.open(settings.logo_key)).stream) : null;
};

/** Writes a report and keeps it under the key. */
export const printReport = async (
  source: Omit<ReportSource, 'logo'>,
  fileKey: string,
  ports: PrintPorts,
  signal: AbortSignal,
) => {
  const { photos, reportWriter } = ports;
  const logo = await logoOf(source.inspection.organization_id, ports);
  const pdf = await reportWriter.write(
    { ...source, logo },
    (image) => openShown(image, ports, signal),
    signal,
  );
  await photos.keep(await photos.receivePdf(pdf, { limited: false }), fileKey);
};
