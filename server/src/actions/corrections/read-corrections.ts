/** What people did to damages, severities and prices, oldest first; also to those that they deleted. */
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Correction } from '../../inspections/records/findings/correction.ts';
import { assertId, inspectionToRead } from '../reach-inspection.ts';
import { getPrice } from './correct-prices.ts';
import { getSeverity } from './correct-severity.ts';

export const listSeverityCorrections = async (
  actor: Actor,
  input: { inspection_id: string; severity_id: string },
  ports: Ports,
): Promise<Correction[]> => {
  const head = await inspectionToRead(actor, input.inspection_id, ports.store);
  assertId(input.severity_id, 'severity');
  const corrections = await ports.store.corrections.of(head.id, input.severity_id);
  if (corrections.length === 0) await getSeverity(actor, input, ports);
  return corrections;
};

export const listPriceCorrections = async (
  actor: Actor,
  input: { inspection_id: string; pricing_id: string },
  ports: Ports,
): Promise<Correction[]> => {
  const head = await inspectionToRead(actor, input.inspection_id, ports.store);
  assertId(input.pricing_id, 'price');
  const corrections = await ports.store.corrections.of(head.id, input.pricing_id);
  if (corrections.length === 0) await getPrice(actor, input, ports);
  return corrections;
};

export const listCorrections = async (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<Correction[]> =>
  store.corrections.list((await inspectionToRead(actor, input.inspection_id, store)).id);
