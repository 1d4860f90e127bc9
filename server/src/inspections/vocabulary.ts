/** The closed lists of words that clients and the service share. */
import languages from '../../../vocabulary/languages.json' with { type: 'json' };

export { WHEEL_LABELS, WHEEL_NAMES } from '../../../vocabulary/wheels.ts';

export const TASK_NAMES = [
  'damage_detection',
  'wheel_analysis',
  'repair_estimate',
  'images_ocr',
  'compliances',
  'pricing',
  'human_in_the_loop',
  'odometer',
  'warning_lights',
  'dashboard_ocr',
  'image_editing',
  'inspection_pdf',
] as const;
export type TaskName = (typeof TASK_NAMES)[number];

/** Clients write this task in two ways; it is stored and shown as images_ocr. */
export const TASK_NAME_ALIASES: Record<string, TaskName> = { image_ocr: 'images_ocr' };

export const TASK_STATUSES = ['NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const CLIENT_TASK_STATUSES = ['NOT_STARTED', 'TODO', 'DONE', 'VALIDATED'] as const;
export type ClientTaskStatus = (typeof CLIENT_TASK_STATUSES)[number];

export const INSPECTION_STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED'] as const;
export type InspectionStatus = (typeof INSPECTION_STATUSES)[number];

/** `assigned_resources`: what the caller is assigned to, in the organization. */
export const OWNERSHIP_FILTERS = [
  'own_resources',
  'assigned_resources',
  'organization_resources',
  'all_resources',
] as const;
export type OwnershipFilter = (typeof OWNERSHIP_FILTERS)[number];

export const PAGINATION_ORDERS = ['asc', 'desc'] as const;
export type PaginationOrder = (typeof PAGINATION_ORDERS)[number];

/** What the vehicles of a list can be told apart by. */
export const VEHICLE_FILTERS = ['brand', 'model', 'plate', 'vehicle_type', 'vin'] as const;
export type VehicleFilter = (typeof VEHICLE_FILTERS)[number];

export const INSPECTION_ORDERS = [
  'created_at',
  'updated_at',
  'id',
  'status',
  'inspection_type',
  'reference',
  'customer',
  'date_of_loss',
  'condition_score',
  'worst_severity',
  'repair_cost',
  'contest_due',
  'learning_value',
  ...VEHICLE_FILTERS,
] as const;
export type InspectionOrder = (typeof INSPECTION_ORDERS)[number];

/** How badly a vehicle is damaged as a whole. */
export const VEHICLE_STATES = ['intact', 'light', 'moderate', 'severe', 'wreck'] as const;
export type VehicleState = (typeof VEHICLE_STATES)[number];

/** What an evidence pack has only for those who may see it. */
export const RESTRICTED_CONTENTS = ['originals', 'metadata'] as const;
export type RestrictedContent = (typeof RESTRICTED_CONTENTS)[number];
/** As which a photo may come. */
export const PHOTO_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'tiff', 'heic'] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];
export const IMAGE_ROTATIONS = ['NO_ROTATION', 'CLOCKWISE_90', 'CLOCKWISE_180', 'CLOCKWISE_270'] as const;
export type Rotation = (typeof IMAGE_ROTATIONS)[number];
export const IMAGE_TYPES = ['beauty_shot', 'close_up', 'unknown'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
export const IMAGE_SUBTYPES = ['close_up_part', 'close_up_damage'] as const;
/** What a photo for images_ocr shows, and what was read on it. ID: a card of another country than France. */
export const DOCUMENT_TYPES = [
  'VIN',
  'PASSPORT',
  'ID_FR',
  'ID',
  'VEHICLE_REGISTRATION_PAPERS_FR',
  'PLATE',
  'ODOMETER',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const CALLBACK_EVENTS = ['STATUS_SET_TO_DONE', 'STATUS_SET_TO_ERROR'] as const;

export type ReportLanguage = keyof typeof languages;
export const REPORT_LANGUAGES = Object.keys(languages) as ReportLanguage[];
export const REPORT_PAPERS = ['a4', 'letter'] as const;
export type ReportPaper = (typeof REPORT_PAPERS)[number];

export const REPAIR_OPERATIONS = ['repair', 'replace'] as const;

export const DAMAGE_TYPES = [
  'body_crack',
  'broken_glass',
  'broken_light',
  'dent',
  'dirt',
  'hubcap_scratch',
  'misshape',
  'missing_hubcap',
  'missing_piece',
  'paint_peeling',
  'rustiness',
  'scattered_scratches',
  'scratch',
  'smash',
  'light_reflection',
  'shadow',
  'car_curve',
  'paint_damage',
] as const;
export type DamageType = (typeof DAMAGE_TYPES)[number];

/** What became of a suspicion. */
export const SUSPICION_STATES = ['open', 'confirmed', 'dismissed'] as const;

export const CONTEST_REASONS = ['was_there_before', 'not_a_damage', 'not_my_vehicle', 'other'] as const;
export type ContestReason = (typeof CONTEST_REASONS)[number];

export const CONTEST_STATES = ['open', 'accepted', 'rejected', 'withdrawn'] as const;
export type ContestState = (typeof CONTEST_STATES)[number];

export const AUDIT_ACTIONS = [
  'inspection.erased',
  'retention.changed',
  'originals.requested',
  'training_use.changed',
  'damage_model.changed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
/** What a version of the damage model is chosen for. */
export const MODEL_PURPOSES = ['judges', 'looks_along'] as const;
/** Which of the two versions that stand side by side finds a place. */
export const SEEN_BY = ['both', 'judging', 'along'] as const;
/** Somebody asked for it, or the inspection is older than its organization keeps them. */
export const ERASURE_REASONS = ['request', 'retention'] as const;
/** What models may learn from: nothing; photos as people see them; also photos as they came, with plates and faces. */
export const TRAINING_USES = ['none', 'shown', 'original'] as const;
export type TrainingUse = (typeof TRAINING_USES)[number];
export type ErasureReason = (typeof ERASURE_REASONS)[number];
