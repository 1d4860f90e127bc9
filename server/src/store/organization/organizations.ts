import sql, { raw } from 'sql-template-tag';
import type { Organizations } from '../../inspections/ports/organization.ts';
import type { OrganizationSettings } from '../../inspections/records/organization.ts';
import type { Database } from '../database.ts';

const COLUMNS =
  raw(`blur_plates, blur_faces, language, logo_key, company_name, company_address, company_contact, time_zone,
  retention_days, require_approval, keep_originals, contest_days, contest_decision_days, training_use, updated_at, updated_by`);

/** Whether the organization of an inspection `i` wants a person to approve it. */
export const APPROVAL_REQUIRED = `coalesce((select s.require_approval from organization_settings s
  where s.organization_id = i.organization_id), false)`;

export const organizationsOn = (database: Database): Organizations => ({
  lock: async (organizationId) => {
    await database.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`organization ${organizationId}`}, 0))`,
    );
  },

  settings: (organizationId) =>
    database.row<OrganizationSettings>(
      sql`select ${COLUMNS} from organization_settings where organization_id = ${organizationId}`,
      'organization-settings',
    ),

  keepsOriginals: async (inspectionId) =>
    (
      await database.row<{ keep_originals: boolean }>(
        sql`select s.keep_originals from inspections i join organization_settings s using (organization_id)
          where i.id = ${inspectionId}`,
        'keeps-originals',
      )
    )?.keep_originals ?? false,

  change: async (organizationId, change, by) => {
    const given = (name: keyof typeof change) => change[name] !== undefined;
    return (await database.row<OrganizationSettings>(sql`
      insert into organization_settings as o (organization_id, blur_plates, blur_faces, language, logo_key, company_name,
        company_address, company_contact, time_zone, retention_days, require_approval, keep_originals, contest_days,
        contest_decision_days, training_use, updated_by)
      values (${organizationId}, ${change.blur_plates}, ${change.blur_faces}, ${change.language}, ${change.logo_key},
        ${change.company_name}, ${change.company_address}, ${change.company_contact}, ${change.time_zone},
        ${change.retention_days}, coalesce(${change.require_approval}::boolean, false),
        coalesce(${change.keep_originals}::boolean, false), ${change.contest_days}, ${change.contest_decision_days},
        coalesce(${change.training_use}::text, 'none'), ${by})
      on conflict (organization_id) do update set
        blur_plates = case when ${given('blur_plates')} then excluded.blur_plates else o.blur_plates end,
        blur_faces = case when ${given('blur_faces')} then excluded.blur_faces else o.blur_faces end,
        language = case when ${given('language')} then excluded.language else o.language end,
        logo_key = case when ${given('logo_key')} then excluded.logo_key else o.logo_key end,
        company_name = case when ${given('company_name')} then excluded.company_name else o.company_name end,
        company_address = case when ${given('company_address')} then excluded.company_address else o.company_address end,
        company_contact = case when ${given('company_contact')} then excluded.company_contact else o.company_contact end,
        time_zone = case when ${given('time_zone')} then excluded.time_zone else o.time_zone end,
        retention_days = case when ${given('retention_days')} then excluded.retention_days else o.retention_days end,
        require_approval = case when ${given('require_approval')} then excluded.require_approval else o.require_approval end,
        keep_originals = case when ${given('keep_originals')} then excluded.keep_originals else o.keep_originals end,
        contest_days = case when ${given('contest_days')} then excluded.contest_days else o.contest_days end,
        contest_decision_days = case when ${given('contest_decision_days')} then excluded.contest_decision_days
          else o.contest_decision_days end,
        training_use = case when ${given('training_use')} then excluded.training_use else o.training_use end,
        updated_at = clock_timestamp(), updated_by = excluded.updated_by
      returning ${COLUMNS}`))!;
  },
});
