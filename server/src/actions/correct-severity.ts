import { v7 as uuid } from 'uuid';
import type { Actor } from '../inspections/access.ts';
import { NO_PART, type PartType } from '../inspections/parts.ts';
import type { Ports, SeverityChange } from '../inspections/ports.ts';
import { notFound } from '../inspections/problem.ts';
import type { Severity } from '../inspections/records.ts';
import { assertId, inspectionToChange, inspectionToRead } from './reach-inspection.ts';

export const createSeverity = (
  actor: Actor,
  input: { inspection_id: string; label: PartType } & Partial<SeverityChange>,
  { store }: Ports,
): Promise<Severity> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const part = NO_PART.includes(input.label) ? null : await tx.findings.part(head.id, input.label);
    return tx.findings.insertSeverity({
      id: uuid(),
      inspection_id: head.id,
      label: input.label,
      level: input.level ?? null,
      pricing: input.pricing ?? null,
      repair_operation: input.repair_operation ?? null,
      comment: input.comment ?? null,
      related_item_type: 'part',
      related_item_id: part?.id ?? null,
      is_user_modified: true,
      created_by: actor.user_id,
    });
  });

export const changeSeverity = (
  actor: Actor,
  input: { inspection_id: string; severity_id: string; change: Partial<SeverityChange> },
  { store }: Ports,
): Promise<Severity> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.severity_id, 'severity');
    if ((await tx.findings.findSeverity(head.id, input.severity_id)) === null) throw notFound('severity');
    return tx.findings.changeSeverity(head.id, input.severity_id, input.change);
  });

export const deleteSeverity = (
  actor: Actor,
  input: { inspection_id: string; severity_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.severity_id, 'severity');
    if (!(await tx.findings.deleteSeverity(head.id, input.severity_id))) throw notFound('severity');
    return { id: input.severity_id, deleted: true };
  });

export const listSeverities = async (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<Severity[]> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  return store.findings.listSeverities(head.id);
};

export const getSeverity = async (
  actor: Actor,
  input: { inspection_id: string; severity_id: string },
  { store }: Ports,
): Promise<Severity> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  assertId(input.severity_id, 'severity');
  const severity = await store.findings.findSeverity(head.id, input.severity_id);
  if (severity === null) throw notFound('severity');
  return severity;
};
