/** New documents replace those that the task read before, also in the vehicle where only this task had filled a field. */
import { v7 as uuid } from 'uuid';
import type { Store } from '../../inspections/ports/store.ts';
import type { Task } from '../../inspections/records/task.ts';
import type { DocumentRead } from '../../inspections/texts/document-read.ts';
import { type Filling, filledVehicle } from '../../inspections/texts/fill-vehicle.ts';
import type { VehicleReadings } from '../../inspections/texts/read-documents.ts';
import { recordEvent } from '../events/record-event.ts';

type Read = { documents: DocumentRead[]; vehicle: VehicleReadings };

const fillingFrom = (vehicle: VehicleReadings, idOf: (document: object) => string): Filling =>
  Object.fromEntries(
    Object.entries(vehicle).flatMap(([name, reading]) =>
      reading ? [[name, { value: reading.value, from: idOf(reading.document) }]] : [],
    ),
  );

/** In the commit that ends the task. */
export const keepDocuments = async (
  tx: Store,
  inspection: { id: string; organization_id: string | null },
  task: Task,
  { documents, vehicle: said }: Read,
): Promise<void> => {
  const ids = new Map<object, string>(documents.map((document) => [document, uuid()]));
  const kept = documents.map((document) => ({ id: ids.get(document)!, ...document }));
  const replaced = await tx.documents.replace(inspection.id, task.name, kept);
  const vehicle = await tx.documents.vehicle(inspection.id);
  const filling = fillingFrom(said, (document) => ids.get(document)!);
  const filled = vehicle && filledVehicle(vehicle, filling, replaced);
  if (!filled) return;
  await tx.documents.fillVehicle(inspection.id, filled);
  await recordEvent(tx, inspection, 'inspection.updated', { changed: 'vehicle' });
};
