/** What the tasks that find damages write, kept in one record instead of a database. */
import { v7 as uuid } from 'uuid';
import { NO_PART, type PartType } from '../../src/inspections/parts/parts.ts';
import type { NewFindings, NewWheel, Sightings } from '../../src/inspections/ports/findings.ts';
import type { Store } from '../../src/inspections/ports/store.ts';
import type { Part } from '../../src/inspections/records/findings/part.ts';
import type { Image } from '../../src/inspections/records/image.ts';
import { type Inspection, nothingFound } from '../../src/inspections/records/inspection.ts';
import type { Severity } from '../../src/inspections/records/severity.ts';
import type { Task } from '../../src/inspections/records/task.ts';
import { SERVICE } from '../../src/inspections/severity/assess-inspection.ts';
import type { TaskName } from '../../src/inspections/vocabulary.ts';
import type { TruePhoto } from './truth.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const ALIVE = { deleted_at: null, deleted_by: null } as const;

const imageOf = (inspection_id: string, { name, path, width, height }: TruePhoto): Image => ({
  id: uuid(),
  inspection_id,
  created_at: NOW,
  deleted_at: null,
  name,
  file_key: path,
  shown_key: path,
  blur_problem: null,
  mimetype: 'image/jpeg',
  binary_size: 0,
  width,
  height,
  received_sha256: null,
  original_format: null,
  taken_at: null,
  rotation: 'NO_ROTATION',
  image_type: null,
  image_subtype: null,
  image_sibling_key: null,
  sight_id: null,
  detailed_viewpoint: null,
  additional_data: {},
  compliance: null,
  compliance_checks: null,
  viewpoint: null,
  has_vehicle: null,
  vehicle_state: null,
  odometer: null,
  rendered_outputs: [],
  wheels: [],
  damage_area: null,
  tasks: [],
});

const taskOf = (inspection_id: string, name: TaskName, images: readonly Image[]): Task => ({
  id: uuid(),
  inspection_id,
  name,
  status: 'IN_PROGRESS',
  added_by_service: false,
  arguments: {},
  callbacks: [],
  created_at: NOW,
  started_at: NOW,
  done_at: null,
  validated_at: null,
  validated_by: null,
  progress_done: 0,
  progress_total: images.length,
  error_messages: [],
  images: images.map(({ id }) => ({ image_id: id, details: {}, compliant: null })),
});

export const emptyInspection = (photos: readonly TruePhoto[], tasks: readonly TaskName[]): Inspection => {
  const id = uuid();
  const images = photos.map((photo) => imageOf(id, photo));
  return {
    id,
    owner_id: 'bench',
    creator_id: 'bench',
    organization_id: null,
    created_at: NOW,
    deleted_at: null,
    status: 'IN_PROGRESS',
    inspection_type: null,
    reference: null,
    customer: null,
    date_of_loss: null,
    assigned_to: null,
    accident_nature: null,
    related_inspection_id: null,
    usage_duration: null,
    damage_severity: {},
    privacy: { blur_plates: false, blur_faces: false },
    additional_data: {},
    approval_required: false,
    vehicle: null,
    tasks: tasks.map((name) => taskOf(id, name, images)),
    ...nothingFound(),
    images,
  };
};

/** The part of that type, made if it is not there yet. */
export const partIn = (inspection: Inspection, part_type: PartType): Part => {
  const known = inspection.parts.find((part) => part.part_type === part_type);
  if (known) return known;
  const part = { id: uuid(), inspection_id: inspection.id, part_type, created_at: NOW, created_by: SERVICE };
  inspection.parts.push(part);
  return part;
};

export const addFound = (inspection: Inspection, found: NewFindings) => {
  const by = { inspection_id: inspection.id, created_at: NOW, created_by: SERVICE, ...ALIVE };
  const idOf = (type: PartType) => partIn(inspection, type).id;
  for (const { part_types, ...damage } of found.damages) {
    const part_ids = part_types.filter((type) => !NO_PART.includes(type)).map(idOf);
    inspection.damages.push({
      ...damage,
      ...by,
      part_ids,
      size_cm: null,
      stated_size_cm: null,
      confirmed_by: null,
    });
  }
  for (const { part_type, ...view } of found.views) {
    const part_id = part_type === null ? null : idOf(part_type);
    inspection.views.push({ ...view, ...by, part_id, rendered_outputs: [] });
  }
  for (const { id, ...seen } of found.images)
    Object.assign(inspection.images.find((image) => image.id === id)!, seen);
};

export const severityOf = (
  inspection: Inspection,
  said: Pick<Severity, 'label' | 'level' | 'related_item_type' | 'related_item_id' | 'is_user_modified'> &
    Partial<Severity>,
): Severity => ({
  id: uuid(),
  inspection_id: inspection.id,
  pricing: null,
  repair_operation: null,
  comment: null,
  reason: null,
  part_price: null,
  estimated_operation: null,
  estimated_with: null,
  created_at: NOW,
  created_by: SERVICE,
  ...ALIVE,
  ...said,
});

const addWheels = (inspection: Inspection, wheels: readonly NewWheel[]) => {
  for (const wheel of wheels)
    inspection.images
      .find(({ id }) => id === wheel.image_id)!
      .wheels.push({ ...wheel, inspection_id: inspection.id, created_at: NOW });
};

/** What waits for a person, and where: an inspection itself tells only on which photos. */
export type Suspected = Pick<NewFindings, 'damages' | 'views'>;
export const nothingSuspected = (): Suspected => ({ damages: [], views: [] });

/** What the tasks and the assessment ask of a store, and no more: whatever else they come to need fails at once. */
export const memoryStore = (
  inspection: Inspection,
  sightings?: Pick<Sightings, 'of' | 'keep'>,
  suspected = nothingSuspected(),
): Store => {
  const store = {
    sightings,
    // The models that the yardstick was given judge.
    modelVersions: { judging: async () => null },
    findings: {
      spokenFor: async () => [],
      clearFound: async () => {},
      insertFound: async (_id: string, _task: TaskName, found: NewFindings) => addFound(inspection, found),
    },
    suspicions: {
      replaceOpen: async (_id: string, _task: TaskName, found: Suspected) => {
        Object.assign(suspected, found);
        inspection.open_suspicions = found.damages.map(({ id }) =>
          found.views.filter(({ damage_id }) => damage_id === id).map(({ image_id }) => image_id),
        );
      },
    },
    wheels: { replace: async (_id: string, wheels: NewWheel[]) => addWheels(inspection, wheels) },
    inspections: { read: async () => inspection },
    // No person says anything.
    corrections: { list: async () => [] },
    assessments: {
      putSizes: async (sizes) => {
        for (const { damage_id, size_cm } of sizes)
          inspection.damages.find(({ id }) => id === damage_id)!.size_cm = size_cm;
      },
      putSeverities: async (_id, severities) => {
        const spoken = new Set(inspection.severities.map(({ related_item_id }) => related_item_id));
        for (const graded of severities.filter(({ related_item_id }) => !spoken.has(related_item_id)))
          inspection.severities.push(severityOf(inspection, { ...graded, is_user_modified: false }));
      },
      putPartCosts: async () => {},
      putEstimate: async (estimate) => {
        inspection.estimates.push({ ...estimate, created_at: NOW });
      },
    } satisfies Store['assessments'],
  };
  return store as unknown as Store;
};
