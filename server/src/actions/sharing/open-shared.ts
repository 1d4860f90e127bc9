import { tenantOf } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { shareLinkOver } from '../../inspections/problems/access.ts';
import type { Contest } from '../../inspections/records/contest.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { ShareLink } from '../../inspections/records/report.ts';
import { sharedInspection } from '../../inspections/sharing/shared-view.ts';
import { reportedData, withoutDeleted } from '../reports/reported-data.ts';
import { hashOf } from './share-inspection.ts';

export type Shared = {
  link: ShareLink;
  inspection: Inspection;
  logo_key: string | null;
  /** True if there is a report and the inspection has changed since then. */
  stale: boolean;
  /** Those that were sent through this link. */
  contests: Contest[];
};

/** The secret stands in for the actor: whoever was given the link may see what it shows. */
export const openShared = async (input: { secret: string }, { store }: Ports): Promise<Shared> => {
  const link = await store.shareLinks.open(hashOf(input.secret));
  if (link === null) throw shareLinkOver();
  const { inspection, data_version } = await reportedData(link.inspection_id, store);
  const asked = await store.transaction(async (tx) => {
    const wanted = await tx.shareLinks.wantReport(link.id, data_version);
    const job = { name: 'make-shared-report', data: { share_link_id: link.id } } as const;
    if (wanted) await tx.jobs.send({ ...job, tenant: tenantOf(inspection) });
    return wanted;
  });
  const isCurrent = link.report_status === 'ready' && link.report_version === data_version;
  const organization = inspection.organization_id;
  const settings = organization === null ? null : await store.organizations.settings(organization);
  return {
    link: asked ? { ...link, report_status: 'requested' } : link,
    inspection: sharedInspection(withoutDeleted(inspection), link),
    logo_key: settings?.logo_key ?? null,
    stale: link.report_key !== null && !isCurrent,
    contests: await store.contests.ofLink(link.id),
  };
};
