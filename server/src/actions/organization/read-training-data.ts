/** What models can learn from the approved inspections of an organization that lets them. */
import { type Actor, assertManagesOrganization } from '../../inspections/access.ts';
import { type Page, pageRequest } from '../../inspections/paging.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import type { TrainingInspection } from '../../inspections/records/training.ts';
import { type InspectionLabels, labelsOf } from '../../inspections/training/photo-labels.ts';
import { splitOf } from '../../inspections/training/split.ts';
import type { PaginationOrder, TrainingUse } from '../../inspections/vocabulary.ts';
import { settingsOf } from './manage-organization.ts';

export type TrainingSummary = {
  organization_id: string;
  training_use: TrainingUse;
  inspections: number;
  images: number;
};

export const getTrainingData = async (
  actor: Actor,
  _input: object,
  { store }: Ports,
): Promise<TrainingSummary> => {
  const organization_id = assertManagesOrganization(actor);
  const { training_use, retention_days } = await settingsOf(organization_id, store);
  const counts =
    training_use === 'none'
      ? { inspections: 0, images: 0 }
      : await store.trainingData.count({ organization_id, retention_days });
  return { organization_id, training_use, ...counts };
};

export type PhotoChoice = Exclude<TrainingUse, 'none'>;

type ListTrainingData = {
  photos: PhotoChoice;
  limit: number;
  pagination_order: PaginationOrder;
  before?: string;
  after?: string;
};

export type LabeledInspection = Pick<
  TrainingInspection,
  'id' | 'created_at' | 'group' | 'approved_at' | 'approved_by'
> &
  InspectionLabels & { split: 'train' | 'val' };

const labeled = (inspection: TrainingInspection): LabeledInspection => ({
  id: inspection.id,
  created_at: inspection.created_at,
  group: inspection.group,
  approved_at: inspection.approved_at,
  approved_by: inspection.approved_by,
  split: splitOf(inspection.group),
  ...labelsOf(inspection),
});

const NOTHING: Page<LabeledInspection> = { rows: [], hasPrevious: false, hasNext: false };

/** Nothing of an organization that did not allow it. */
export const listTrainingData = async (
  actor: Actor,
  input: ListTrainingData,
  { store }: Ports,
): Promise<{ list: string; page: Page<LabeledInspection> }> => {
  const organization_id = assertManagesOrganization(actor);
  const list = `training data ${organization_id}`;
  const asked = pageRequest(list, input);
  const { training_use, retention_days } = await settingsOf(organization_id, store);
  if (training_use === 'none') return { list, page: NOTHING };
  if (input.photos === 'original' && training_use !== 'original')
    throw invalidField(
      'photos',
      'Your organization lets models learn from photos as people see them only. Ask for shown, or set training_use to original.',
    );
  const { rows, ...page } = await store.trainingData.list({ organization_id, retention_days }, asked);
  return { list, page: { ...page, rows: rows.map(labeled) } };
};
