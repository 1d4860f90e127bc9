/** Works out how bad the damages of an inspection are and, where an estimate was asked for, what their repair costs. */
import { v7 as uuid } from 'uuid';
import { byVehicle } from '../../inspections/checks/by-vehicle.ts';
import { estimateRepairs } from '../../inspections/costs/estimate.ts';
import { joinedEstimate } from '../../inspections/costs/estimate-by-vehicle.ts';
import { partsCalledFine } from '../../inspections/costs/hidden-headlight.ts';
import { fromHundredths, sum } from '../../inspections/costs/money.ts';
import { DEFAULT_MATRIX, segmentOf } from '../../inspections/costs/price-matrix.ts';
import { type CostOfSome, isByExample, pricingOf } from '../../inspections/costs/pricing.ts';
import { damageOptions } from '../../inspections/damages/damage-options.ts';
import type { PartType } from '../../inspections/parts/parts.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { METHODOLOGIES, type Methodology } from '../../inspections/records/estimate.ts';
import type { Damage } from '../../inspections/records/findings/damage.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { MatrixVersion } from '../../inspections/records/price-matrix.ts';
import { type Assessment, assessInspection } from '../../inspections/severity/assess-inspection.ts';
import { isFinished } from '../../inspections/tasks/tasks.ts';
import { TELL_DAMAGES } from '../../inspections/tasks/validation.ts';
import { noteStanding } from '../inspections/note-standing.ts';

type Order = { methodology: Methodology; matrix: MatrixVersion };

/** Clients ask for severities with the task or with the inspection; whatever is estimated rests on them too. */
const wantsSeverities = ({ damage_severity, tasks }: Inspection) =>
  damage_severity !== null ||
  tasks.some((task) => task.name === 'damage_detection' && damageOptions(task.arguments).severity);

/** With the matrix it was first made with, so that a correction of a damage is not a change of prices. */
const matrixOf = async (tx: Store, organizationId: string | null, version: number): Promise<MatrixVersion> =>
  (organizationId !== null && (await tx.priceMatrices.find(organizationId, version))) || DEFAULT_MATRIX;

export const currentMatrix = async (tx: Store, organizationId: string | null): Promise<MatrixVersion> =>
  (organizationId !== null && (await tx.priceMatrices.current(organizationId))) || DEFAULT_MATRIX;

/** `fine`: parts that a person called so. They matter to the whole alone, not to what a part costs. */
const estimateOf = (
  inspection: Inspection,
  assessment: Assessment,
  { methodology, matrix }: Order,
  fine: readonly PartType[] = [],
) => {
  const segment = segmentOf(inspection.vehicle?.details.vehicle_type);
  const priced = (own: Assessment) =>
    estimateRepairs({ ...own, fine }, { matrix: matrix.matrix, segment }, methodology);
  const vehicles = byVehicle(inspection).map(({ vehicle_group, inspection: own }) => ({
    vehicle_group,
    estimate: priced(assessInspection(own)),
  }));
  return vehicles.length > 0 ? joinedEstimate(vehicles) : priced(assessment);
};

/**
 * What some of the damages cost by themselves, by the estimate that is shown first. A part that has no other damage costs
 * what a person said of it. Null where nothing was estimated.
 */
export const costOfSome = async (
  tx: Store,
  inspection: Inspection,
  isOne: (damage: Damage) => boolean,
): Promise<CostOfSome | null> => {
  const [pricing] = pricingOf(inspection);
  if (!pricing?.estimate) return null;
  const { methodology, matrix_version, currency } = pricing.estimate;
  const matrix = await matrixOf(tx, inspection.organization_id, matrix_version);
  const own = { ...inspection, damages: inspection.damages.filter(isOne) };
  const isOn = (part_id: string) => (damage: Damage) => damage.part_ids.includes(part_id);
  const result = estimateOf(own, assessInspection(own), { methodology, matrix });
  const parts = result.parts
    .filter(({ part_id }) => own.damages.some(isOn(part_id)))
    .map(({ part_id, total, low, high }) => {
      const said = pricing.details.find((detail) => detail.part_id === part_id && detail.is_user_modified);
      const isAll = inspection.damages.filter(isOn(part_id)).every(isOne);
      return said && isAll ? { total: said.price, low: said.price, high: said.price } : { total, low, high };
    });
  const amount = (of: 'total' | 'low' | 'high') =>
    sum([...parts, ...result.open_parts].map((part) => part[of]));
  return {
    total: amount('total'),
    low: amount('low'),
    high: amount('high'),
    currency,
    is_example: isByExample(pricing.estimate),
  };
};

const putEstimate = async (tx: Store, inspection: Inspection, assessment: Assessment, order: Order) => {
  const before = inspection.estimates.find((estimate) => estimate.methodology === order.methodology);
  const fine = partsCalledFine(await tx.corrections.list(inspection.id));
  const result = estimateOf(inspection, assessment, order, fine);
  return tx.assessments.putEstimate({
    ...result,
    id: before?.id ?? uuid(),
    inspection_id: inspection.id,
    matrix_version: order.matrix.version,
    parts: result.parts.map((part) => ({
      ...part,
      id: before?.parts.find(({ part_id }) => part_id === part.part_id)?.id ?? uuid(),
    })),
  });
};

/** All that is to be estimated: what was before, and what is asked for now. */
const ordersFor = async (tx: Store, inspection: Inspection, order: Order | undefined): Promise<Order[]> => {
  const orders = order ? [order] : [];
  for (const { methodology, matrix_version } of inspection.estimates) {
    if (methodology === order?.methodology) continue;
    const matrix = await matrixOf(tx, inspection.organization_id, matrix_version);
    orders.push({ methodology, matrix });
  }
  return orders;
};

/** As answers show them. */
const byMethodology = (a: Order, b: Order) =>
  METHODOLOGIES.indexOf(a.methodology) - METHODOLOGIES.indexOf(b.methodology);

/**
 * Reports of generation 3 show a damaged part only with a price beside its severity. It is that of the estimate
 * that is shown first, or of the organization's matrix where none was asked for.
 */
const putSeverities = async (
  tx: Store,
  inspection: Inspection,
  assessment: Assessment,
  orders: readonly Order[],
) => {
  await tx.assessments.putSeverities(inspection.id, assessment.severities);
  const [shown] = orders.toSorted(byMethodology);
  const order = shown ?? {
    methodology: 'labor_cost' as const,
    matrix: await currentMatrix(tx, inspection.organization_id),
  };
  const costs = estimateOf(inspection, assessment, order).parts.map(({ part_id, total, name }) => ({
    part_id,
    price: fromHundredths(total),
    operation: name === 'replacing' ? ('replace' as const) : ('repair' as const),
    matrix_version: order.matrix.version,
  }));
  await tx.assessments.putPartCosts(inspection.id, costs);
};

/** Whoever calls holds the lock on the inspection. */
export const assess = async (tx: Store, inspectionId: string, order?: Order): Promise<void> => {
  const inspection = (await tx.inspections.read(inspectionId, { deletedObjects: false }))!;
  const assessment = assessInspection(inspection);
  const orders = await ordersFor(tx, inspection, order);
  await tx.assessments.putSizes(assessment.sizes);
  if (orders.length > 0 || wantsSeverities(inspection))
    await putSeverities(tx, inspection, assessment, orders);
  for (const each of orders) await putEstimate(tx, inspection, assessment, each);
};

/** After a person changed something; before the first task has ended there is nothing to bring up to date. */
export const reassess = async (tx: Store, inspectionId: string): Promise<void> => {
  const tasks = await tx.tasks.briefs(inspectionId);
  if (tasks.some(({ name, status }) => TELL_DAMAGES.includes(name) && isFinished(status)))
    await assess(tx, inspectionId);
  await noteStanding(tx, inspectionId);
};
