// Made from the service's OpenAPI document by sdk/generate; do not edit. To make it again:
// npm test -- sdk/test/schema.test.ts -u

export type PartType =
  | 'ignore'
  | 'background'
  | 'bumper_back'
  | 'bumper_front'
  | 'door_back_left'
  | 'door_back_right'
  | 'door_front_left'
  | 'door_front_right'
  | 'fender_back_left'
  | 'fender_back_right'
  | 'fender_front_left'
  | 'fender_front_right'
  | 'fog_light_back_left'
  | 'fog_light_back_right'
  | 'fog_light_front_left'
  | 'fog_light_front_right'
  | 'front_spoiler'
  | 'grill'
  | 'grill_low'
  | 'grill_radiator'
  | 'handle_back_left'
  | 'handle_back_right'
  | 'handle_front_left'
  | 'handle_front_right'
  | 'head_light_left'
  | 'head_light_right'
  | 'header_panel'
  | 'hood'
  | 'hook'
  | 'hubcap'
  | 'hubcap_back_left'
  | 'hubcap_back_right'
  | 'hubcap_front_left'
  | 'hubcap_front_right'
  | 'indicator_light_left'
  | 'indicator_light_right'
  | 'license_plate_back'
  | 'license_plate_front'
  | 'logo'
  | 'mirror_support'
  | 'mirror_left'
  | 'mirror_right'
  | 'petrol_door'
  | 'pillar'
  | 'quarter_window_back_left'
  | 'quarter_window_back_right'
  | 'quarter_window_front_left'
  | 'quarter_window_front_right'
  | 'rear_spoiler'
  | 'rocker_panel'
  | 'rocker_panel_left'
  | 'rocker_panel_right'
  | 'roof'
  | 'tail_light_center'
  | 'tail_light_left'
  | 'tail_light_right'
  | 'trunk'
  | 'turn_signal_front_lateral_left'
  | 'turn_signal_front_lateral_right'
  | 'wheel_back_left'
  | 'wheel_back_right'
  | 'wheel_front_left'
  | 'wheel_front_right'
  | 'window_back_left'
  | 'window_back_right'
  | 'window_corner_left'
  | 'window_corner_right'
  | 'window_front_left'
  | 'window_front_right'
  | 'windshield_back'
  | 'windshield_front'
  | 'wiper'
  | 'wiper_back'
  | 'wiper_front'
  | 'wheel'
  | 'car_inside'
  | 'damaged_car_inside'
  | 'handle_back_center'
  | 'rim_back_left'
  | 'rim_back_right'
  | 'rim_front_left'
  | 'rim_front_right'
  | 'interior';

export type DamageType =
  | 'body_crack'
  | 'broken_glass'
  | 'broken_light'
  | 'dent'
  | 'dirt'
  | 'hubcap_scratch'
  | 'misshape'
  | 'missing_hubcap'
  | 'missing_piece'
  | 'paint_peeling'
  | 'rustiness'
  | 'scattered_scratches'
  | 'scratch'
  | 'smash'
  | 'light_reflection'
  | 'shadow'
  | 'car_curve'
  | 'paint_damage';

export type TaskName =
  | 'damage_detection'
  | 'wheel_analysis'
  | 'repair_estimate'
  | 'images_ocr'
  | 'compliances'
  | 'pricing'
  | 'human_in_the_loop'
  | 'odometer'
  | 'warning_lights'
  | 'dashboard_ocr'
  | 'image_editing'
  | 'inspection_pdf';

export type TaskNameInput =
  | 'damage_detection'
  | 'wheel_analysis'
  | 'repair_estimate'
  | 'images_ocr'
  | 'compliances'
  | 'pricing'
  | 'human_in_the_loop'
  | 'odometer'
  | 'warning_lights'
  | 'dashboard_ocr'
  | 'image_editing'
  | 'inspection_pdf'
  | 'image_ocr';

export type TaskStatus = 'NOT_STARTED' | 'TODO' | 'IN_PROGRESS' | 'DONE' | 'ERROR' | 'VALIDATED';

export type ProgressStatusUpdate = 'NOT_STARTED' | 'TODO' | 'DONE' | 'VALIDATED';

export type InspectionStatus = 'NOT_STARTED' | 'IN_PROGRESS' | 'DONE' | 'ERROR' | 'VALIDATED';

export type OwnershipFilter =
  | 'own_resources'
  | 'assigned_resources'
  | 'organization_resources'
  | 'all_resources';

export type PaginationOrder = 'asc' | 'desc';

export type EventType =
  | 'inspection.created'
  | 'inspection.updated'
  | 'inspection.assigned'
  | 'inspection.deleted'
  | 'inspection.restored'
  | 'image.added'
  | 'image.assessed'
  | 'image.updated'
  | 'image.deleted'
  | 'task.started'
  | 'task.progress'
  | 'task.done'
  | 'task.error'
  | 'task.validated'
  | 'task.validation_withdrawn'
  | 'damage.created'
  | 'damage.deleted'
  | 'comment.created'
  | 'comment.deleted'
  | 'pdf.requested'
  | 'pdf.ready'
  | 'pdf.error'
  | 'share_link.created'
  | 'share_link.revoked'
  | 'contest.opened'
  | 'contest.decided'
  | 'contest.withdrawn'
  | 'contest.overdue';

export type CentersOn =
  | 'ignore'
  | 'background'
  | 'bumper_back'
  | 'bumper_front'
  | 'door_back_left'
  | 'door_back_right'
  | 'door_front_left'
  | 'door_front_right'
  | 'fender_back_left'
  | 'fender_back_right'
  | 'fender_front_left'
  | 'fender_front_right'
  | 'fog_light_back_left'
  | 'fog_light_back_right'
  | 'fog_light_front_left'
  | 'fog_light_front_right'
  | 'front_spoiler'
  | 'grill'
  | 'grill_low'
  | 'grill_radiator'
  | 'handle_back_left'
  | 'handle_back_right'
  | 'handle_front_left'
  | 'handle_front_right'
  | 'head_light_left'
  | 'head_light_right'
  | 'header_panel'
  | 'hood'
  | 'hook'
  | 'hubcap'
  | 'hubcap_back_left'
  | 'hubcap_back_right'
  | 'hubcap_front_left'
  | 'hubcap_front_right'
  | 'indicator_light_left'
  | 'indicator_light_right'
  | 'license_plate_back'
  | 'license_plate_front'
  | 'logo'
  | 'mirror_support'
  | 'mirror_left'
  | 'mirror_right'
  | 'petrol_door'
  | 'pillar'
  | 'quarter_window_back_left'
  | 'quarter_window_back_right'
  | 'quarter_window_front_left'
  | 'quarter_window_front_right'
  | 'rear_spoiler'
  | 'rocker_panel'
  | 'rocker_panel_left'
  | 'rocker_panel_right'
  | 'roof'
  | 'tail_light_center'
  | 'tail_light_left'
  | 'tail_light_right'
  | 'trunk'
  | 'turn_signal_front_lateral_left'
  | 'turn_signal_front_lateral_right'
  | 'wheel_back_left'
  | 'wheel_back_right'
  | 'wheel_front_left'
  | 'wheel_front_right'
  | 'window_back_left'
  | 'window_back_right'
  | 'window_corner_left'
  | 'window_corner_right'
  | 'window_front_left'
  | 'window_front_right'
  | 'windshield_back'
  | 'windshield_front'
  | 'wiper'
  | 'wiper_back'
  | 'wiper_front'
  | 'wheel'
  | 'car_inside'
  | 'damaged_car_inside'
  | 'handle_back_center'
  | 'rim_back_left'
  | 'rim_back_right'
  | 'rim_front_left'
  | 'rim_front_right'
  | 'interior'
  | 'front'
  | 'back'
  | 'left'
  | 'right'
  | 'front_left'
  | 'front_right'
  | 'back_left'
  | 'back_right'
  | 'keys'
  | 'dashboard'
  | 'undercarriage'
  | 'seats'
  | 'trunk_interior';

export type Currency =
  | 'EUR'
  | 'USD'
  | 'GBP'
  | 'CHF'
  | 'AUD'
  | 'CAD'
  | 'SEK'
  | 'NOK'
  | 'DKK'
  | 'PLN'
  | 'CZK'
  | 'RON';

export type ProblemCode =
  | 'malformed_request'
  | 'client_gone'
  | 'missing_token'
  | 'wrong_authorization_format'
  | 'token_expired'
  | 'token_undecodable'
  | 'token_invalid'
  | 'token_wrong_audience'
  | 'token_wrong_issuer'
  | 'token_payload_unknown'
  | 'forbidden'
  | 'signed_url_invalid'
  | 'signed_url_expired'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_too_slow'
  | 'illegal_transition'
  | 'task_already_started'
  | 'image_in_use'
  | 'nothing_to_compare'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'invalid_input'
  | 'invalid_image'
  | 'invalid_pdf'
  | 'no_photo_readable'
  | 'image_unreachable'
  | 'forbidden_address'
  | 'idempotency_key_reused'
  | 'limit_reached'
  | 'pdf_not_requested'
  | 'pdf_in_progress'
  | 'evidence_not_requested'
  | 'evidence_in_progress'
  | 'too_many_requests'
  | 'too_many_streams'
  | 'headers_too_large'
  | 'internal_error'
  | 'models_failed'
  | 'decoders_failed'
  | 'model_unusable'
  | 'live_config_unusable'
  | 'pdf_failed'
  | 'evidence_failed'
  | 'database_unavailable'
  | 'storage_full'
  | 'storage_unavailable'
  | 'picture_not_ready'
  | 'picture_refused'
  | 'models_busy'
  | 'decoders_busy'
  | 'identity_provider_unavailable'
  | 'shutting_down'
  | 'suspicion_confirmed'
  | 'being_erased'
  | 'contesting_closed'
  | 'contest_open'
  | 'contest_decided'
  | 'contest_withdrawn'
  | 'no_vin_or_plate'
  | 'not_your_comment';

export type Box = {
  xmin: number;
  ymin: number;
  width: number;
  height: number;
};

export type Inspection = {
  id: string;
  objectType: 'INSPECTION';
  status: InspectionStatus;
  createdAt: string;
  deletedAt: string | null;
  ownerId: string;
  creatorId: string;
  inspectorId: string | null;
  organizationId: string | null;
  inspectionType: string | null;
  reference: string | null;
  customer: string | null;
  dateOfLoss: string | null;
  /** The user id of the person who works on it. */
  assignedTo: string | null;
  accidentNature: string | null;
  relatedInspectionId: string | null;
  usageDuration: number | null;
  /** What is blurred on its pictures: docs/privacy.md. */
  privacy: {
    blurPlates: boolean;
    blurFaces: boolean;
  };
  /** Your own data; passed through untouched. */
  additionalData: Record<string, unknown>;
  images: Array<string>;
  damages: Array<string>;
  /** Only with show_suspicions=true. They are never priced and never count for the condition. */
  suspicions?: Array<Suspicion>;
  /** Only with show_known_damages=true: damages that were there before. docs/comparison.md tells how they are found. */
  knownDamages?: Array<{
    /** Of this inspection. */
    damageId: string;
    /** The same damage in the earlier inspection; null where a person decided that it was there. */
    knownDamageId: string | null;
    /** The earlier inspection. */
    inspectionId: string;
    /** When that one was created. */
    knownSince: string;
  }>;
  /** Costs are final unless required is true and approved is false: then they are a draft. */
  review: {
    /** The organization wants a person to approve the costs (require_approval). */
    required: boolean;
    /** Every started task that tells or reviews damages and costs is validated. */
    approved: boolean;
  };
  vehicle: string | null;
  tasks: Array<string>;
  parts: Array<Part>;
  /** Of the damaged parts, and remarks on no part. */
  severityResults: Array<SeverityResult>;
  /** Of each damage. */
  damageSeverityResults: Array<SeverityResult>;
  /** How bad each damaged part is, vehicle by vehicle, in the order of the report. */
  partLevels: Array<PartLevel>;
  damageAreas: Array<DamageArea>;
  wheelAnalysis: Array<string>;
  /** What images_ocr has read. */
  documents: Array<Document>;
  /** What a person should check, of the photos as a whole. It blocks nothing. */
  checks: Array<Check>;
  pricing: Pricing;
  compliances: null;
  damageSeverity: Record<string, unknown> | null;
  /** Places that a person should check; ask for show_suspicions to see them. */
  placesToCheck: number;
  /** 100 means no damage. null until photos were searched for damages or a person added one, and while nothing is certain (vehicle_state.state null). Of several vehicles that of the worst. docs/damages.md explains the score. */
  conditionScore: number | null;
  /** How badly the vehicle is damaged as a whole; null until photos were searched for damages or a person added one. Of several vehicles that of the worst. */
  vehicleState: VehicleState | null;
  /** Condition and state of each vehicle, if the photos seem to show more than one. Otherwise empty. */
  vehicleGroups: Array<{
    /** Counted from 1 in the order of groups of the check different_vehicle; null without such a check, or if no photo tells. */
    vehicleGroup: number | null;
    imageIds: Array<string>;
    /** Read on its photos; null also where it is not shared. */
    plate: string | null;
    /** Places that a person should check; ask for show_suspicions to see them. */
    placesToCheck: number;
    /** 100 means no damage. null until photos were searched for damages or a person added one, and while nothing is certain (vehicle_state.state null). Of several vehicles that of the worst. docs/damages.md explains the score. */
    conditionScore: number | null;
    /** How badly the vehicle is damaged as a whole; null until photos were searched for damages or a person added one. Of several vehicles that of the worst. */
    vehicleState: VehicleState | null;
  }>;
  /** The validated tasks that cover damages, severities and prices. A change to these withdraws the validation (docs/tasks.md). */
  lockedBy: Array<TaskName>;
  pdfUrl: string | null;
  /** Of the last report that was asked for; null: none was. */
  pdfStatus: 'requested' | 'ready' | 'error' | null;
  pdfGenerationReady: boolean;
};

export type InspectionHead = {
  id: string;
  objectType: 'INSPECTION';
  status: InspectionStatus;
  createdAt: string;
  deletedAt: string | null;
  ownerId: string;
  creatorId: string;
  inspectorId: string | null;
  organizationId: string | null;
  inspectionType: string | null;
  reference: string | null;
  customer: string | null;
  dateOfLoss: string | null;
  /** The user id of the person who works on it. */
  assignedTo: string | null;
  accidentNature: string | null;
  relatedInspectionId: string | null;
  usageDuration: number | null;
  /** What is blurred on its pictures: docs/privacy.md. */
  privacy: {
    blurPlates: boolean;
    blurFaces: boolean;
  };
  /** Your own data; passed through untouched. */
  additionalData: Record<string, unknown>;
};

export type InspectionInList = {
  id: string;
  objectType: 'INSPECTION';
  status: InspectionStatus;
  createdAt: string;
  deletedAt: string | null;
  ownerId: string;
  creatorId: string;
  inspectorId: string | null;
  organizationId: string | null;
  inspectionType: string | null;
  reference: string | null;
  customer: string | null;
  dateOfLoss: string | null;
  /** The user id of the person who works on it. */
  assignedTo: string | null;
  accidentNature: string | null;
  relatedInspectionId: string | null;
  usageDuration: number | null;
  /** What is blurred on its pictures: docs/privacy.md. */
  privacy: {
    blurPlates: boolean;
    blurFaces: boolean;
  };
  /** Your own data; passed through untouched. */
  additionalData: Record<string, unknown>;
  images: Array<string>;
  damages: Array<string>;
  /** Only with show_suspicions=true. They are never priced and never count for the condition. */
  suspicions?: Array<Suspicion>;
  /** Only with show_known_damages=true: damages that were there before. docs/comparison.md tells how they are found. */
  knownDamages?: Array<{
    /** Of this inspection. */
    damageId: string;
    /** The same damage in the earlier inspection; null where a person decided that it was there. */
    knownDamageId: string | null;
    /** The earlier inspection. */
    inspectionId: string;
    /** When that one was created. */
    knownSince: string;
  }>;
  /** Costs are final unless required is true and approved is false: then they are a draft. */
  review: {
    /** The organization wants a person to approve the costs (require_approval). */
    required: boolean;
    /** Every started task that tells or reviews damages and costs is validated. */
    approved: boolean;
  };
  vehicle?: string | null;
  tasks?: Array<string>;
  parts?: Array<Part>;
  severityResults?: Array<SeverityResult>;
  damageSeverityResults?: Array<SeverityResult>;
  pricing?: Pricing;
  pdfUrl: string | null;
};

export type InspectionSummary = {
  id: string;
  objectType: 'INSPECTION';
  status: InspectionStatus;
  createdAt: string;
  ownerId: string;
  inspectionType: string | null;
  reference: string | null;
  customer: string | null;
  dateOfLoss: string | null;
  /** The user id of the person who works on it. */
  assignedTo: string | null;
  deletedAt: string | null;
  brand: string | null;
  model: string | null;
  plate: string | null;
  vin: string | null;
  imagesCount: number;
  damagesCount: number;
  /** Places that a person should check; ask for show_suspicions to see them. */
  placesToCheck: number;
  /** Contests of people with a share link that nobody has decided. */
  openContests: number;
  /** Of these, those that are not decided in the time that the organization set. */
  overdueContests: number;
  /** True if photos were searched for damages or a person added one. Otherwise a count of 0 has no meaning. */
  analysed: boolean;
  /** 1 small, 2 moderate, 3 large. */
  worstSeverity: number | null;
  /** No damage is as bad: three or more damages on one part make it moderate. */
  worstSeverityRaised: boolean;
  /** 100 means no damage. Of several vehicles that of the worst. */
  conditionScore: number | null;
  /** Without tax; null where nothing was estimated. */
  repairCost: number | null;
  /** Of repair_cost; null where only people gave prices. */
  currency: string | null;
  /** Costs are final unless required is true and approved is false: then they are a draft. */
  review: {
    /** The organization wants a person to approve the costs (require_approval). */
    required: boolean;
    /** Every started task that tells or reviews damages and costs is validated. */
    approved: boolean;
  };
  /** How much a review of it would teach a model; 0 once it is approved. docs/running/learning.md explains it. */
  learningValue: number;
  /** What adds most comes first. */
  learningReasons: Array<{
    code:
      | 'models_differ'
      | 'photos_disagree'
      | 'suspicions_near_threshold'
      | 'findings_near_threshold'
      | 'rare_type';
    /** Of finds; for rare_type, of your own labels so far. */
    count: number;
    /** The rare type. */
    damageType: DamageType | null;
    /** The reason in English. */
    message: string;
  }>;
  /** A signed link to a thumbnail of its first image; null if it has no image. */
  thumbnail: string | null;
};

export type Image = {
  id: string;
  objectType: 'IMAGE';
  inspectionId: string;
  inspection: {
    id: string;
  };
  createdAt: string;
  /** When the photo was taken, by the clock of the camera (EXIF), as 2026-11-16T09:30:00, with the offset from UTC if the camera stored it. null if the file does not tell. */
  takenAt: string | null;
  deletedAt: string | null;
  /** A signed link that every browser can open until it expires. Add &width=320 for a thumbnail. */
  path: string;
  name: string | null;
  imageWidth: number;
  imageHeight: number;
  binarySize: number;
  mimetype: string;
  rotateImageBeforeUpload: 'NO_ROTATION' | 'CLOCKWISE_90' | 'CLOCKWISE_180' | 'CLOCKWISE_270';
  imageType: 'beauty_shot' | 'close_up' | 'unknown';
  imageSubtype: string | null;
  imageSiblingKey: string | null;
  sightId: string | null;
  detailedViewpoint: Record<string, unknown> | null;
  viewpoint: {
    prediction: string;
    confidence: number;
  } | null;
  hasVehicle: boolean | null;
  vehicleState: PhotoState | null;
  damageArea: string | null;
  tasks: Array<{
    name: string;
    /** Your own data; passed through untouched. */
    imageDetails: Record<string, unknown>;
  }>;
  /** The verdict on the photo. Until it is judged both checks are TODO; to clients of generation 4 and 5, which say so by their header X-Monk-SDK-Version, it is null until then. */
  compliances: Compliance | null;
  /** The odometer reading on images of the tasks odometer and dashboard_ocr; null until it was read. */
  odometer: {
    value: number | null;
    /** null where none can be seen. */
    unit: 'km' | 'miles' | null;
    confidenceScore: number | null;
    /** Why nothing could be read. */
    error: string | null;
  } | null;
  /** This service cannot detect warning lights, so the value is always null. */
  warningLights: null;
  /** Your own data; passed through untouched. */
  additionalData: Record<string, unknown>;
  views: Array<string>;
  renderedOutputs: Array<RenderedOutput>;
  /** The main wheel of the image. The inspection lists all wheels. */
  wheelAnalysis: string | null;
  /** The same, as clients of generation 3 spell it. */
  wheelAnalsis: string | null;
};

export type Task = {
  id: string;
  objectType: 'TASK';
  name: TaskName;
  status: TaskStatus;
  createdAt: string;
  startedAt: string | null;
  doneAt: string | null;
  validatedAt: string | null;
  validatedBy: string | null;
  inspectionId: string;
  images: Array<{
    imageId: string;
    /** Your own data; passed through untouched. */
    details: Record<string, unknown>;
  }>;
  /** Your own data; passed through untouched. */
  arguments: Record<string, unknown>;
  damageScoreThreshold?: number;
  /** Your own data; passed through untouched. */
  scoring?: Record<string, unknown>;
  /** Whether every photo of the task passed its quality check. */
  confidencePreExecution: boolean | null;
  /** How far those quality checks are. */
  confidencePreExecutionStatus: TaskStatus;
  confidencePostExecution: boolean | null;
  progress: {
    done: number;
    total: number;
  };
  errorMessages: Array<{
    id: string;
    message: string;
    createdAt: string;
    errorCode: string;
    traceId: string | null;
  }>;
};

export type Vehicle = {
  id: string;
  objectType: 'VEHICLE';
  inspectionId: string;
  createdAt: string;
  /** A vehicle goes with its inspection. */
  deletedAt: null;
  brand: string | null;
  model: string | null;
  plate: string | null;
  vehicleType: string | null;
  serie: string | null;
  series: string | null;
  vehicleStyle: string | null;
  vehicleAge: string | null;
  /** vehicle_age, as generation 3 spells it. */
  vehiculeAge: string | null;
  vin: string | null;
  color: string | null;
  exteriorCleanliness: string | null;
  interiorCleanliness: string | null;
  dateOfCirculation: string | null;
  mileage: {
    mileageValue?: number;
    mileageUnit?: string;
    value?: number;
    unit?: string;
  };
  mileageValue: number | null;
  mileageUnit: string | null;
  marketValue: {
    marketValueValue?: number;
    marketValueUnit?: string;
    value?: number;
    unit?: string;
  };
  marketValueValue: number | null;
  marketValueUnit: string | null;
  duplicateKeys: boolean | null;
  expertiseRequested: boolean | null;
  carRegistration: boolean | null;
  vehicleQuotation: number | null;
  tradeInOffer: number | null;
  ownerInfo: Record<string, unknown> | null;
  additionalData: Record<string, unknown> | null;
  /** For each detail that images_ocr read and no person changed: its document. */
  readFrom: {
    vin?: string;
    plate?: string;
    mileage?: string;
  };
  /** The vehicle that this and other inspections show: GET /vehicles. Null where neither VIN nor plate is known. */
  knownVehicleId: string | null;
  /** The repair costs without tax; present in answers about the inspection. */
  repairEstimate: number | null;
  /** What that consists of. */
  repairEstimateDetails: RepairEstimate | null;
};

export type Damage = {
  id: string;
  objectType: 'DAMAGE';
  inspectionId: string;
  /** Of several types at one spot the one that takes most to repair. */
  damageType: DamageType;
  /** What the same hit left at the same spot besides, the worst first. */
  otherDamageTypes: Array<DamageType>;
  /** ignore: the part is to be confirmed; part_family says what is known of it, part_candidates lists guesses. */
  partType: PartType;
  /** Where the part is to be confirmed: what kind of part it is; null if the part is known, or not even that is. */
  partFamily: PartFamily | null;
  /** The parts that it may lie on, the likeliest first; empty if the part is known. */
  partCandidates: Array<{
    partType: PartType;
    probability: number;
  }>;
  /** Of a damage on a close-up: the place on the wider photo that its part comes from. Else null. */
  partMatchedOn: {
    imageId: string;
    boundingBox: Box;
  } | null;
  partIds: Array<string>;
  parts: Array<{
    id: string;
    partType: PartType;
  }>;
  relatedImages: Array<Record<string, unknown>>;
  /** Counted from 1 in the order of groups of the check different_vehicle; null without such a check, or if no photo tells. */
  vehicleGroup: number | null;
  /** The length of the damage, from the typical size of the part; null if no photo shows it. docs/severity.md explains it. */
  damageSizeCm: number | null;
  damageSizeRangeCm: {
    min: number;
    max: number;
  } | null;
  /** The length that a person gave, which damage_size_cm then is; null: nobody did. */
  statedSizeCm: number | null;
  /** How sure the model is, 0 to 1; null where a person said it. */
  score: number | null;
  /** Which model found it; null: a person. */
  model: {
    name: string;
    version: string;
  } | null;
  evidence: {
    /** The best score on any photo. */
    bestScore: number;
    /** The score from which this type was shown. */
    threshold: number;
    /** Photos that show the place intact and so lowered the score. */
    photosAgainst: Array<string>;
    /** The confidence of the part and its side; null if the damage lies on no known part. */
    partConfidence: number | null;
    /** The model that named the part, or the parts that it may be; null if the client named it, and in older results. */
    partModel: {
      name: string;
      version: string;
    } | null;
    /** How likely the damage is moderate and severe by the look of this part; null if no model tells it, and in older results. */
    howBad: {
      partType: PartType;
      /** At least moderate. */
      moderate: number;
      severe: number;
      model?: {
        name: string;
        version: string;
      };
    } | null;
  } | null;
  /** Who said that it is there as it was found; null: nobody yet. */
  confirmedBy: string | null;
  createdAt: string;
  createdBy: string;
  deletedAt: string | null;
  deletedBy: string | null;
};

export type View = {
  id: string;
  objectType: 'VIEW';
  inspectionId: string;
  imageId: string;
  damageId: string | null;
  /** The damage or part that is shown. */
  elementId: string | null;
  boundingBox: Box;
  polygons: Array<Array<Array<number>>>;
  imageRegion: {
    id: string;
    objectType: 'IMAGE_REGION';
    imageId: string;
    specification: {
      boundingBox: Box;
      polygons: Array<Array<Array<number>>>;
    };
  };
  /** How sure the model is, 0 to 1; null where a person said it. */
  score: number | null;
  /** Which model found it; null: a person. */
  model: {
    name: string;
    version: string;
  } | null;
  renderedOutputs: Array<RenderedOutput>;
  createdAt: string;
  createdBy: string;
  deletedAt: string | null;
  deletedBy: string | null;
};

export type Part = {
  id: string;
  objectType: 'PART';
  inspectionId: string;
  partType: PartType;
  damageIds: Array<string>;
  relatedImages: Array<Record<string, unknown>>;
  /** What its repair takes, by repair_estimate. */
  partOperation: PartOperation | null;
  createdAt: string;
  /** algo: a task found it; else the person who named it. */
  createdBy: string;
};

export type DamageArea = {
  id: string;
  relevantElements: Array<string>;
};

/** One wheel on one image. docs/wheels.md explains the values. */
export type WheelAnalysis = {
  id: string;
  objectType: 'WHEEL_ANALYSIS';
  inspectionId: string;
  imageId: string;
  /** null where nobody can say which one it is. */
  wheelName: 'wheel_front_left' | 'wheel_front_right' | 'wheel_back_left' | 'wheel_back_right' | null;
  rimCondition: {
    prediction: 'DAMAGED' | 'NOT_DAMAGED' | 'UNKNOWN' | 'NOT_APPLICABLE';
    /** How sure that is; 0 with UNKNOWN. */
    confidence: number;
  };
  rimMaterial: {
    prediction: 'STEEL' | 'ALU' | 'UNKNOWN' | 'NOT_APPLICABLE';
    /** How sure that is; 0 with UNKNOWN. */
    confidence: number;
  };
  rimVisualAspect: {
    prediction: 'BICOLOR' | 'CLASSIC' | 'UNKNOWN' | 'NOT_APPLICABLE';
    /** How sure that is; 0 with UNKNOWN. */
    confidence: number;
  };
  hubcapOverRim: {
    prediction: 'HUBCAP_OVER_RIM' | 'RIM_ONLY' | 'UNKNOWN' | 'NOT_APPLICABLE';
    /** How sure that is; 0 with UNKNOWN. */
    confidence: number;
  };
  hubcapCondition: {
    prediction: 'DAMAGED' | 'NOT_DAMAGED' | 'UNKNOWN' | 'NOT_APPLICABLE';
    /** How sure that is; 0 with UNKNOWN. */
    confidence: number;
  };
  hubcapVisualAspect: {
    prediction: 'BICOLOR' | 'CLASSIC' | 'UNKNOWN' | 'NOT_APPLICABLE';
    /** How sure that is; 0 with UNKNOWN. */
    confidence: number;
  };
  tyre: {
    prediction: 'FLAT' | 'INFLATED' | 'UNKNOWN' | 'NOT_APPLICABLE';
    /** How sure that is; 0 with UNKNOWN. */
    confidence: number;
  };
  /** null if the client names a wheel and the models find none. */
  boundingBox: Box | null;
  model: {
    name: string;
    version: string;
  };
  /** Those that a person set; their confidence is 1. */
  correctedFields: Array<string>;
  createdAt: string;
};

export type SeverityResult = {
  id: string;
  objectType: 'SEVERITY_RESULT';
  inspectionId: string;
  label: PartType;
  isUserModified: boolean;
  relatedItemType: 'part' | 'damage' | 'comment';
  relatedItemId: string | null;
  /** What a person wants to be done. */
  operation: 'repair' | 'replace' | null;
  repairOperation: RepairOperation;
  /** Why this level, where the service said it. */
  reason: string | null;
  reasonDetails: SeverityReason | null;
  value: {
    customSeverity: {
      level: number | null;
      /** The price of a part: the value that a person set, otherwise the estimate, otherwise the price matrix. */
      pricing: number | null;
      /** True if the price comes from the example matrix of the service, not from your own prices (docs/estimates.md). */
      examplePrices: boolean;
      comment: string | null;
      repairOperation: RepairOperation;
    };
  };
  createdAt: string;
  createdBy: string;
  deletedAt: string | null;
  deletedBy: string | null;
};

export type Pdf = {
  /** Of the inspection, whose one report this is. */
  id: string;
  reportId: string;
  /** null: of a report that was uploaded, nobody knows. */
  language: 'en' | 'fr' | 'de' | 'es' | null;
  pdfUrl: string;
  /** The inspection has changed since. Ask for the report again. */
  stale: boolean;
  madeAt: string;
  /** The version of the data in the report. It is printed on every page. */
  dataVersion: string;
  /** Costs are final unless required is true and approved is false: then they are a draft. */
  review: {
    /** The organization wants a person to approve the costs (require_approval). */
    required: boolean;
    /** Every started task that tells or reviews damages and costs is validated. */
    approved: boolean;
  };
  /** Made here, or uploaded. */
  source: 'service' | 'client';
};

/** It is being made. */
export type PdfRequest = {
  /** Of the inspection, whose one report this is. */
  id: string;
  reportId: string;
  /** null: of a report that was uploaded, nobody knows. */
  language: 'en' | 'fr' | 'de' | 'es' | null;
  inspectionId: string;
  status: string;
  requestedAt: string;
  /** The reason, if the language of the report differs from the requested language. */
  notice: string | null;
};

export type EvidencePack = {
  /** Of the inspection, whose one evidence pack this is. */
  id: string;
  packId: string;
  /** What is in it that only a few may see. */
  include: Array<'originals' | 'metadata'>;
  /** A link to the ZIP file that works without a token for some hours. null for the restricted pack: it comes only with a token (Accept: application/zip). */
  evidenceUrl: string | null;
  madeAt: string;
  /** SHA-256 over the hashes of its files. The report in the pack shows it. */
  fingerprint: string;
  /** The published key that signed it. */
  keyId: string;
  /** When the time stamp authority of the operator saw its manifest; null: there is none, or it was away. Ask for the pack again. */
  timestampedAt: string | null;
  /** Something happened to the inspection since. Ask for the pack again. */
  stale: boolean;
};

/** It is being made. */
export type EvidenceRequest = {
  /** Of the inspection, whose one evidence pack this is. */
  id: string;
  packId: string;
  /** What is in it that only a few may see. */
  include: Array<'originals' | 'metadata'>;
  status: string;
  requestedAt: string;
};

export type ShareLink = {
  id: string;
  inspectionId: string;
  /** Only the first answer to the creation contains the address; the service does not store it. If it is lost, create another link. */
  url: string | null;
  costs: boolean;
  language: 'en' | 'fr' | 'de' | 'es';
  createdAt: string;
  createdBy: string;
  expiresAt: string;
  revokedAt: string | null;
  lastOpenedAt: string | null;
  /** Until when findings can be contested; null: not at all. */
  contestUntil: string | null;
};

export type SharedInspection = {
  /** Of the share link. */
  id: string;
  expiresAt: string;
  language: 'en' | 'fr' | 'de' | 'es';
  logoUrl: string | null;
  /** When the vehicle was inspected. */
  createdAt: string;
  status: InspectionStatus;
  /** Places that a person should check; ask for show_suspicions to see them. */
  placesToCheck: number;
  /** 100 means no damage. null until photos were searched for damages or a person added one, and while nothing is certain (vehicle_state.state null). Of several vehicles that of the worst. docs/damages.md explains the score. */
  conditionScore: number | null;
  /** How badly the vehicle is damaged as a whole; null until photos were searched for damages or a person added one. Of several vehicles that of the worst. */
  vehicleState: VehicleState | null;
  /** Condition and state of each vehicle, if the photos seem to show more than one. Otherwise empty. */
  vehicleGroups: Array<{
    /** Counted from 1 in the order of groups of the check different_vehicle; null without such a check, or if no photo tells. */
    vehicleGroup: number | null;
    imageIds: Array<string>;
    /** Read on its photos; null also where it is not shared. */
    plate: string | null;
    /** Places that a person should check; ask for show_suspicions to see them. */
    placesToCheck: number;
    /** 100 means no damage. null until photos were searched for damages or a person added one, and while nothing is certain (vehicle_state.state null). Of several vehicles that of the worst. docs/damages.md explains the score. */
    conditionScore: number | null;
    /** How badly the vehicle is damaged as a whole; null until photos were searched for damages or a person added one. Of several vehicles that of the worst. */
    vehicleState: VehicleState | null;
  }>;
  /** Of the checks those of sides that no photo shows: what was not photographed was not examined. */
  missingViews: Array<Check>;
  vehicle: {
    brand: string | null;
    model: string | null;
    plate: string | null;
    vin: string | null;
    vehicleType: string | null;
    color: string | null;
    mileage: {
      value: number;
      unit: string;
    } | null;
    dateOfCirculation: string | null;
  };
  images: Array<{
    id: string;
    /** A link that ends when the share link does. */
    path: string;
    imageWidth: number;
    imageHeight: number;
    viewpoint: string | null;
    /** Counted from 1 in the order of groups of the check different_vehicle; null without such a check, or if no photo tells. */
    vehicleGroup: number | null;
  }>;
  damages: Array<{
    id: string;
    damageType: DamageType;
    /** At the same spot. */
    otherDamageTypes: Array<DamageType>;
    partType: PartType;
    partFamily: PartFamily | null;
    /** It lies on these too, and they are repaired too. */
    otherParts: Array<PartType>;
    /** Counted from 1 in the order of groups of the check different_vehicle; null without such a check, or if no photo tells. */
    vehicleGroup: number | null;
    /** Of severity; 0: nobody knows. */
    level: number;
    sizeCm: number | null;
    views: Array<{
      imageId: string;
      boundingBox: Box;
      polygons: Array<Array<Array<number>>>;
    }>;
  }>;
  /** As part_levels of the inspection. */
  parts: Array<PartLevel>;
  wheels: Array<{
    id: string;
    imageId: string;
    wheelName: 'wheel_front_left' | 'wheel_front_right' | 'wheel_back_left' | 'wheel_back_right' | null;
    /** Its place on the photo; null where the models find none. */
    boundingBox: Box | null;
    rimCondition: string;
    rimMaterial: string;
    hubcapCondition: string;
    tyre: string;
  }>;
  /** Costs are final unless required is true and approved is false: then they are a draft. */
  review: {
    /** The organization wants a person to approve the costs (require_approval). */
    required: boolean;
    /** Every started task that tells or reviews damages and costs is validated. */
    approved: boolean;
  };
  /** null where the link does not show them, or there are none. */
  costs: {
    parts: Array<{
      partType: PartType;
      operation: string | null;
      cost: number;
    }>;
    /** Parts of which only the family is known. */
    openParts: Array<{
      family: 'bumper' | 'door' | 'fender' | 'head_light' | 'tail_light' | 'light' | 'window' | 'panel';
      cost: number;
    }>;
    /** Without tax. */
    total: number;
    tax: number;
    totalWithTax: number;
    range: {
      low: number;
      high: number;
    };
    /** What is listed and not in the total, and a headlight that may be damaged unseen. Empty if a person set the total. */
    notPriced: Array<{
      /** Why it is not in the total, for words of your own. */
      code:
        | 'no_price'
        | 'no_part'
        | 'left_out'
        | 'nothing_to_repair'
        | 'flat_tire'
        | 'damaged_rim'
        | 'damaged_hubcap'
        | 'beside_torn_bumper';
      /** ignore: no known part; wheel: one of no known place. */
      partType: PartType;
      /** Where only the family of the part is known. */
      partFamily:
        | 'bumper'
        | 'door'
        | 'fender'
        | 'head_light'
        | 'tail_light'
        | 'light'
        | 'window'
        | 'panel'
        | null;
      damageTypes: Array<DamageType>;
      /** In English. */
      reason: string;
      /** What it may cost at most: by the dearest part that it may lie on, or one headlight; in the range, not in the total. null: nobody knows. */
      atMost: number | null;
    }>;
    /** True if the vehicle is damaged so heavily that photos do not tell what its repair costs: have it inspected. The total is then no cost of repair (docs/severity.md). */
    beyondVisualEstimate: boolean;
    /** True if nothing has a price although a place is to be checked or a damage, a flat tire or a damaged rim has no price. The total of 0 is then no cost. */
    notAssessed: boolean;
    currency: Currency | null;
    taxPercent: number;
    /** True if the price comes from the example matrix of the service, not from your own prices (docs/estimates.md). */
    examplePrices: boolean;
    /** The costs of each vehicle, if the photos seem to show more than one. Otherwise empty. */
    vehicleGroups: Array<{
      /** Counted from 1 in the order of groups of the check different_vehicle; null without such a check, or if no photo tells. */
      vehicleGroup: number | null;
      imageIds: Array<string>;
      parts: Array<{
        partType: PartType;
        operation: string | null;
        cost: number;
      }>;
      /** Parts of which only the family is known. */
      openParts: Array<{
        family: 'bumper' | 'door' | 'fender' | 'head_light' | 'tail_light' | 'light' | 'window' | 'panel';
        cost: number;
      }>;
      /** Without tax. */
      total: number;
      tax: number;
      totalWithTax: number;
      range: {
        low: number;
        high: number;
      };
      /** What is listed and not in the total, and a headlight that may be damaged unseen. Empty if a person set the total. */
      notPriced: Array<{
        /** Why it is not in the total, for words of your own. */
        code:
          | 'no_price'
          | 'no_part'
          | 'left_out'
          | 'nothing_to_repair'
          | 'flat_tire'
          | 'damaged_rim'
          | 'damaged_hubcap'
          | 'beside_torn_bumper';
        /** ignore: no known part; wheel: one of no known place. */
        partType: PartType;
        /** Where only the family of the part is known. */
        partFamily:
          | 'bumper'
          | 'door'
          | 'fender'
          | 'head_light'
          | 'tail_light'
          | 'light'
          | 'window'
          | 'panel'
          | null;
        damageTypes: Array<DamageType>;
        /** In English. */
        reason: string;
        /** What it may cost at most: by the dearest part that it may lie on, or one headlight; in the range, not in the total. null: nobody knows. */
        atMost: number | null;
      }>;
      /** True if the vehicle is damaged so heavily that photos do not tell what its repair costs: have it inspected. The total is then no cost of repair (docs/severity.md). */
      beyondVisualEstimate: boolean;
      /** True if nothing has a price although a place is to be checked or a damage, a flat tire or a damaged rim has no price. The total of 0 is then no cost. */
      notAssessed: boolean;
    }>;
  } | null;
  /** Until when damages can be contested; null: not at all. */
  contestUntil: string | null;
  /** Those that were sent through this link, oldest first. */
  contests: Array<SharedContest>;
  report: {
    status: 'requested' | 'ready' | 'error';
    /** While another one is being made, the last. */
    pdfUrl: string | null;
    madeAt: string | null;
    /** True if there is a report and the inspection has changed since then. */
    stale: boolean;
  };
};

export type OrganizationSettings = {
  /** The organization; default where the token names none. */
  id: string;
  /** Blur number plates on new inspections that do not say. null: as the service is set up. */
  blurPlates: boolean | null;
  /** The same for faces. null: as the service is set up. */
  blurFaces: boolean | null;
  /** Of reports, where whoever asks does not say. null: as the service is set up. */
  language: 'en' | 'fr' | 'de' | 'es' | null;
  /** At the head of reports. */
  companyName: string | null;
  /** Under the name; may have several lines. */
  companyAddress: string | null;
  /** Under the address: phone, e-mail, website. */
  companyContact: string | null;
  /** Of the times in reports, where whoever asks does not say. null: UTC. */
  timeZone: string | null;
  /** Inspections older than this number of days are erased permanently. null keeps them. */
  retentionDays: number | null;
  /** Until a person has approved an inspection, its costs are marked as a draft: in answers, events, reports and on shared pages. */
  requireApproval: boolean;
  /** Also keep new photos as they were received, bit for bit, with EXIF and GPS data. Only evidence packs that somebody with organization:manage asks for contain them. */
  keepOriginals: boolean;
  /** For so many days a share link with allow_contesting can be used to contest. null: 14. */
  contestDays: number | null;
  /** Within so many days a contest is to be decided. Later it is overdue: it is first in the list, and an event tells so once. Nothing is decided by itself. null: no limit. */
  contestDecisionDays: number | null;
  /** What approved inspections may be used for. none: nothing. shown: the training of models on your own machines, on photos as people see them. original: also on photos as they came, without blurring. docs/running/training-data.md. */
  trainingUse: 'none' | 'shown' | 'original';
  logoUrl: string | null;
  /** How the service is set up. */
  defaults: {
    blurPlates: boolean;
    blurFaces: boolean;
    language: 'en' | 'fr' | 'de' | 'es';
  };
  /** What the caller may change. */
  mayManage: {
    organization: boolean;
    pricingMatrix: boolean;
    webhooks: boolean;
  };
  updatedAt: string | null;
  updatedBy: string | null;
};

export type AuditEntry = {
  id: string;
  action:
    | 'inspection.erased'
    | 'retention.changed'
    | 'originals.requested'
    | 'training_use.changed'
    | 'damage_model.changed';
  /** Who did it; null: the service, as the settings ask for it. */
  actorId: string | null;
  inspectionId: string | null;
  /** For an erasure: its reason and the removed amounts. For a change of settings: the old and the new value. For a pack with originals: what is in it. */
  details: {
    reason?: 'request' | 'retention';
    images?: number;
    /** Of the database, those of its images included. */
    rows?: number;
    /** Photos and all that was made from them. */
    files?: number;
    retentionDays?: {
      before: number | null;
      after: number | null;
    };
    /** What the evidence pack has of photos. */
    include?: Array<'originals' | 'metadata'>;
    trainingUse?: {
      before: 'none' | 'shown' | 'original';
      after: 'none' | 'shown' | 'original';
    };
    /** Which version of the damage model judges the inspections. */
    damageModel?: {
      /** null: the one that came with the service. */
      before: string | null;
      after: string | null;
      despiteGate: boolean;
    };
  };
  createdAt: string;
  /** null while there is something left to do. */
  completedAt: string | null;
};

export type UsageReport = {
  /** The organization. */
  id: string;
  from: string;
  to: string;
  /** Grouped by the month of creation (UTC). Months without inspections are left out. */
  months: Array<{
    month: string;
    inspections: number;
    images: number;
    /** Those that were started, by name. */
    tasks: Array<{
      name: TaskName;
      count: number;
    }>;
    /** The size of the stored photos, without the files derived from them. */
    bytesStored: number;
  }>;
};

export type Sight = {
  id: string;
  objectType: 'SIGHT';
  category: 'exterior' | 'interior' | 'misc';
  vehicle: string;
  vehicleType: string | null;
  /** A key, not a text. */
  label: string;
  /** null inside, and for keys and papers. */
  viewpoint:
    | 'front'
    | 'front_left'
    | 'left'
    | 'back_left'
    | 'back'
    | 'back_right'
    | 'right'
    | 'front_right'
    | null;
  /** Degrees around the vehicle: 0 in front, 90 at its left, 180 behind. */
  position: number;
  /** The direction it is seen from, where it differs. */
  orientation: number | null;
  height: 'high' | 'mid' | 'low';
  distance: 'close' | 'interior' | null;
  wheelName: 'wheel_front_left' | 'wheel_front_right' | 'wheel_back_left' | 'wheel_back_right' | null;
  tasks: Array<TaskName>;
};

export type Model = {
  /** Its name. */
  id: string;
  version: string;
  /** As its makers put it. */
  licence: string | null;
  /** The permitted use of its weights; null if the manifest does not state it. */
  use: 'any' | 'evaluation_and_research' | null;
};

export type Webhook = {
  id: string;
  url: string;
  /** Empty: every event. */
  eventTypes: Array<EventType>;
  description: string | null;
  active: boolean;
  /** Only the answer that creates a secret contains it. It verifies the webhook-signature header. */
  secret?: string;
  createdAt: string;
};

export type Delivery = {
  id: string;
  kind: 'callback' | 'webhook';
  webhookId: string | null;
  inspectionId: string | null;
  eventType: string;
  url: string;
  /** Your own data; passed through untouched. */
  payload: Record<string, unknown>;
  status: 'pending' | 'delivered' | 'failed';
  attempts: Array<{
    at: string;
    status: number | null;
    error: string | null;
    milliseconds: number;
  }>;
  createdAt: string;
  deliveredAt: string | null;
};

export type Comparison = {
  /** The inspection that was asked about. */
  id: string;
  objectType: 'COMPARISON';
  /** The one that was created first. */
  before: {
    inspectionId: string;
    createdAt: string;
    status: InspectionStatus;
    plate: string | null;
    vin: string | null;
  };
  after: {
    inspectionId: string;
    createdAt: string;
    status: InspectionStatus;
    plate: string | null;
    vin: string | null;
  };
  counts: {
    'new': number;
    unknown: number;
    existing: number;
    gone: number;
  };
  /** What the repair of the new damages alone costs, without tax; null: nothing was estimated. */
  costOfNew: {
    total: number;
    range: {
      low: number;
      high: number;
    };
    currency: Currency;
    /** True if the price comes from the example matrix of the service, not from your own prices (docs/estimates.md). */
    examplePrices: boolean;
  } | null;
  damages: Array<{
    status: 'new' | 'unknown' | 'existing' | 'gone';
    /** Why it cannot be told; null unless unknown. */
    reason: {
      code:
        | 'not_analysed'
        | 'part_unknown'
        | 'place_unclear'
        | 'other_type_there'
        | 'part_not_photographed'
        | 'photo_unclear'
        | 'part_cut_off'
        | 'seen_from_elsewhere'
        | 'too_far_away'
        | 'suspected'
        | 'more_than_before';
      message: string;
    } | null;
    /** The person who decided the status; null: the photos tell, or nobody did yet. */
    decision: {
      decidedAt: string;
      decidedBy: string;
      decidedByName: string | null;
      /** Why the photos do not tell. */
      reason: {
        code:
          | 'not_analysed'
          | 'part_unknown'
          | 'place_unclear'
          | 'other_type_there'
          | 'part_not_photographed'
          | 'photo_unclear'
          | 'part_cut_off'
          | 'seen_from_elsewhere'
          | 'too_far_away'
          | 'suspected'
          | 'more_than_before';
        message: string;
      };
    } | null;
    damageType: DamageType;
    partType: PartType;
    before: {
      /** null: no such damage here; the views show the part. */
      damageId: string | null;
      /** All types that the damage has here, the leading one first; empty: no such damage here. */
      damageTypes: Array<DamageType>;
      score: number | null;
      createdBy: string | null;
      views: Array<{
        imageId: string;
        /** A signed address, as that of an image. */
        path: string;
        imageWidth: number;
        imageHeight: number;
        /** null for a wheel, and for a part that only the client named. */
        viewId: string | null;
        /** The box of the damage, or the box of the part if the damage is absent. */
        boundingBox: Box | null;
        polygons: Array<Array<Array<number>>>;
        /** Where the damage of the other inspection would be. */
        expectedAt: Box | null;
      }>;
    };
    after: {
      /** null: no such damage here; the views show the part. */
      damageId: string | null;
      /** All types that the damage has here, the leading one first; empty: no such damage here. */
      damageTypes: Array<DamageType>;
      score: number | null;
      createdBy: string | null;
      views: Array<{
        imageId: string;
        /** A signed address, as that of an image. */
        path: string;
        imageWidth: number;
        imageHeight: number;
        /** null for a wheel, and for a part that only the client named. */
        viewId: string | null;
        /** The box of the damage, or the box of the part if the damage is absent. */
        boundingBox: Box | null;
        polygons: Array<Array<Array<number>>>;
        /** Where the damage of the other inspection would be. */
        expectedAt: Box | null;
      }>;
    };
  }>;
  /** Decisions on damages that a new run did not find again. */
  lostDecisions: Array<{
    damageType: DamageType;
    partType: PartType;
    status: 'new' | 'existing' | 'gone';
    decidedAt: string;
    decidedBy: string;
    decidedByName: string | null;
  }>;
};

export type PriceDetail = {
  id: string;
  inspectionId: string;
  pricing: number;
  /** What the repair of what is visible may cost. */
  range: {
    low: number;
    high: number;
  };
  relatedItemType: 'part' | 'vehicle';
  relatedItemId: string | null;
  /** What is done to the part; of several vehicles, to that of this one. null: nothing was estimated. */
  operation:
    | 'polishing'
    | 'paintless_dent_repair'
    | 'dent_repair'
    | 'plastic_repair'
    | 'sanding'
    | 'painting'
    | 'refinishing'
    | 'removing'
    | 'replacing'
    | 'paint_preparation'
    | null;
  operations: Array<
    | 'polishing'
    | 'paintless_dent_repair'
    | 'dent_repair'
    | 'plastic_repair'
    | 'sanding'
    | 'painting'
    | 'refinishing'
    | 'removing'
    | 'replacing'
    | 'paint_preparation'
  >;
  /** T1 to T3, M1 to M3, PAINT, INGREDIENT. */
  hours: Record<string, number>;
  isUserModified: boolean;
  /** True if the price comes from the example matrix of the service, not from your own prices (docs/estimates.md). */
  examplePrices: boolean;
  /** What the service says, whatever a person said over it. */
  estimated: number | null;
};

export type PriceMatrix = {
  id: string;
  version: number;
  /** The one that comes with the service. */
  isDefault: boolean;
  createdAt: string | null;
  createdBy: string | null;
  currency: Currency;
  /** Added to the total; all amounts are without it. At most two digits after the point. */
  taxPercent: number;
  /** How far real hours lie around those given here. At most two digits after the point. */
  spreadPercent: number;
  /** t: bodywork, m: mechanics, 1 to 3 by skill; paint; ingredient: materials for an hour of painting. */
  hourlyRates: {
    /** At most two digits after the point. */
    t1: number;
    /** At most two digits after the point. */
    t2: number;
    /** At most two digits after the point. */
    t3: number;
    /** At most two digits after the point. */
    m1: number;
    /** At most two digits after the point. */
    m2: number;
    /** At most two digits after the point. */
    m3: number;
    /** At most two digits after the point. */
    paint: number;
    /** At most two digits after the point. */
    ingredient: number;
  };
  /** Once for all painted panels that stand together. At most two digits after the point. */
  paintPreparationHours: number;
  /** Every part; left and right are one. */
  parts: {
    bumperBack: PartPrices;
    bumperFront: PartPrices;
    doorBack: PartPrices;
    doorFront: PartPrices;
    fenderBack: PartPrices;
    fenderFront: PartPrices;
    fogLightBack: PartPrices;
    fogLightFront: PartPrices;
    frontSpoiler: PartPrices;
    grill: PartPrices;
    grillLow: PartPrices;
    grillRadiator: PartPrices;
    handleBack: PartPrices;
    handleFront: PartPrices;
    headLight: PartPrices;
    headerPanel: PartPrices;
    hood: PartPrices;
    hook: PartPrices;
    hubcap: PartPrices;
    hubcapBack: PartPrices;
    hubcapFront: PartPrices;
    indicatorLight: PartPrices;
    licensePlateBack: PartPrices;
    licensePlateFront: PartPrices;
    logo: PartPrices;
    mirrorSupport: PartPrices;
    mirror: PartPrices;
    petrolDoor: PartPrices;
    pillar: PartPrices;
    quarterWindowBack: PartPrices;
    quarterWindowFront: PartPrices;
    rearSpoiler: PartPrices;
    rockerPanel: PartPrices;
    roof: PartPrices;
    tailLightCenter: PartPrices;
    tailLight: PartPrices;
    trunk: PartPrices;
    turnSignalFrontLateral: PartPrices;
    wheelBack: PartPrices;
    wheelFront: PartPrices;
    windowBack: PartPrices;
    windowCorner: PartPrices;
    windowFront: PartPrices;
    windshieldBack: PartPrices;
    windshieldFront: PartPrices;
    wiper: PartPrices;
    wiperBack: PartPrices;
    wiperFront: PartPrices;
    wheel: PartPrices;
    carInside: PartPrices;
    damagedCarInside: PartPrices;
    handleBackCenter: PartPrices;
    rimBack: PartPrices;
    rimFront: PartPrices;
    interior: PartPrices;
  };
};

export type PriceMatrixVersion = {
  id: string;
  version: number;
  /** The one that comes with the service. */
  isDefault: boolean;
  createdAt: string | null;
  createdBy: string | null;
  currency: Currency;
};

export type Correction = {
  id: string;
  /** The damage, severity or price that was changed, or the task. */
  itemId: string;
  /** null: of the whole vehicle. */
  partType: PartType | null;
  /** validated: a person approved the results of a task; after names the versions of the models. withdrawn: this was taken back; before and after name its author and the reason. */
  action: 'created' | 'changed' | 'deleted' | 'restored' | 'validated' | 'withdrawn';
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  madeAt: string;
  madeBy: string;
  /** The name of the person; null if the token has no name. */
  madeByName: string | null;
};

export type Suspicion = {
  id: string;
  objectType: 'SUSPICION';
  inspectionId: string;
  damageType: DamageType;
  /** null: on no part that is known. */
  partType: PartType | null;
  /** How sure the model is, 0 to 1: less than it is of a damage. */
  score: number;
  model: {
    name: string;
    version: string;
  };
  /** open: for a person to check. confirmed: a damage now. dismissed: a person sees no damage there. */
  state: 'open' | 'confirmed' | 'dismissed';
  /** The damage that a person made of it; deleted if that was taken back. */
  damageId: string | null;
  /** Where it is, in pixels of the upright photo, the surest first. */
  views: Array<{
    imageId: string;
    boundingBox: Box;
    polygons: Array<Array<Array<number>>>;
    score: number;
  }>;
  createdAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
};

export type Reading = {
  /** The subject. */
  id: string;
  objectType: 'READING';
  inspectionId: string;
  /** One of the four wheels, the type of a document, or wheel: one wheel on one photo. */
  subject:
    | 'wheel_front_left'
    | 'wheel_front_right'
    | 'wheel_back_left'
    | 'wheel_back_right'
    | 'wheel'
    | 'VIN'
    | 'PASSPORT'
    | 'ID_FR'
    | 'ID'
    | 'VEHICLE_REGISTRATION_PAPERS_FR'
    | 'PLATE'
    | 'ODOMETER';
  /** What people say of it. */
  values: Array<{
    /** As the wheel analysis or the document names it; wheel_name says which wheel it is. */
    field: string;
    value: string | number;
    correctedBy: string;
  }>;
};

export type Comment = {
  id: string;
  inspectionId: string;
  /** Plain text, with line breaks; null if the comment was deleted. */
  text: string | null;
  createdAt: string;
  createdBy: string;
  /** null if the token had no name. */
  createdByName: string | null;
  deletedAt: string | null;
};

export type Contest = {
  id: string;
  damageId: string;
  damageType: DamageType;
  partType: PartType;
  reason: 'was_there_before' | 'not_a_damage' | 'not_my_vehicle' | 'other';
  /** Plain text, with line breaks. */
  text: string;
  photos: Array<{
    id: string;
    path: string;
    imageWidth: number;
    imageHeight: number;
  }>;
  state: 'open' | 'accepted' | 'rejected' | 'withdrawn';
  createdAt: string;
  /** When whoever contested took it back. */
  withdrawnAt: string | null;
  decidedAt: string | null;
  decisionReason: string | null;
  /** The decision deleted the damage. */
  damageRemoved: boolean;
  inspectionId: string;
  /** null a month after the end of the link. */
  shareLinkId: string | null;
  /** By contest_decision_days of the organization when the contest came; null: no limit. */
  decideUntil: string | null;
  /** It is open, and decide_until is over. */
  isOverdue: boolean;
  damageIsDeleted: boolean;
  decidedBy: string | null;
  /** null if the token had no name. */
  decidedByName: string | null;
};

export type SharedContest = {
  id: string;
  damageId: string;
  damageType: DamageType;
  partType: PartType;
  reason: 'was_there_before' | 'not_a_damage' | 'not_my_vehicle' | 'other';
  /** Plain text, with line breaks. */
  text: string;
  photos: Array<{
    id: string;
    path: string;
    imageWidth: number;
    imageHeight: number;
  }>;
  state: 'open' | 'accepted' | 'rejected' | 'withdrawn';
  createdAt: string;
  /** When whoever contested took it back. */
  withdrawnAt: string | null;
  decidedAt: string | null;
  decisionReason: string | null;
  /** The decision deleted the damage. */
  damageRemoved: boolean;
};

export type Member = {
  /** The user id, as assigned_to takes it. */
  id: string;
  /** null if the token had no name. */
  name: string | null;
  seenAt: string;
};

export type SavedFilter = {
  id: string;
  name: string;
  filter: {
    ownershipFilter?: string;
    organizationResources?: string;
    inspectionStatus?: string;
    inspectionType?: string;
    task?: string;
    taskStatus?: string;
    brand?: string;
    model?: string;
    plate?: string;
    vehicleType?: string;
    vin?: string;
    search?: string;
    createdAfter?: string;
    createdBefore?: string;
    assignedTo?: string;
    unassigned?: string;
    vehicleId?: string;
    contested?: string;
    showDeleted?: string;
    onlyDeleted?: string;
    orderBy?: string;
    paginationOrder?: string;
  };
  createdAt: string;
};

export type KnownVehicle = {
  id: string;
  objectType: 'KNOWN_VEHICLE';
  createdAt: string;
  /** As its newest inspection has it, like the fields below. */
  plate: string | null;
  vin: string | null;
  brand: string | null;
  model: string | null;
  color: string | null;
  /** Those that you may read. */
  inspectionsCount: number;
  firstInspectionAt: string;
  lastInspectionAt: string;
};

export type VehicleHistory = {
  id: string;
  objectType: 'KNOWN_VEHICLE';
  createdAt: string;
  /** As its newest inspection has it, like the fields below. */
  plate: string | null;
  vin: string | null;
  brand: string | null;
  model: string | null;
  color: string | null;
  /** Those that you may read. */
  inspectionsCount: number;
  firstInspectionAt: string;
  lastInspectionAt: string;
  /** The newest fifty that you may read, newest first. */
  inspections: Array<InspectionSummary>;
  /** What people said of the vehicle of these inspections, the newest fifty, newest first. */
  changes: Array<{
    inspectionId: string;
    inspectionCreatedAt: string;
    inspectionReference: string | null;
    /** Which one the inspection showed from then on. It may be gone by now. */
    vehicleId: string;
    formerVehicleId: string | null;
    /** It was recognized again by VIN or plate. */
    isRecognized: boolean;
    madeAt: string;
    madeBy: string;
    madeByName: string | null;
  }>;
};

export type DamageLives = {
  /** Of the vehicle. */
  id: string;
  objectType: 'DAMAGE_LIVES';
  damages: Array<{
    damageType: string;
    partType: string;
    /** present: on the newest inspection. gone: photos of a later one show its place without it. not_shown: no later photo shows its place. */
    state: 'present' | 'not_shown' | 'gone';
    /** Photos of an earlier inspection show its place without it. False: it may be older. */
    firstSeenIsNew: boolean;
    /** Where it was seen, oldest first. */
    seen: Array<{
      inspectionId: string;
      /** Of the inspection. */
      createdAt: string;
      damageId: string;
      /** On the photo that shows most of it; null where a person added it without a place. */
      view: {
        imageId: string;
        path: string;
        imageWidth: number;
        imageHeight: number;
        boundingBox: Box;
        polygons: Array<Array<Array<number>>>;
      } | null;
    }>;
    /** The first inspection whose photos show its place without it. */
    goneSince: {
      inspectionId: string;
      createdAt: string;
    } | null;
  }>;
};

export type TrainingData = {
  /** The organization. */
  id: string;
  /** What it allows; a setting of the organization. */
  trainingUse: 'none' | 'shown' | 'original';
  /** Approved ones; 0 where nothing is allowed. */
  inspections: number;
  /** Their photos on which damages were looked for. Some teach nothing and are left out of the list. */
  images: number;
};

export type TrainingInspection = {
  id: string;
  objectType: 'TRAINING_INSPECTION';
  createdAt: string;
  /** The same for all inspections of a vehicle. */
  group: string;
  /** The same for a group in every answer. */
  split: 'train' | 'val';
  approvedAt: string | null;
  approvedBy: string | null;
  photos: Array<{
    id: string;
    /** A signed link to the photo. */
    path: string;
    mimetype: string;
    /** Plates or faces are blurred on it. */
    isBlurred: boolean;
    /** Of the bytes as a client sent them: tells copies. */
    receivedSha256: string | null;
    width: number;
    height: number;
    /** The types that are labeled wherever this photo shows them. */
    labelledTypes: Array<string>;
    /** It shows a vehicle and no damage, and nothing was left open. */
    isIntact: boolean;
    /** On an intact photo, around the parts that were seen. */
    vehicleBox: Box | null;
    labels: Array<{
      /** Of the view. */
      id: string;
      /** A word of training/. */
      category: string;
      damageId: string;
      damageType: DamageType;
      partType: string | null;
      boundingBox: Box;
      polygons: Array<Array<Array<number>>>;
      /** How a person stands behind it. approved: with the inspection as a whole. */
      source: 'confirmed' | 'corrected' | 'added' | 'approved';
      /** The user id of who said it; null where older records do not tell. */
      saidBy: string | null;
      saidAt: string | null;
      /** What found it; null where a person did. */
      model: {
        name: string;
        version: string;
      } | null;
      score: number | null;
    }>;
    /** Where a find is neither right nor wrong. */
    ignoredRegions: Array<{
      id: string;
      boundingBox: Box;
      reason: 'open_suspicion' | 'not_drawn_here' | 'removed_unclear' | 'other_type';
    }>;
    /** Finds of which a person said that they are no damage. */
    hardNegatives: Array<{
      id: string;
      /** What it was taken for. */
      damageType: DamageType;
      boundingBox: Box;
      polygons: Array<Array<Array<number>>>;
      source: 'damage_deleted' | 'view_deleted' | 'suspicion_dismissed' | 'lookalike';
      /** The user id of who said it; null where older records do not tell. */
      saidBy: string | null;
      saidAt: string | null;
      /** What found it; null where a person did. */
      model: {
        name: string;
        version: string;
      } | null;
      score: number | null;
    }>;
  }>;
  leftOut: Array<{
    imageId: string;
    reason: 'no_vehicle' | 'vehicle_not_sought';
  }>;
};

export type SideBySide = {
  /** The organization. */
  id: string;
  /** null: no version looks along, or it judges your inspections already. */
  compared: {
    /** The version of the damage model that judges. */
    judging: string;
    /** The version that looks along; no other answer shows what it finds. */
    along: string;
    /** Of the inspections that it looks along at. */
    share: number;
    /** null: it has seen no photo yet. */
    since: string | null;
    inspections: number;
    photos: number;
    /** Finds of both: the same type at the same place of a photo. */
    agreed: number;
    onlyJudging: number;
    onlyAlong: number;
    /** Photos of approved inspections, the newest 2000 at most. */
    saidOnPhotos: number;
    /** What people said there, and which of the two finds it. confirmed: damages that a model found; added: those that people added; dismissed: finds that are none. */
    said: {
      confirmed: {
        both: number;
        /** Only the version that judges. */
        judging: number;
        /** Only the version that looks along. */
        along: number;
        neither: number;
      };
      added: {
        both: number;
        /** Only the version that judges. */
        judging: number;
        /** Only the version that looks along. */
        along: number;
        neither: number;
      };
      dismissed: {
        both: number;
        /** Only the version that judges. */
        judging: number;
        /** Only the version that looks along. */
        along: number;
        neither: number;
      };
    };
  } | null;
};

export type DifferingPhoto = {
  id: string;
  inspectionId: string;
  imageId: string;
  /** The photo as people see it. */
  path: string;
  imageWidth: number;
  imageHeight: number;
  createdAt: string;
  places: Array<{
    damageType: string;
    score: number;
    boundingBox: Box;
    polygons: Array<Array<Array<number>>>;
    seenBy: 'both' | 'judging' | 'along';
  }>;
};

export type ModelQuality = {
  /** The organization. */
  id: string;
  /** Oldest first. Weeks without an approved inspection are left out. */
  weeks: Array<{
    /** Its Monday (UTC). */
    week: string;
    /** Approved ones that were made in this week. */
    inspections: number;
    photos: number;
    /** Those that were to be taken again. */
    rejectedPhotos: number;
    models: Array<{
      /** null: nothing tells which model looked. */
      name: string | null;
      version: string | null;
      /** What people made of its finds: confirmed as they were, corrected in type or part, dismissed. added: people saw it and the model did not. suspected: it was not sure. */
      outcomes: {
        confirmed: number;
        corrected: number;
        dismissed: number;
        added: number;
        suspectedConfirmed: number;
        suspectedDismissed: number;
        suspectedOpen: number;
      };
      /** Of confirmed, corrected and dismissed findings. */
      confirmedShare: number | null;
      /** Of all damages that are there. */
      addedShare: number | null;
      /** Of all that the model saw: suspicions, and findings on no known part. */
      abstainedShare: number | null;
      meanScore: number | null;
      /** How far the scores lie from those of the validation photos, as a population stability index: from 0.1 on they differ, from 0.25 on much. null: fewer than 100, or no distribution is known for this version. */
      scoreDrift: number | null;
    }>;
    photoQuality: Array<{
      score: string;
      /** Low is bad. */
      mean: number;
      /** How far the scores lie from those of the validation photos, as a population stability index: from 0.1 on they differ, from 0.25 on much. null: fewer than 100, or no distribution is known for this version. */
      drift: number | null;
    }>;
  }>;
  /** Where the share of confirmed findings fell by more than chance explains. */
  alerts: Array<{
    code: 'confirmation_fell';
    message: string;
    model: string;
    version: string | null;
    /** Its Monday (UTC). */
    week: string;
    share: number;
    findings: number;
    /** In the eight weeks before. */
    shareBefore: number;
    findingsBefore: number;
  }>;
};

export type InspectionCount = {
  total: number;
  /** By status; of those that were counted. */
  subCount: Partial<Record<'NOT_STARTED' | 'IN_PROGRESS' | 'DONE' | 'ERROR' | 'VALIDATED', number>>;
  /** True if counting ended there, and there may be more. Only filters have so many hits. */
  isAtLeast: boolean;
};

export type WorthReviewing = {
  /** How many of the list are worth a review for what it would teach. */
  inspections: number;
  /** True if counting ended there. */
  isAtLeast: boolean;
  /** How long their review takes. */
  minutes: number;
  minutesPerInspection: number;
  /** From how many of the last reviews of the organization the minutes come; null if there are too few, and the minutes are the usual ones. */
  timedReviews: number | null;
};

export type DeletedImages = {
  message: string;
  deletedImageIds: Array<string>;
  failed: Array<{
    imageId: string;
    reason: string;
  }>;
};

export type Callback = {
  /** An http or https address without user name and password. */
  url: string;
  /** Sent with the callback. */
  headers?: Record<string, string>;
  /** Added to the address as query parameters. */
  params?: Record<string, string | number | boolean>;
  event?: 'STATUS_SET_TO_DONE' | 'STATUS_SET_TO_ERROR' | Array<'STATUS_SET_TO_DONE' | 'STATUS_SET_TO_ERROR'>;
  /** The same as event, as other clients name it. */
  callbackEvent?:
    | 'STATUS_SET_TO_DONE'
    | 'STATUS_SET_TO_ERROR'
    | Array<'STATUS_SET_TO_DONE' | 'STATUS_SET_TO_ERROR'>;
};

export type SubImages = {
  /** The finding and its margin alone, in its own proportions. */
  generateTight?: boolean;
  /** Around the finding, as a share of its sides. */
  margin?: number;
  damageViewPartInterpolation?: number;
  /** Width to height. */
  ratio?: number;
  quality?: number;
};

export type UpdateVehicle = {
  brand?: string | null;
  model?: string | null;
  plate?: string | null;
  vehicleType?: string | null;
  serie?: string | null;
  /** The same as serie. */
  series?: string | null;
  vehicleStyle?: string | null;
  vehicleAge?: string | null;
  /** vehicle_age, as generation 3 spells it. */
  vehiculeAge?: string | null;
  vin?: string | null;
  color?: string | null;
  exteriorCleanliness?: string | null;
  interiorCleanliness?: string | null;
  dateOfCirculation?: string | null;
  mileage?: {
    value: number;
    unit?: string;
  } | null;
  marketValue?: {
    value: number;
    unit?: string;
  } | null;
  duplicateKeys?: boolean | null;
  expertiseRequested?: boolean | null;
  carRegistration?: boolean | null;
  vehicleQuotation?: number | null;
  tradeInOffer?: number | null;
  ownerInfo?: Record<string, unknown> | null;
  additionalData?: Record<string, unknown> | null;
};

export type CreateImage = {
  acquisition: {
    strategy: 'download_from_url';
    /** An http or https address without user name and password. */
    url: string;
    fileKey?: string;
  };
  name?: string;
  /** The tasks of this image, as names or as objects with details. */
  tasks?: Array<
    | TaskNameInput
    | {
        name: TaskNameInput;
        imageDetails?: {
          wheelName?: 'wheel_front_left' | 'wheel_front_right' | 'wheel_back_left' | 'wheel_back_right';
          /** What images_ocr reads on the image. Without this value the sight decides; without a sight, everything is tried. */
          imageType?:
            | 'VIN'
            | 'PASSPORT'
            | 'ID_FR'
            | 'ID'
            | 'VEHICLE_REGISTRATION_PAPERS_FR'
            | 'PLATE'
            | 'ODOMETER';
          /** Images with the same number show one document. */
          documentId?: number;
          locationDetails?: string;
          viewpointName?: string;
          viewpointDetails?: unknown;
          sightId?: string;
          sightLabel?: string;
        };
        /** The answer waits until this task has analyzed the image (compliances, odometer, dashboard_ocr). For other tasks it waits for the quality verdict. */
        waitForResult?: boolean;
      }
  >;
  rotateImageBeforeUpload?: 'NO_ROTATION' | 'CLOCKWISE_90' | 'CLOCKWISE_180' | 'CLOCKWISE_270';
  imageType?: 'beauty_shot' | 'close_up' | 'unknown';
  imageSubtype?: 'close_up_part' | 'close_up_damage';
  imageSiblingKey?: string;
  /** The subject of the photo. A single part is the part at its center. */
  detailedViewpoint?:
    | CentersOn
    | {
        centersOn?: CentersOn | Array<CentersOn>;
        distance?: string;
        isExterior?: boolean;
      };
  /** The damage area on the image: the area itself, or the id of a damage area of the inspection. */
  damageArea?:
    | {
        id: string | number;
        /** Mostly names of parts. */
        relevantElements?: Array<string>;
      }
    | string
    | number;
  /** The checks to make. The quality of the photo is always judged; what it shows only where coverage_360 is here, and its distance only where zoom_level is. Without this object, or with the task compliances, all are made. */
  compliances?: {
    /** Your own data; passed through untouched. */
    imageQualityAssessment?: Record<string, unknown>;
    coverage360?: {
      sightId?: string;
    };
    /** Your own data; passed through untouched. */
    zoomLevel?: Record<string, unknown>;
  };
  /** Your own data; passed through untouched. */
  additionalData?: Record<string, unknown>;
};

export type UpdateImage = {
  /** Takes the place of the image's additional_data. */
  additionalData: Record<string, unknown>;
};

export type DeleteImage = {
  /** The statuses of its tasks in which an image may be deleted. A task that is TODO or IN_PROGRESS always keeps its images. */
  authorizedTasksStatuses?: Array<TaskStatus>;
};

export type DeleteImages = {
  imageIds: Array<string>;
  /** The statuses of its tasks in which an image may be deleted. A task that is TODO or IN_PROGRESS always keeps its images. */
  authorizedTasksStatuses?: Array<TaskStatus>;
};

export type CreateInspection = {
  /** Every task that may run on the inspection, with its options. */
  tasks: {
    damageDetection?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
      /** 0.3: each type is shown from its own threshold on. More: from this score or its own on, whichever is higher; less: whichever is lower. */
      damageScoreThreshold?: number;
      generateVisualOutput?: {
        generateParts?: boolean;
        generateDamages?: boolean;
      };
      generateSubimagesParts?: SubImages;
      generateSubimagesDamages?: SubImages;
      damageSeverity?: {
        outputFormat?: string;
      };
      /** Your own data; passed through untouched. */
      scoring?: Record<string, unknown>;
      dampartConfidenceScore?: {
        sizeBucketLimitsCm: Array<number>;
      };
    };
    wheelAnalysis?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
      useLongshots?: boolean;
    };
    repairEstimate?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
      usePricingMatrix?: boolean;
    };
    imagesOcr?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
    };
    compliances?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
    };
    pricing?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
      outputFormat?: string;
      config?: string;
      methodology?: 'labor_cost' | 'flat_rate';
    };
    humanInTheLoop?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
    };
    odometer?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
    };
    warningLights?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
    };
    dashboardOcr?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
    };
    imageEditing?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
      blurPlates?: boolean;
      blurFaces?: boolean;
    };
    inspectionPdf?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
      /** Show what the repairs cost. */
      pricing?: boolean;
      customer?: string;
      clientName?: string;
      /** en, fr, de, es; of a region (fr-FR) the same without it, of anything else en. Without it, as the organization is set up, else English. */
      language?: string;
      paper?: 'a4' | 'letter';
      vin?: string;
      /** Of the times in it, by its IANA name. Without it, as the organization is set up, else UTC. */
      timeZone?: string;
      /** List the suspicions that nobody has decided yet. */
      suspicions?: boolean;
    };
    imageOcr?: {
      /** TODO starts the task at once. */
      status?: ProgressStatusUpdate;
      callbacks?: Array<Callback>;
    };
  };
  vehicle?: UpdateVehicle;
  /** Images that the service fetches by their addresses. */
  images?: Array<CreateImage>;
  /** Each has an id of its own. */
  damageAreas?: Array<{
    id: string | number;
    /** Mostly names of parts. */
    relevantElements?: Array<string>;
  }>;
  /** A free text, such as check_in, check_out, claim or appraisal. */
  inspectionType?: string | null;
  /** The number of the claim, the contract or the order. */
  reference?: string | null;
  /** The name of the customer. */
  customer?: string | null;
  /** The day of the loss. */
  dateOfLoss?: string | null;
  /** The user id of the person who works on it, one of GET /organization/members. That person may then read and change it. */
  assignedTo?: string | null;
  accidentNature?: string;
  /** An earlier inspection of the same vehicle. */
  relatedInspectionId?: string;
  usageDuration?: number;
  /** Your own data; passed through untouched. */
  damageSeverity?: Record<string, unknown>;
  /** Requests prices in the form of generation 4. It has the same effect as a started task pricing. */
  pricing?: {
    outputFormat?: string;
  };
  /** What is blurred on all shown and printed pictures. The settings of the organization or the service apply to missing members. */
  privacy?: {
    blurPlates?: boolean;
    blurFaces?: boolean;
  };
  /** Your own data; passed through untouched. */
  additionalData?: Record<string, unknown>;
};

/** At least one member. */
export type UpdateInspection = {
  /** A free text, such as check_in, check_out, claim or appraisal. */
  inspectionType?: string | null;
  /** The number of the claim, the contract or the order. */
  reference?: string | null;
  /** The name of the customer. */
  customer?: string | null;
  /** The day of the loss. */
  dateOfLoss?: string | null;
  /** The user id of the person who works on it, one of GET /organization/members. That person may then read and change it. */
  assignedTo?: string | null;
  /** Merged into the inspection's additional_data, member by member. */
  additionalData?: Record<string, unknown>;
};

export type PdfInputData = {
  mileage?: {
    value: number;
    unit?: string;
  };
  marketValue?:
    | {
        value: number;
        unit?: string;
      }
    | number;
  agentFirstName?: string;
  agentLastName?: string;
  agentCompany?: string;
  agentCompanyCity?: string;
  vehicleOwnerFirstName?: string;
  vehicleOwnerLastName?: string;
  vehicleOwnerAddress?: string;
  vehicleOwnerPhone?: string;
  vehicleOwnerEmail?: string;
  dateOfStart?: string;
  dateOfValidation?: string;
  vinOrRegistering?: string;
  comment?: string;
};

export type UpdateTask = {
  /** TODO starts or retries the task. DONE declares it done (the reviewer ends a review in this way). VALIDATED approves its result. */
  status?: ProgressStatusUpdate;
  /** Options of the task, as at creation. Unknown options are stored. Options cannot change after the task has started. */
  arguments?: Record<string, unknown>;
  /** With the status TODO: runs a DONE task again, with new options if given. Corrections by people stay. */
  again?: boolean;
  /** With the status DONE: withdraws the validation of a task that is VALIDATED. */
  withdraw?: boolean;
};

export type UpsertDamageArea = {
  id?: string | number;
  /** Mostly names of parts. */
  relevantElements?: Array<string>;
};

export type CreateView = {
  /** An image of the inspection. Either this or new_image. */
  imageId?: string;
  /** Or a new one, by address. */
  newImage?: CreateImage;
  /** The damage that is shown here. */
  damageId?: string;
  boundingBox?: Box;
  /** At most 5000 points in all of them together, not all on one line. */
  polygons?: Array<Array<[number, number]>>;
};

export type CreateDamage = {
  damageType: DamageType;
  /** ignore: on no part in particular. */
  partType: PartType;
  /** Its length as a person measured it, over what the photos tell; null takes that back. */
  sizeCm?: number | null;
};

/** At least one of these. */
export type UpdateDamage = {
  damageType?: DamageType;
  /** ignore: on no part in particular. */
  partType?: PartType;
  /** Its length as a person measured it, over what the photos tell; null takes that back. */
  sizeCm?: number | null;
  /** true: a person saw that it is there; false takes that back. */
  isConfirmed?: boolean;
};

export type CorrectReading = {
  /** One of the four wheels, the type of a document, or wheel: one wheel on one photo. */
  subject:
    | 'wheel_front_left'
    | 'wheel_front_right'
    | 'wheel_back_left'
    | 'wheel_back_right'
    | 'wheel'
    | 'VIN'
    | 'PASSPORT'
    | 'ID_FR'
    | 'ID'
    | 'VEHICLE_REGISTRATION_PAPERS_FR'
    | 'PLATE'
    | 'ODOMETER';
  /** The id of the wheel analysis or document, where several have the same subject. The subject wheel needs it. */
  itemId?: string;
  values: Array<{
    /** As the wheel analysis or the document names it; wheel_name says which wheel it is. */
    field: string;
    /** null: what the service said counts again. */
    value: string | number | null;
  }>;
};

export type CreateSeverity = {
  label: PartType;
  /** For a severity of one damage on that part, not of the part. */
  damageId?: string;
  level?: number | null;
  pricing?: number | null;
  repairOperation?: 'repair' | 'replace' | null;
  comment?: string | null;
};

export type UpdateSeverity = {
  level?: number | null;
  pricing?: number | null;
  repairOperation?: 'repair' | 'replace' | null;
  comment?: string | null;
};

export type ComparisonDecision = {
  /** As in the comparison that is decided. */
  relatedInspectionId?: string;
  /** A damage of either inspection that is unknown in the comparison. */
  damageId: string;
  /** A damage of the later inspection is new or existing, one of the earlier inspection is gone or existing. null takes the decision back. */
  status: 'new' | 'existing' | 'gone' | null;
};

export type MergeVehicles = {
  /** Its inspections show the vehicle of the path from now on. */
  otherVehicleId: string;
};

export type LinkVehicle = {
  /** The vehicle. Null: one that no other inspection shows. */
  vehicleId: string | null;
};

export type CreatePrice = {
  /** Without tax; at most two digits after the point. */
  pricing: number;
  /** vehicle: the price of the whole repair. */
  relatedItemType: 'part' | 'vehicle';
  /** The part; required for the price of a part. For the price of the vehicle send ignore or nothing. */
  partType?: PartType;
};

export type UpdatePrice = {
  /** Without tax; at most two digits after the point. */
  pricing: number;
};

export type ReplacePriceMatrix = {
  currency: Currency;
  /** Added to the total; all amounts are without it. At most two digits after the point. */
  taxPercent: number;
  /** How far real hours lie around those given here. At most two digits after the point. */
  spreadPercent: number;
  /** t: bodywork, m: mechanics, 1 to 3 by skill; paint; ingredient: materials for an hour of painting. */
  hourlyRates: {
    /** At most two digits after the point. */
    t1: number;
    /** At most two digits after the point. */
    t2: number;
    /** At most two digits after the point. */
    t3: number;
    /** At most two digits after the point. */
    m1: number;
    /** At most two digits after the point. */
    m2: number;
    /** At most two digits after the point. */
    m3: number;
    /** At most two digits after the point. */
    paint: number;
    /** At most two digits after the point. */
    ingredient: number;
  };
  /** Once for all painted panels that stand together. At most two digits after the point. */
  paintPreparationHours: number;
  /** Every part; left and right are one. */
  parts: {
    bumperBack: PartPrices;
    bumperFront: PartPrices;
    doorBack: PartPrices;
    doorFront: PartPrices;
    fenderBack: PartPrices;
    fenderFront: PartPrices;
    fogLightBack: PartPrices;
    fogLightFront: PartPrices;
    frontSpoiler: PartPrices;
    grill: PartPrices;
    grillLow: PartPrices;
    grillRadiator: PartPrices;
    handleBack: PartPrices;
    handleFront: PartPrices;
    headLight: PartPrices;
    headerPanel: PartPrices;
    hood: PartPrices;
    hook: PartPrices;
    hubcap: PartPrices;
    hubcapBack: PartPrices;
    hubcapFront: PartPrices;
    indicatorLight: PartPrices;
    licensePlateBack: PartPrices;
    licensePlateFront: PartPrices;
    logo: PartPrices;
    mirrorSupport: PartPrices;
    mirror: PartPrices;
    petrolDoor: PartPrices;
    pillar: PartPrices;
    quarterWindowBack: PartPrices;
    quarterWindowFront: PartPrices;
    rearSpoiler: PartPrices;
    rockerPanel: PartPrices;
    roof: PartPrices;
    tailLightCenter: PartPrices;
    tailLight: PartPrices;
    trunk: PartPrices;
    turnSignalFrontLateral: PartPrices;
    wheelBack: PartPrices;
    wheelFront: PartPrices;
    windowBack: PartPrices;
    windowCorner: PartPrices;
    windowFront: PartPrices;
    windshieldBack: PartPrices;
    windshieldFront: PartPrices;
    wiper: PartPrices;
    wiperBack: PartPrices;
    wiperFront: PartPrices;
    wheel: PartPrices;
    carInside: PartPrices;
    damagedCarInside: PartPrices;
    handleBackCenter: PartPrices;
    rimBack: PartPrices;
    rimFront: PartPrices;
    interior: PartPrices;
  };
};

export type RequestEvidence = {
  /** originals: the photos as they were received, bit for bit. metadata: what their files say (EXIF, GPS, XMP), as JSON. With one of them the pack is a second one, beside the pack for everybody: it needs the permission organization:manage in the organization of the inspection, and the audit log has it. */
  include?: Array<'originals' | 'metadata'>;
};

export type RequestPdf = {
  /** Show what the repairs cost. */
  pricing?: boolean;
  customer?: string;
  clientName?: string;
  /** en, fr, de, es; of a region (fr-FR) the same without it, of anything else en. Without it, as the organization is set up, else English. */
  language?: string;
  paper?: 'a4' | 'letter';
  vin?: string;
  /** Of the times in it, by its IANA name. Without it, as the organization is set up, else UTC. */
  timeZone?: string;
  /** List the suspicions that nobody has decided yet. */
  suspicions?: boolean;
};

export type CreateShareLink = {
  /** Usually 168, a week. Not together with expires_at. */
  expiresInHours?: number;
  /** Instead of expires_in_hours. */
  expiresAt?: string;
  /** Show what the repairs cost. */
  costs?: boolean;
  /** Of the report; else that of the organization. */
  language?: 'en' | 'fr' | 'de' | 'es';
  /** Whoever has the link may contest findings, for contest_days of the organization. */
  allowContesting?: boolean;
};

/** The reason other needs a text. */
export type OpenContest = {
  /** A damage of the shared inspection. */
  damageId: string;
  reason: 'was_there_before' | 'not_a_damage' | 'not_my_vehicle' | 'other';
  /** Plain text. It is never taken for markup, and nobody finds it by a search. */
  text?: string;
};

export type DecideContest = {
  state: 'accepted' | 'rejected';
  /** Whoever contested the finding reads it. */
  reason: string;
  /** Of an accepted contest: deletes the damage in the same commit. Else only for not_a_damage and not_my_vehicle. */
  removeDamage?: boolean;
};

export type UpdateOrganizationSettings = {
  /** Blur number plates on new inspections that do not say. null: as the service is set up. */
  blurPlates?: boolean | null;
  /** The same for faces. null: as the service is set up. */
  blurFaces?: boolean | null;
  /** Of reports, where whoever asks does not say. null: as the service is set up. */
  language?: 'en' | 'fr' | 'de' | 'es' | null;
  /** At the head of reports. */
  companyName?: string | null;
  /** Under the name; may have several lines. */
  companyAddress?: string | null;
  /** Under the address: phone, e-mail, website. */
  companyContact?: string | null;
  /** Of the times in reports, where whoever asks does not say. null: UTC. */
  timeZone?: string | null;
  /** Inspections older than this number of days are erased permanently. null keeps them. */
  retentionDays?: number | null;
  /** Until a person has approved an inspection, its costs are marked as a draft: in answers, events, reports and on shared pages. */
  requireApproval?: boolean;
  /** Also keep new photos as they were received, bit for bit, with EXIF and GPS data. Only evidence packs that somebody with organization:manage asks for contain them. */
  keepOriginals?: boolean;
  /** For so many days a share link with allow_contesting can be used to contest. null: 14. */
  contestDays?: number | null;
  /** Within so many days a contest is to be decided. Later it is overdue: it is first in the list, and an event tells so once. Nothing is decided by itself. null: no limit. */
  contestDecisionDays?: number | null;
  /** What approved inspections may be used for. none: nothing. shown: the training of models on your own machines, on photos as people see them. original: also on photos as they came, without blurring. docs/running/training-data.md. */
  trainingUse?: 'none' | 'shown' | 'original';
};

export type CreateComment = {
  text: string;
};

export type CreateSavedFilter = {
  name: string;
  /** The filters and the order of GET /inspections/summaries, under their names. */
  filter: {
    ownershipFilter?: string | number | boolean;
    organizationResources?: string | number | boolean;
    inspectionStatus?: string | number | boolean;
    inspectionType?: string | number | boolean;
    task?: string | number | boolean;
    taskStatus?: string | number | boolean;
    brand?: string | number | boolean;
    model?: string | number | boolean;
    plate?: string | number | boolean;
    vehicleType?: string | number | boolean;
    vin?: string | number | boolean;
    search?: string | number | boolean;
    createdAfter?: string | number | boolean;
    createdBefore?: string | number | boolean;
    assignedTo?: string | number | boolean;
    unassigned?: string | number | boolean;
    vehicleId?: string | number | boolean;
    contested?: string | number | boolean;
    showDeleted?: string | number | boolean;
    onlyDeleted?: string | number | boolean;
    orderBy?: string | number | boolean;
    paginationOrder?: string | number | boolean;
  };
};

export type RenameSavedFilter = {
  name: string;
};

export type CreateWebhook = {
  /** An http or https address without user name and password. */
  url: string;
  /** Empty: every event. */
  eventTypes?: Array<EventType>;
  description?: string | null;
  active?: boolean;
};

export type UpdateWebhook = {
  /** An http or https address without user name and password. */
  url?: string;
  /** Empty: every event. */
  eventTypes?: Array<EventType>;
  description?: string | null;
  active?: boolean;
};

/** What the file is, as JSON. It comes first. */
export type UploadImage = {
  acquisition?: {
    strategy: 'download_from_url' | 'upload_multipart_form_keys';
    /** An http or https address without user name and password. */
    url?: string;
    fileKey?: string;
  };
  name?: string;
  /** The tasks of this image, as names or as objects with details. */
  tasks?: Array<
    | TaskNameInput
    | {
        name: TaskNameInput;
        imageDetails?: {
          wheelName?: 'wheel_front_left' | 'wheel_front_right' | 'wheel_back_left' | 'wheel_back_right';
          /** What images_ocr reads on the image. Without this value the sight decides; without a sight, everything is tried. */
          imageType?:
            | 'VIN'
            | 'PASSPORT'
            | 'ID_FR'
            | 'ID'
            | 'VEHICLE_REGISTRATION_PAPERS_FR'
            | 'PLATE'
            | 'ODOMETER';
          /** Images with the same number show one document. */
          documentId?: number;
          locationDetails?: string;
          viewpointName?: string;
          viewpointDetails?: unknown;
          sightId?: string;
          sightLabel?: string;
        };
        /** The answer waits until this task has analyzed the image (compliances, odometer, dashboard_ocr). For other tasks it waits for the quality verdict. */
        waitForResult?: boolean;
      }
  >;
  rotateImageBeforeUpload?: 'NO_ROTATION' | 'CLOCKWISE_90' | 'CLOCKWISE_180' | 'CLOCKWISE_270';
  imageType?: 'beauty_shot' | 'close_up' | 'unknown';
  imageSubtype?: 'close_up_part' | 'close_up_damage';
  imageSiblingKey?: string;
  /** The subject of the photo. A single part is the part at its center. */
  detailedViewpoint?:
    | CentersOn
    | {
        centersOn?: CentersOn | Array<CentersOn>;
        distance?: string;
        isExterior?: boolean;
      };
  /** The damage area on the image: the area itself, or the id of a damage area of the inspection. */
  damageArea?:
    | {
        id: string | number;
        /** Mostly names of parts. */
        relevantElements?: Array<string>;
      }
    | string
    | number;
  /** The checks to make. The quality of the photo is always judged; what it shows only where coverage_360 is here, and its distance only where zoom_level is. Without this object, or with the task compliances, all are made. */
  compliances?: {
    /** Your own data; passed through untouched. */
    imageQualityAssessment?: Record<string, unknown>;
    coverage360?: {
      sightId?: string;
    };
    /** Your own data; passed through untouched. */
    zoomLevel?: Record<string, unknown>;
  };
  /** Your own data; passed through untouched. */
  additionalData?: Record<string, unknown>;
};

/** What the file is, as JSON. It comes first. */
export type UploadView = {
  newImage: UploadImage;
  /** The damage that is shown here. */
  damageId?: string;
  boundingBox?: Box;
  /** At most 5000 points in all of them together, not all on one line. */
  polygons?: Array<Array<[number, number]>>;
};

export type InspectionOptions = {
  /** Also a deleted inspection, and what was deleted in it. */
  showDeletedObjects?: boolean;
  /** light leaves the views of the images out. */
  verbose?: string;
  /** With known_damages: those that its related inspection, or the last approved one of its vehicle, has already. */
  showKnownDamages?: boolean;
  /** With suspicions: what the models are not sure enough of to call it a damage, for a person to check. */
  showSuspicions?: boolean;
};

export type InspectionsOptions = {
  ownershipFilter?: OwnershipFilter;
  /** true is the same as ownership_filter=organization_resources. */
  organizationResources?: boolean;
  inspectionStatus?: InspectionStatus;
  inspectionType?: string;
  /** Only inspections with this task. */
  task?: TaskNameInput;
  /** The status of this task. task=human_in_the_loop&task_status=IN_PROGRESS lists the inspections that wait for a review. */
  taskStatus?: TaskStatus;
  /** Only vehicles with this brand, in capitals or not. */
  brand?: string;
  /** Only vehicles with this model, in capitals or not. */
  model?: string;
  /** Only vehicles with this plate, in capitals or not. */
  plate?: string;
  /** Only vehicles with this vehicle_type, in capitals or not. */
  vehicleType?: string;
  /** Only vehicles with this vin, in capitals or not. */
  vin?: string;
  /** Words, each the beginning of a plate, a VIN, or a word of the reference, customer, brand, model or person (owner or assigned), or the end of a VIN. Spaces and hyphens in plates and numbers, accents and case are ignored. */
  search?: string;
  /** Created at this time or later: a time, or a day (UTC). */
  createdAfter?: string;
  /** Created before this time. */
  createdBefore?: string;
  /** Only inspections that this person works on. */
  assignedTo?: string;
  /** Only inspections that nobody is assigned to. */
  unassigned?: boolean;
  /** Only inspections of this vehicle, from GET /vehicles. */
  vehicleId?: string;
  /** Only inspections with a contest that nobody has decided. */
  contested?: boolean;
  showDeleted?: boolean;
  /** Only deleted inspections, which can be restored. */
  onlyDeleted?: boolean;
  /** The sort field, in the direction of pagination_order. Equal values are sorted by time. */
  orderBy?:
    | 'created_at'
    | 'updated_at'
    | 'id'
    | 'status'
    | 'inspection_type'
    | 'reference'
    | 'customer'
    | 'date_of_loss'
    | 'condition_score'
    | 'worst_severity'
    | 'repair_cost'
    | 'contest_due'
    | 'learning_value'
    | 'brand'
    | 'model'
    | 'plate'
    | 'vehicle_type'
    | 'vin';
  /** 1 adds vehicle, parts, tasks and severities. */
  verbose?: number;
  /** The number of records on a page; fewer if they are large. Always follow paging.next, whatever the number of records. */
  limit?: number;
  /** A cursor or the id of a row. The page ends right before it. Do not combine it with after. */
  before?: string;
  /** A cursor or the id of a row. The page begins right after it. */
  after?: string;
  /** desc is newest first. */
  paginationOrder?: PaginationOrder;
};

export type InspectionCountOptions = {
  ownershipFilter?: OwnershipFilter;
  /** true is the same as ownership_filter=organization_resources. */
  organizationResources?: boolean;
  inspectionStatus?: InspectionStatus;
  inspectionType?: string;
  /** Only inspections with this task. */
  task?: TaskNameInput;
  /** The status of this task. task=human_in_the_loop&task_status=IN_PROGRESS lists the inspections that wait for a review. */
  taskStatus?: TaskStatus;
  /** Only vehicles with this brand, in capitals or not. */
  brand?: string;
  /** Only vehicles with this model, in capitals or not. */
  model?: string;
  /** Only vehicles with this plate, in capitals or not. */
  plate?: string;
  /** Only vehicles with this vehicle_type, in capitals or not. */
  vehicleType?: string;
  /** Only vehicles with this vin, in capitals or not. */
  vin?: string;
  /** Words, each the beginning of a plate, a VIN, or a word of the reference, customer, brand, model or person (owner or assigned), or the end of a VIN. Spaces and hyphens in plates and numbers, accents and case are ignored. */
  search?: string;
  /** Created at this time or later: a time, or a day (UTC). */
  createdAfter?: string;
  /** Created before this time. */
  createdBefore?: string;
  /** Only inspections that this person works on. */
  assignedTo?: string;
  /** Only inspections that nobody is assigned to. */
  unassigned?: boolean;
  /** Only inspections of this vehicle, from GET /vehicles. */
  vehicleId?: string;
  /** Only inspections with a contest that nobody has decided. */
  contested?: boolean;
  showDeleted?: boolean;
  /** Only deleted inspections, which can be restored. */
  onlyDeleted?: boolean;
};

export type WorthReviewingOptions = InspectionCountOptions;

export type InspectionSummariesOptions = {
  ownershipFilter?: OwnershipFilter;
  /** true is the same as ownership_filter=organization_resources. */
  organizationResources?: boolean;
  inspectionStatus?: InspectionStatus;
  inspectionType?: string;
  /** Only inspections with this task. */
  task?: TaskNameInput;
  /** The status of this task. task=human_in_the_loop&task_status=IN_PROGRESS lists the inspections that wait for a review. */
  taskStatus?: TaskStatus;
  /** Only vehicles with this brand, in capitals or not. */
  brand?: string;
  /** Only vehicles with this model, in capitals or not. */
  model?: string;
  /** Only vehicles with this plate, in capitals or not. */
  plate?: string;
  /** Only vehicles with this vehicle_type, in capitals or not. */
  vehicleType?: string;
  /** Only vehicles with this vin, in capitals or not. */
  vin?: string;
  /** Words, each the beginning of a plate, a VIN, or a word of the reference, customer, brand, model or person (owner or assigned), or the end of a VIN. Spaces and hyphens in plates and numbers, accents and case are ignored. */
  search?: string;
  /** Created at this time or later: a time, or a day (UTC). */
  createdAfter?: string;
  /** Created before this time. */
  createdBefore?: string;
  /** Only inspections that this person works on. */
  assignedTo?: string;
  /** Only inspections that nobody is assigned to. */
  unassigned?: boolean;
  /** Only inspections of this vehicle, from GET /vehicles. */
  vehicleId?: string;
  /** Only inspections with a contest that nobody has decided. */
  contested?: boolean;
  showDeleted?: boolean;
  /** Only deleted inspections, which can be restored. */
  onlyDeleted?: boolean;
  /** The sort field, in the direction of pagination_order. Equal values are sorted by time. */
  orderBy?:
    | 'created_at'
    | 'updated_at'
    | 'id'
    | 'status'
    | 'inspection_type'
    | 'reference'
    | 'customer'
    | 'date_of_loss'
    | 'condition_score'
    | 'worst_severity'
    | 'repair_cost'
    | 'contest_due'
    | 'learning_value'
    | 'brand'
    | 'model'
    | 'plate'
    | 'vehicle_type'
    | 'vin';
  /** The number of records on a page; fewer if they are large. Always follow paging.next, whatever the number of records. */
  limit?: number;
  /** A cursor or the id of a row. The page ends right before it. Do not combine it with after. */
  before?: string;
  /** A cursor or the id of a row. The page begins right after it. */
  after?: string;
  /** desc is newest first. */
  paginationOrder?: PaginationOrder;
};

export type ComparisonOptions = {
  /** Compare with this one instead. */
  relatedInspectionId?: string;
};

export type ImageOptions = {
  showDeletedObjects?: boolean;
};

export type PageOptions = {
  /** The number of records on a page; fewer if they are large. Always follow paging.next, whatever the number of records. */
  limit?: number;
  /** A cursor or the id of a row. The page ends right before it. Do not combine it with after. */
  before?: string;
  /** A cursor or the id of a row. The page begins right after it. */
  after?: string;
  /** desc is newest first. */
  paginationOrder?: PaginationOrder;
};

export type VehiclesOptions = {
  /** How a plate or a VIN begins, or how a VIN ends. Spaces and hyphens are ignored. */
  search?: string;
  /** The number of records on a page; fewer if they are large. Always follow paging.next, whatever the number of records. */
  limit?: number;
  /** A cursor or the id of a row. The page ends right before it. Do not combine it with after. */
  before?: string;
  /** A cursor or the id of a row. The page begins right after it. */
  after?: string;
  /** desc is newest first. */
  paginationOrder?: PaginationOrder;
};

export type ContestsOptions = {
  state?: 'open' | 'accepted' | 'rejected' | 'withdrawn';
};

export type SightsOptions = {
  /** The vehicle model of the sights; all means that they fit every vehicle. */
  vehicle?:
    | 'all'
    | 'audia7'
    | 'fesc20'
    | 'ff150'
    | 'ffocus18'
    | 'ftransit18'
    | 'haccord'
    | 'jgc21'
    | 'man12'
    | 'teslac'
    | 'teslam3'
    | 'teslams'
    | 'teslamx'
    | 'teslamy'
    | 'tsienna20'
    | 'vwtroc';
  /** All models of this type. */
  vehicleType?: 'cuv' | 'hatchback' | 'hgv' | 'large-suv' | 'minivan' | 'pickup' | 'sedan' | 'suv' | 'van';
  category?: 'exterior' | 'interior' | 'misc';
};

export type UsageOptions = {
  /** The first month, not after the last one and at most 36 in all. Without it, eleven months before that. */
  from?: string;
  /** The last month. Without it, this one. */
  to?: string;
};

export type ModelQualityOptions = {
  /** So many weeks up to this one. */
  weeks?: number;
};

export type DifferingPhotosOptions = PageOptions;

export type TrainingDataOptions = {
  /** Which photos the paths lead to: as people see them, or as they came. The organization must allow original. */
  photos?: 'shown' | 'original';
  /** The number of records on a page; fewer if they are large. Always follow paging.next, whatever the number of records. */
  limit?: number;
  /** A cursor or the id of a row. The page ends right before it. Do not combine it with after. */
  before?: string;
  /** A cursor or the id of a row. The page begins right after it. */
  after?: string;
  /** desc is newest first. */
  paginationOrder?: PaginationOrder;
};

export type PartLevel = {
  /** Counted from 1 in the order of groups of the check different_vehicle; null without such a check, or if no photo tells. */
  vehicleGroup: number | null;
  partType: PartType;
  /** If the part is to be confirmed; part_type is ignore then. */
  partFamily:
    | 'bumper'
    | 'door'
    | 'fender'
    | 'head_light'
    | 'tail_light'
    | 'light'
    | 'window'
    | 'panel'
    | null;
  /** Of severity; 0: nobody knows. */
  level: number;
  /** Three or more minor damages on it make it moderate. */
  raised: boolean;
};

export type Document = {
  id: string;
  objectType: 'DOCUMENT';
  inspectionId: string;
  /** ID: an identity card of another country than France. */
  type: 'VIN' | 'PASSPORT' | 'ID_FR' | 'ID' | 'VEHICLE_REGISTRATION_PAPERS_FR' | 'PLATE' | 'ODOMETER';
  /** As in image_details of its images. */
  documentId: number | null;
  /** The values of all fields by their names. */
  content: Record<string, string | number | null>;
  confidence: number;
  imageIds: Array<string>;
  fields: Array<{
    name: string;
    value: string | number | null;
    confidence: number;
    /** The person who set the value; null: it was read. */
    correctedBy: string | null;
    /** Where it stands, in pixels of the upright images. */
    views: Array<{
      imageId: string;
      boundingBox: Box;
      polygons: Array<Array<Array<number>>>;
    }>;
  }>;
  evidence: {
    /** Images that say exactly this. */
    photosAgreeing: number;
    /** Images on which anything of the kind was read. */
    photosAsked: number;
    /** The check digit of a VIN. not_applicable: vehicles of that origin need not have one. */
    checkDigit: 'valid' | 'invalid' | 'not_applicable' | null;
    /** For a machine-readable zone: whether the check digit of each field is right. */
    checks: Record<string, boolean>;
  };
  model: {
    name: string;
    version: string;
  };
  createdAt: string;
  createdBy: string;
  /** Your own data; passed through untouched. */
  additionalData: Record<string, unknown>;
};

/** docs/checks.md explains the kinds. */
export type Check = {
  kind:
    | 'not_a_vehicle'
    | 'different_vehicle'
    | 'duplicate_photo'
    | 'photo_date'
    | 'too_dark'
    | 'missing_views';
  /** The photos that it is about. Empty if it is about photos that are missing, unless those of one of several vehicles are. */
  imageIds: Array<string>;
  /** A stable code with its values. */
  reason: {
    code:
      | 'no_vehicle'
      | 'nothing_visible'
      | 'same_picture'
      | 'paint_differs'
      | 'plates_differ'
      | 'no_whole_view'
      | 'sides_not_shown'
      | 'sides_of_vehicle_not_shown'
      | 'taken_before_loss'
      | 'taken_before'
      | 'taken_after'
      | 'taken_apart';
    /** Of plates_differ. */
    plates?: Array<string>;
    /** Of sides_not_shown and sides_of_vehicle_not_shown. */
    sides?: Array<'front' | 'back' | 'left' | 'right'>;
    /** Of photo_date. */
    firstDay?: string;
    /** Of photo_date. */
    lastDay?: string;
    /** Of photo_date: the largest distance. */
    days?: number;
  };
  /** The reason as a sentence in English. */
  message: string;
  /** Of different_vehicle: the photos of each vehicle and the damages that they show. Otherwise empty. */
  groups: Array<{
    imageIds: Array<string>;
    damageIds: Array<string>;
  }>;
};

/** The repair costs by methodology. docs/estimates.md explains them. */
export type Pricing = Partial<
  Record<
    'laborCost' | 'flatRate',
    {
      /** By part; vehicle: of the whole repair. */
      details: Record<string, PriceDetail>;
      /** The total without tax, or the price that a person set for the vehicle. */
      totalPrice: number;
      tax: number;
      totalPriceWithTax: number;
      /** What the repair of what is visible may cost. */
      range: {
        low: number;
        high: number;
      };
      /** Damages of which only the family of the part is known: in the total, not in the details. */
      openParts: Array<{
        family: 'bumper' | 'door' | 'fender' | 'head_light' | 'tail_light' | 'light' | 'window' | 'panel';
        /** Null: not the same on all parts that may be meant. */
        operation:
          | 'polishing'
          | 'paintless_dent_repair'
          | 'dent_repair'
          | 'plastic_repair'
          | 'sanding'
          | 'painting'
          | 'refinishing'
          | 'removing'
          | 'replacing'
          | 'paint_preparation'
          | null;
        severity: number;
        /** Of the middle one of the parts that may be meant. */
        pricing: number;
        /** What the repair of what is visible may cost. */
        range: {
          low: number;
          high: number;
        };
      }>;
      /** What is listed and not in the total, and a headlight that may be damaged unseen. Empty if a person set the total. */
      notPriced: Array<{
        /** Why it is not in the total, for words of your own. */
        code:
          | 'no_price'
          | 'no_part'
          | 'left_out'
          | 'nothing_to_repair'
          | 'flat_tire'
          | 'damaged_rim'
          | 'damaged_hubcap'
          | 'beside_torn_bumper';
        /** ignore: no known part; wheel: one of no known place. */
        partType: PartType;
        /** Where only the family of the part is known. */
        partFamily:
          | 'bumper'
          | 'door'
          | 'fender'
          | 'head_light'
          | 'tail_light'
          | 'light'
          | 'window'
          | 'panel'
          | null;
        damageTypes: Array<DamageType>;
        /** In English. */
        reason: string;
        /** What it may cost at most: by the dearest part that it may lie on, or one headlight; in the range, not in the total. null: nobody knows. */
        atMost: number | null;
      }>;
      /** True if the vehicle is damaged so heavily that photos do not tell what its repair costs: have it inspected. The total is then no cost of repair (docs/severity.md). */
      beyondVisualEstimate: boolean;
      /** True if nothing has a price although a place is to be checked or a damage, a flat tire or a damaged rim has no price. The total of 0 is then no cost. */
      notAssessed: boolean;
      currency: Currency | null;
      taxPercent: number;
      scope: 'visible damage only';
      matrixVersion: number | null;
      /** Something in it was worked out with the example matrix. */
      examplePrices: boolean;
      /** The costs of each vehicle, if the photos seem to show more than one: then the total is of all of them. Otherwise empty. */
      vehicleGroups: Array<{
        /** Counted from 1 in the order of groups of the check different_vehicle; null without such a check, or if no photo tells. */
        vehicleGroup: number | null;
        imageIds: Array<string>;
        /** By part; vehicle: of the whole repair. */
        details: Record<string, PriceDetail>;
        /** The total without tax, or the price that a person set for the vehicle. */
        totalPrice: number;
        tax: number;
        totalPriceWithTax: number;
        /** What the repair of what is visible may cost. */
        range: {
          low: number;
          high: number;
        };
        /** Damages of which only the family of the part is known: in the total, not in the details. */
        openParts: Array<{
          family: 'bumper' | 'door' | 'fender' | 'head_light' | 'tail_light' | 'light' | 'window' | 'panel';
          /** Null: not the same on all parts that may be meant. */
          operation:
            | 'polishing'
            | 'paintless_dent_repair'
            | 'dent_repair'
            | 'plastic_repair'
            | 'sanding'
            | 'painting'
            | 'refinishing'
            | 'removing'
            | 'replacing'
            | 'paint_preparation'
            | null;
          severity: number;
          /** Of the middle one of the parts that may be meant. */
          pricing: number;
          /** What the repair of what is visible may cost. */
          range: {
            low: number;
            high: number;
          };
        }>;
        /** What is listed and not in the total, and a headlight that may be damaged unseen. Empty if a person set the total. */
        notPriced: Array<{
          /** Why it is not in the total, for words of your own. */
          code:
            | 'no_price'
            | 'no_part'
            | 'left_out'
            | 'nothing_to_repair'
            | 'flat_tire'
            | 'damaged_rim'
            | 'damaged_hubcap'
            | 'beside_torn_bumper';
          /** ignore: no known part; wheel: one of no known place. */
          partType: PartType;
          /** Where only the family of the part is known. */
          partFamily:
            | 'bumper'
            | 'door'
            | 'fender'
            | 'head_light'
            | 'tail_light'
            | 'light'
            | 'window'
            | 'panel'
            | null;
          damageTypes: Array<DamageType>;
          /** In English. */
          reason: string;
          /** What it may cost at most: by the dearest part that it may lie on, or one headlight; in the range, not in the total. null: nobody knows. */
          atMost: number | null;
        }>;
        /** True if the vehicle is damaged so heavily that photos do not tell what its repair costs: have it inspected. The total is then no cost of repair (docs/severity.md). */
        beyondVisualEstimate: boolean;
        /** True if nothing has a price although a place is to be checked or a damage, a flat tire or a damaged rim has no price. The total of 0 is then no cost. */
        notAssessed: boolean;
      }>;
    }
  >
>;

export type VehicleState = {
  /** null: nothing is certain. No damage is listed, but there are places to check, or no photo shows a vehicle, or it may be severe. */
  state: 'intact' | 'light' | 'moderate' | 'severe' | 'wreck' | null;
  /** How likely it is severe or a wreck, by the photo that is surest; null if no model judged. */
  heavyProbability: number | null;
  /** A person must look: it is too likely severe to say that it is not. There is no condition then. */
  mayBeSevere: boolean;
  /** A photo is sure of more than what is listed: a person should look, and add it or validate damage_detection. */
  looksWorse: boolean;
  /** A damage or a part is rated worse than the vehicle as a whole, which is severe only if it is heavily deformed. */
  partIsWorse: boolean;
  /** No damage is listed, and no photo is good enough to show that there is none: take them again. There is no condition then. */
  retakePhotos: boolean;
  /** No photo shows a vehicle, but a paper or something else: they tell nothing of damages. */
  noVehicle: boolean;
  /** Where the vehicle is heavily deformed. */
  sides: Array<'front' | 'back' | 'left' | 'right'>;
  /** The damaged parts on the photos that show it. */
  parts: Array<PartType>;
  /** The photos that show it. */
  imageIds: Array<string>;
  airbagDeployed: boolean;
  /** The analysis of wheels says so. The list of damages has no flat tire; the condition is 95 at most. */
  flatTire: boolean;
  /** Have the vehicle inspected: photos do not tell the cost. */
  beyondVisualEstimate: boolean;
  reason: string;
};

/** How badly the vehicle is damaged as far as this photo shows it. */
export type PhotoState = {
  /** null: the model is not sure. */
  state: 'intact' | 'light' | 'moderate' | 'severe' | 'wreck' | null;
  probability: number;
  /** How likely the vehicle is severely damaged or a wreck. */
  heavyProbability: number;
};

export type Compliance = {
  compliance_status?: 'compliant' | 'non_compliant';
  /** What the photo is to be taken again for. */
  compliance_issues?: Array<string>;
  should_retake?: boolean;
  image_analysis?: {
    /** Low is bad, as with every score but zoom. */
    blurriness?: number;
    /** Low is too bright. */
    overexposure?: number;
    /** Low is too dark. */
    underexposure?: number;
    /** Low is light in the lens. */
    lens_flare?: number;
    /** Low is too near, high is too far away. */
    zoom?: number;
    /** Low is too few pixels. */
    resolution?: number;
    image_width: number;
    image_height: number;
    binary_size: number;
    orientation: 'landscape' | 'portrait' | 'other';
    predicted_image_type: 'unknown' | 'beauty_shot' | 'close_up';
  };
  /** Only where models analyzed the photo. */
  vehicle_analysis?: {
    is_vehicle_present?: boolean;
    vehicle_fully_in_frame?: boolean;
    /** Of the box around the vehicle. */
    ratio_of_vehicle_to_image_pixels?: number;
    /** Low is many. */
    reflections?: number;
    /** Low is dirty. */
    dirtiness?: number;
    /** Low is wet. */
    wetness?: number;
    /** Low is much snow. */
    snowness?: number;
  };
  /** Only where models analyzed the photo. */
  coverage_analysis?: {
    probability_by_viewpoint: Record<string, number>;
    is_compliant_with_sight?: boolean;
    /** Includes codes that are only notes: unknown_sight, unknown_viewpoint, interior_not_supported. */
    compliance_issues: Array<string>;
  };
  image_quality_assessment: {
    status: 'TODO' | 'DONE';
    /** null while it is pending. */
    is_compliant: boolean | null;
    /** A code in capitals, two hyphens, and a sentence that says what to do. */
    reasons: Array<string>;
    /** The scores, and their thresholds. */
    details?: Record<string, unknown>;
  };
  /** Whether the photo shows what its sight requires; pending while no model has checked it. */
  coverage_360?: {
    status: 'TODO' | 'DONE';
    /** null while it is pending. */
    is_compliant: boolean | null;
    /** A code in capitals, two hyphens, and a sentence that says what to do. */
    reasons: Array<string>;
    sight_id?: string;
  };
  zoom_level?: {
    status: 'TODO' | 'DONE';
    /** null while it is pending. */
    is_compliant: boolean | null;
    /** A code in capitals, two hyphens, and a sentence that says what to do. */
    reasons: Array<string>;
    details: {
      zoom_score: number;
    };
  };
};

export type RenderedOutput = {
  id: string;
  objectType: 'RENDERED_OUTPUT';
  baseImageId: string;
  /** A signed address, as that of an image. */
  path: string;
  mimetype: string;
  additionalData: {
    description: string;
  };
  createdAt: string;
};

export type RepairEstimate = {
  id: string;
  methodology: 'labor_cost' | 'flat_rate';
  segment: 'city' | 'compact' | 'sedan' | 'suv' | 'van';
  currency: Currency;
  labourDetails: LabourDetails;
  /** New parts. */
  piecesOemCost: number;
  /** Without tax; as a person said where one did. */
  totalCost: number;
  /** What the repair of what is visible may cost. */
  range: {
    low: number;
    high: number;
  };
  taxPercent: number;
  tax: number;
  totalCostWithTax: number;
  scope: 'visible damage only';
  /** Damages of which only the family of the part is known: in the total, not in the details. */
  openParts: Array<{
    family: 'bumper' | 'door' | 'fender' | 'head_light' | 'tail_light' | 'light' | 'window' | 'panel';
    /** Null: not the same on all parts that may be meant. */
    operation:
      | 'polishing'
      | 'paintless_dent_repair'
      | 'dent_repair'
      | 'plastic_repair'
      | 'sanding'
      | 'painting'
      | 'refinishing'
      | 'removing'
      | 'replacing'
      | 'paint_preparation'
      | null;
    severity: number;
    /** Of the middle one of the parts that may be meant. */
    pricing: number;
    /** What the repair of what is visible may cost. */
    range: {
      low: number;
      high: number;
    };
  }>;
  /** What is listed and not in the total, and a headlight that may be damaged unseen. Empty if a person set the total. */
  notPriced: Array<{
    /** Why it is not in the total, for words of your own. */
    code:
      | 'no_price'
      | 'no_part'
      | 'left_out'
      | 'nothing_to_repair'
      | 'flat_tire'
      | 'damaged_rim'
      | 'damaged_hubcap'
      | 'beside_torn_bumper';
    /** ignore: no known part; wheel: one of no known place. */
    partType: PartType;
    /** Where only the family of the part is known. */
    partFamily:
      | 'bumper'
      | 'door'
      | 'fender'
      | 'head_light'
      | 'tail_light'
      | 'light'
      | 'window'
      | 'panel'
      | null;
    damageTypes: Array<DamageType>;
    /** In English. */
    reason: string;
    /** What it may cost at most: by the dearest part that it may lie on, or one headlight; in the range, not in the total. null: nobody knows. */
    atMost: number | null;
  }>;
  /** 0: the default matrix of the service. */
  matrixVersion: number;
  /** True if the price comes from the example matrix of the service, not from your own prices (docs/estimates.md). */
  examplePrices: boolean;
  /** True if the vehicle is damaged so heavily that photos do not tell what its repair costs: have it inspected. The total is then no cost of repair (docs/severity.md). */
  beyondVisualEstimate: boolean;
  /** True if nothing has a price although a place is to be checked or a damage, a flat tire or a damaged rim has no price. The total of 0 is then no cost. */
  notAssessed: boolean;
  createdAt: string;
};

export type LabourDetails = {
  t1: number;
  t2: number;
  t3: number;
  m1: number;
  m2: number;
  m3: number;
  paintHours: number;
  /** All hours but those of painting. */
  labourHours: number;
};

export type PartFamily = {
  /** panel: some panel of the body. */
  family: 'bumper' | 'door' | 'fender' | 'head_light' | 'tail_light' | 'light' | 'window' | 'panel';
  /** end: front or back. */
  open: Array<'side' | 'end'>;
  /** The parts that may be meant. */
  partTypes: Array<PartType>;
};

export type PartOperation = {
  id: string;
  name:
    | 'polishing'
    | 'paintless_dent_repair'
    | 'dent_repair'
    | 'plastic_repair'
    | 'sanding'
    | 'painting'
    | 'refinishing'
    | 'removing'
    | 'replacing'
    | 'paint_preparation';
  severity: number;
  /** Why it is repaired or replaced. */
  reason: string;
  /** null: estimated by an older version. */
  reasonDetails: EstimateReason | null;
  labourDetails: LabourDetails;
  /** New parts. */
  piecesOemCost: number;
  /** Without tax; as a person said where one did. */
  totalCost: number;
  /** What the repair of what is visible may cost. */
  range: {
    low: number;
    high: number;
  };
  estimatedCost: number;
  currency: Currency;
  isUserModified: boolean;
  /** True if the price comes from the example matrix of the service, not from your own prices (docs/estimates.md). */
  examplePrices: boolean;
  lines: Array<{
    operation:
      | 'polishing'
      | 'paintless_dent_repair'
      | 'dent_repair'
      | 'plastic_repair'
      | 'sanding'
      | 'painting'
      | 'refinishing'
      | 'removing'
      | 'replacing'
      | 'paint_preparation';
    partType: PartType;
    /** What its hours are paid by; null: a fixed price. */
    labour: 't1' | 't2' | 't3' | 'm1' | 'm2' | 'm3' | 'paint' | 'ingredient' | null;
    hours: number;
    cost: number;
    reason: string;
    /** null: estimated by an older version. */
    reasonDetails: EstimateReason | null;
  }>;
};

/** The reason as a code with its values, for your own words. */
export type EstimateReason = {
  code:
    | 'part_exchange'
    | 'new_part_painted'
    | 'not_repairable'
    | 'not_sold'
    | 'as_asked'
    | 'step'
    | 'further_damage'
    | 'flat_rate'
    | 'new_part'
    | 'paint_materials'
    | 'paint_preparation'
    | 'removal'
    | 'blending'
    | 'repair_cheaper'
    | 'new_part_cheaper';
  operation?:
    | 'polishing'
    | 'paintless_dent_repair'
    | 'dent_repair'
    | 'plastic_repair'
    | 'sanding'
    | 'painting';
  level?: number;
  /** How many damages the step serves. */
  damages?: number;
  segment?: 'city' | 'compact' | 'sedan' | 'suv' | 'van';
  hours?: number;
  /** The panels that are painted together. */
  group?: 'front' | 'back' | 'left' | 'right' | 'top';
  /** The part that comes off, or that is blended. */
  partType?: PartType;
  repair?: number;
  newPart?: number;
  currency?: Currency;
};

/** The hours are there if the part was estimated. */
export type RepairOperation = {
  REPLACE: boolean;
  T1?: number;
  T2?: number;
  PAINT?: number;
  /** There is more to do than in these hours. */
  ADDITIONAL?: boolean;
};

/** The reason as a code with its values, for your own words. */
export type SeverityReason = {
  code:
    | 'set_by_person'
    | 'always'
    | 'unseen'
    | 'vague'
    | 'heavy_photo'
    | 'no_heavy_photo'
    | 'by_look_of_part'
    | 'from_mark'
    | 'below_mark';
  damageType: DamageType;
  partType: PartType;
  /** Of the damage. */
  level: number;
  /** Of a part: the damage is the worst of so many. */
  worstOf?: number;
  /** Of a part: so many damages make it moderate. */
  raised?: boolean;
  /** Of a close-up that it covers most of. */
  photoShare?: number;
  /** How likely the photo of it that looks worst shows a severely damaged vehicle. */
  heavyProbability?: number;
  /** How likely it is at least moderate by the look of its part. */
  moderateProbability?: number;
  /** How likely it is severe by the look of its part. */
  severeProbability?: number;
  extent?: {
    share: number;
    atMost: boolean;
    sizeCm: {
      value: number;
      min: number;
      max: number;
    } | null;
  };
  /** from_mark: the level counts from here on. below_mark: it counts below this. */
  mark?: {
    share: number;
    cm: number;
  };
};

/** A replaceable part has hours for replacing and part_prices; any other part has neither. */
export type PartPrices = {
  operations: {
    polishing?: PricedWork;
    paintlessDentRepair?: PricedWork;
    dentRepair?: PricedWork;
    plasticRepair?: PricedWork;
    sanding?: PricedWork;
    painting?: PricedWork;
    refinishing?: PricedWork;
    removing?: PricedWork;
    replacing?: PricedWork;
  };
  /** The price of a new part, by vehicle segment; null means that the part is never replaced. */
  partPrices: {
    /** At most two digits after the point. */
    city: number;
    /** At most two digits after the point. */
    compact: number;
    /** At most two digits after the point. */
    sedan: number;
    /** At most two digits after the point. */
    suv: number;
    /** At most two digits after the point. */
    van: number;
  } | null;
  /** For estimates by flat rate: everything included. By level of severity: a higher one is never less than a lower one. */
  flatRates: [number | null, number | null, number | null];
};

export type PricedWork = {
  labour: 't1' | 't2' | 't3' | 'm1' | 'm2' | 'm3' | 'paint';
  /** By level of severity: a higher one is never less than a lower one. */
  hours: [number | null, number | null, number | null];
};

/** What stands under each kind in the entities of an answer. */
export type EntityOf = {
  inspections: Inspection;
  images: Image;
  tasks: Task;
  vehicles: Vehicle;
  damages: Damage;
  views: View;
  parts: Part;
  damageAreas: DamageArea;
  wheelAnalysis: WheelAnalysis;
  severityResults: SeverityResult;
  pdfs: Pdf;
  evidencePacks: EvidencePack;
  shareLinks: ShareLink;
  sharedInspections: SharedInspection;
  organizationSettings: OrganizationSettings;
  auditEntries: AuditEntry;
  usageReports: UsageReport;
  sights: Sight;
  models: Model;
  webhooks: Webhook;
  deliveries: Delivery;
  comparisons: Comparison;
  pricings: PriceDetail;
  pricingMatrices: PriceMatrix;
  corrections: Correction;
  suspicions: Suspicion;
  readings: Reading;
  comments: Comment;
  contests: Contest;
  members: Member;
  savedFilters: SavedFilter;
  knownVehicles: KnownVehicle;
  damageLives: DamageLives;
  trainingData: TrainingData;
  trainingInspections: TrainingInspection;
  sideBySides: SideBySide;
  differingPhotos: DifferingPhoto;
  modelQuality: ModelQuality;
};
