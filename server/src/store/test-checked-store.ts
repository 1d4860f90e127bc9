/** For tests: a store whose every answer is checked against the schema of its record, to the last member. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Store } from '../inspections/ports/store.ts';
import { contestSchema } from '../inspections/records/contest.ts';
import {
  chainedEventSchema,
  evidenceKeySchema,
  evidencePackSchema,
} from '../inspections/records/evidence.ts';
import { correctionSchema, spokenForSchema } from '../inspections/records/findings/correction.ts';
import { damageSchema } from '../inspections/records/findings/damage.ts';
import { partSchema } from '../inspections/records/findings/part.ts';
import { suspicionSchema } from '../inspections/records/findings/suspicion.ts';
import { viewSchema } from '../inspections/records/findings/view.ts';
import { imageSchema } from '../inspections/records/image.ts';
import {
  inspectionHeadSchema,
  inspectionSchema,
  inspectionSummarySchema,
} from '../inspections/records/inspection.ts';
import { modelChoiceSchema, modelVersionSchema } from '../inspections/records/model-version.ts';
import {
  auditEntrySchema,
  deliverySchema,
  eventSchema,
  organizationSettingsSchema,
  webhookSchema,
} from '../inspections/records/organization.ts';
import { priceSchema } from '../inspections/records/price.ts';
import { matrixVersionSchema } from '../inspections/records/price-matrix.ts';
import { reportSchema, shareLinkSchema } from '../inspections/records/report.ts';
import { severitySchema } from '../inspections/records/severity.ts';
import { taskSchema } from '../inspections/records/task.ts';
import { trainingInspectionSchema } from '../inspections/records/training.ts';
import { vehicleChangeSchema, vehicleSchema } from '../inspections/records/vehicle.ts';
import { watchedSchema } from '../inspections/records/watching.ts';
import { workerSchema } from '../inspections/records/worker.ts';
import { createStore } from './store.ts';

const page = (row: z.ZodType) =>
  z.object({ rows: z.array(row), hasPrevious: z.boolean(), hasNext: z.boolean() });

/** `aggregate.method` → what it answers. Those that answer no record are not named. */
const ANSWERS: Record<string, z.ZodType> = {
  'inspections.insert': inspectionSchema,
  'inspections.lock': inspectionHeadSchema.nullable(),
  'inspections.head': inspectionHeadSchema.nullable(),
  'inspections.read': inspectionSchema.nullable(),
  'inspections.list': page(inspectionSchema),
  'inspections.summaries': page(inspectionSummarySchema),
  'inspections.putVehicle': vehicleSchema,
  'watching.weeks': watchedSchema,
  'trainingData.list': page(trainingInspectionSchema),
  'tasks.briefs': z.array(taskSchema.pick({ id: true, name: true, status: true })),
  'tasks.list': z.array(taskSchema),
  'tasks.find': taskSchema.nullable(),
  'images.find': imageSchema.nullable(),
  'images.list': page(imageSchema),
  'images.standing': z.object({ count: z.number(), same_upload: imageSchema.nullable() }),
  'findings.insertView': viewSchema,
  'findings.viewsOn': z.array(viewSchema),
  'findings.insertDamage': damageSchema,
  'findings.findDamage': damageSchema.nullable(),
  'findings.changeDamage': damageSchema,
  'findings.deleteDamage': damageSchema.nullable(),
  'findings.restoreDamage': damageSchema.nullable(),
  'findings.part': partSchema,
  'findings.spokenFor': z.array(spokenForSchema),
  'findings.insertSeverity': severitySchema,
  'findings.findSeverity': severitySchema.nullable(),
  'findings.listSeverities': z.array(severitySchema),
  'findings.changeSeverity': severitySchema,
  'findings.deleteSeverity': severitySchema.nullable(),
  'suspicions.list': z.array(suspicionSchema),
  'suspicions.find': suspicionSchema.nullable(),
  'suspicions.decide': suspicionSchema,
  'prices.put': priceSchema,
  'priceMatrices.current': matrixVersionSchema.nullable(),
  'priceMatrices.find': matrixVersionSchema.nullable(),
  'priceMatrices.list': z.array(matrixVersionSchema),
  'priceMatrices.insert': matrixVersionSchema,
  'corrections.of': z.array(correctionSchema),
  'corrections.list': z.array(correctionSchema),
  'documents.vehicle': vehicleSchema.nullable(),
  'evidence.request': evidencePackSchema,
  'evidence.find': evidencePackSchema.nullable(),
  'evidence.chain': z.array(chainedEventSchema),
  'evidence.keys': z.array(evidenceKeySchema),
  'reports.request': reportSchema,
  'reports.find': reportSchema.nullable(),
  'reports.put': reportSchema,
  'shareLinks.insert': shareLinkSchema,
  'shareLinks.list': z.array(shareLinkSchema),
  'shareLinks.open': shareLinkSchema.nullable(),
  'shareLinks.living': shareLinkSchema.nullable(),
  'knownVehicles.changes': z.array(vehicleChangeSchema),
  'contests.insert': contestSchema,
  'contests.list': z.array(contestSchema),
  'contests.ofLink': z.array(contestSchema),
  'contests.find': contestSchema.nullable(),
  'contests.findSame': contestSchema.nullable(),
  'contests.decide': contestSchema,
  'contests.withdraw': contestSchema,
  'contests.overdue': z.array(contestSchema.pick({ id: true, inspection_id: true })),
  'contests.markOverdue': contestSchema.nullable(),
  'organizations.settings': organizationSettingsSchema.nullable(),
  'organizations.change': organizationSettingsSchema,
  'events.since': z.array(eventSchema.extend({ age_ms: z.number() })),
  'events.insertDelivery': deliverySchema,
  'events.findDelivery': deliverySchema.nullable(),
  'events.listDeliveries': page(deliverySchema),
  'events.reopenDelivery': deliverySchema,
  'webhooks.insert': webhookSchema,
  'webhooks.list': z.array(webhookSchema),
  'webhooks.find': webhookSchema.nullable(),
  'webhooks.change': webhookSchema,
  'webhooks.replaceSecret': webhookSchema,
  'auditLog.list': page(auditEntrySchema),
  'modelVersions.list': z.array(modelVersionSchema),
  'modelVersions.judging': modelVersionSchema.nullable(),
  'modelVersions.lookingAlong': modelVersionSchema.extend({ share: z.number() }).nullable(),
  'modelVersions.undo': modelChoiceSchema.nullable(),
  'modelVersions.choices': z.array(modelChoiceSchema),
  'modelVersions.holding': z.array(modelChoiceSchema),
  'workers.list': z.array(workerSchema),
};

/** The schema drops what it does not know: then the answer is no longer the same. */
const check = (name: string, answer: unknown) => {
  const parsed = ANSWERS[name]!.safeParse(answer);
  if (!parsed.success) throw new Error(`${name} answers no such record: ${z.prettifyError(parsed.error)}`);
  if (!isDeepStrictEqual(parsed.data, answer))
    throw new Error(`${name} answers more than its record has: ${JSON.stringify(answer)}`);
  return answer;
};

type Method = (...args: unknown[]) => unknown;

const checked = (store: Store): Store => {
  const aggregates = Object.entries(store).map(([aggregate, methods]) => {
    if (typeof methods === 'function') return [aggregate, methods];
    const wrapped = Object.entries(methods as Record<string, Method>).map(([method, run]) => {
      const name = `${aggregate}.${method}`;
      return [method, name in ANSWERS ? async (...args: unknown[]) => check(name, await run(...args)) : run];
    });
    return [aggregate, Object.fromEntries(wrapped)];
  });
  const transaction: Store['transaction'] = (work) => store.transaction((tx) => work(checked(tx)));
  return { ...Object.fromEntries(aggregates), transaction };
};

export const createCheckedStore = (...args: Parameters<typeof createStore>): Store =>
  checked(createStore(...args));
