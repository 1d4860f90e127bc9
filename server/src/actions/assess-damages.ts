/** Works out how bad the damages of an inspection are and, where an estimate was asked for, what their repair costs. */
import { v7 as uuid } from 'uuid';
import { type Assessment, assessInspection } from '../inspections/assess-inspection.ts';
import { damageOptions } from '../inspections/damage-options.ts';
import { estimateRepairs, type Methodology } from '../inspections/estimate.ts';
import { DEFAULT_MATRIX, type MatrixVersion, segmentOf } from '../inspections/price-matrix.ts';
import type { Inspection } from '../inspections/records.ts';
import type { Store } from '../inspections/store-ports.ts';
import { isFinished } from '../inspections/tasks.ts';
import type { TaskName } from '../inspections/vocabulary.ts';

type Order = { methodology: Methodology; matrix: MatrixVersion };

/** Clients ask for severities with the task or with the inspection; an estimate rests on them. */
const wantsSeverities = ({ damage_severity, tasks, estimates }: Inspection) =>
  damage_severity !== null ||
  estimates.length > 0 ||
  tasks.some((task) => task.name === 'damage_detection' && damageOptions(task.arguments).severity);

/** With the matrix it was first made with, so that a correction of a damage is not a change of prices. */
const matrixOf = async (tx: Store, organizationId: string | null, version: number): Promise<MatrixVersion> =>
  (organizationId !== null && (await tx.priceMatrices.find(organizationId, version))) || DEFAULT_MATRIX;

const putEstimate = (
  tx: Store,
  inspection: Inspection,
  { parts, unplaced }: Assessment,
  { methodology, matrix: { version, matrix } }: Order,
) => {
  const before = inspection.estimates.find((estimate) => estimate.methodology === methodology);
  const segment = segmentOf(inspection.vehicle?.details.vehicle_type);
  const result = estimateRepairs(parts, { matrix, segment }, methodology);
  const nowhere = {
    part_type: 'ignore' as const,
    reason: `Damages that lie on no known part: ${unplaced.join(', ')}.`,
  };
  return tx.assessments.putEstimate({
    ...result,
    id: before?.id ?? uuid(),
    inspection_id: inspection.id,
    matrix_version: version,
    parts: result.parts.map((part) => ({
      ...part,
      id: before?.parts.find(({ part_id }) => part_id === part.part_id)?.id ?? uuid(),
    })),
    not_priced: unplaced.length > 0 ? [...result.not_priced, nowhere] : result.not_priced,
  });
};

/** Whoever calls holds the lock on the inspection. */
export const assess = async (tx: Store, inspectionId: string, order?: Order): Promise<void> => {
  const inspection = (await tx.inspections.read(inspectionId, { deletedObjects: false }))!;
  const assessment = assessInspection(inspection);
  await tx.assessments.putSizes(assessment.sizes);
  if (order || wantsSeverities(inspection))
    await tx.assessments.putSeverities(inspection.id, assessment.severities);
  for (const { methodology, matrix_version } of inspection.estimates) {
    if (methodology === order?.methodology) continue;
    const matrix = await matrixOf(tx, inspection.organization_id, matrix_version);
    await putEstimate(tx, inspection, assessment, { methodology, matrix });
  }
  if (order) await putEstimate(tx, inspection, assessment, order);
};

const ASSESSED: readonly TaskName[] = ['damage_detection', 'wheel_analysis', 'repair_estimate', 'pricing'];

/** After a person changed something; before the first task has ended there is nothing to bring up to date. */
export const reassess = async (tx: Store, inspectionId: string): Promise<void> => {
  const tasks = await tx.tasks.briefs(inspectionId);
  if (tasks.some(({ name, status }) => ASSESSED.includes(name) && isFinished(status)))
    await assess(tx, inspectionId);
};
