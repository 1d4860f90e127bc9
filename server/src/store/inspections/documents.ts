import sql, { raw } from 'sql-template-tag';
import type { Documents } from '../../inspections/ports/findings.ts';
import type { Vehicle } from '../../inspections/records/vehicle.ts';
import type { Database } from '../database.ts';

/** A document `o` as a record. */
export const DOCUMENT_FIELDS = raw(`
  'id', o.id, 'inspection_id', o.inspection_id, 'type', o.type, 'document_id', o.document_id,
  'confidence', o.confidence, 'fields', o.fields, 'evidence', o.evidence, 'model', o.model,
  'created_at', o.created_at`);

export const documentsOn = (database: Database): Documents => ({
  replace: async (inspectionId, task, documents) => {
    const gone = await database.rows<{ id: string }>(
      sql`delete from documents where inspection_id = ${inspectionId} and task = ${task} returning id`,
    );
    await database.run(sql`
      insert into documents (id, inspection_id, task, type, document_id, confidence, fields, evidence, model)
      select o.id, ${inspectionId}, ${task}, o.type, o.document_id, o.confidence, o.fields, o.evidence, o.model
      from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as o (id uuid, type text,
        document_id double precision, confidence double precision, fields jsonb, evidence jsonb, model jsonb)`);
    return gone.map(({ id }) => id);
  },

  vehicle: (inspectionId) =>
    database.row<Vehicle>(sql`
      select id, inspection_id, created_at, details, read_from, known_vehicle_id from vehicles
      where inspection_id = ${inspectionId}`),

  fillVehicle: async (inspectionId, { details, read_from }) => {
    await database.run(sql`
      update vehicles set details = ${JSON.stringify(details)}, read_from = ${JSON.stringify(read_from)}
      where inspection_id = ${inspectionId}`);
  },
});
