import { deliveryOperations, webhookOperations } from './event-operations.ts';
import { type WatchOptions, watchEvents } from './events.ts';
import { evidenceOperations } from './evidence-operations.ts';
import {
  commentOperations,
  damageAreaOperations,
  damageOperations,
  imageOperations,
  inspectionOperations,
  liveConfigOperations,
  modelOperations,
  pdfOperations,
  readingOperations,
  sightOperations,
  suspicionOperations,
  taskOperations,
  vehicleOperations,
  viewOperations,
} from './operations.ts';
import { organizationOperations, savedFilterOperations } from './organization-operations.ts';
import { priceMatrixOperations, pricingOperations, severityOperations } from './price-operations.ts';
import { type ClientOptions, requester } from './request.ts';
import type { TaskNameInput } from './schema.ts';
import { contestOperations, sharedOperations, shareLinkOperations } from './sharing-operations.ts';
import { type TaskWaitOptions, type WaitOptions, waitForPdf, waitForTask } from './wait.ts';

export type { Deleted, EntityKind, Many, One, Page, Paging } from './answers.ts';
export { type FieldError, WalkaroundError } from './error.ts';
export type { InspectionEvent, WatchOptions } from './events.ts';
export type { NewImage, NewView } from './operations.ts';
export type { CallOptions, ClientOptions, UploadOptions } from './request.ts';
export type * from './schema.ts';
export type { Progress } from './upload.ts';
export type { TaskWaitOptions, WaitOptions } from './wait.ts';

export type Client = ReturnType<typeof createClient>;

/** A client of one service for one user. */
export const createClient = (options: ClientOptions) => {
  const request = requester(options);
  return {
    inspections: inspectionOperations(request),
    comments: commentOperations(request),
    vehicles: vehicleOperations(request),
    readings: readingOperations(request),
    tasks: taskOperations(request),
    images: imageOperations(request),
    damageAreas: damageAreaOperations(request),
    views: viewOperations(request),
    damages: damageOperations(request),
    suspicions: suspicionOperations(request),
    severity: severityOperations(request),
    pricing: pricingOperations(request),
    pricingMatrix: priceMatrixOperations(request),
    pdf: pdfOperations(request),
    evidence: evidenceOperations(request),
    shareLinks: shareLinkOperations(request),
    shared: sharedOperations(request),
    contests: contestOperations(request),
    organization: organizationOperations(request),
    savedFilters: savedFilterOperations(request),
    sights: sightOperations(request),
    models: modelOperations(request),
    liveConfigs: liveConfigOperations(request),
    webhooks: webhookOperations(request),
    deliveries: deliveryOperations(request),
    events: {
      watch: (inspectionId: string, watching?: WatchOptions) => watchEvents(request, inspectionId, watching),
    },
    waitForTask: (inspectionId: string, task: TaskNameInput, waiting?: TaskWaitOptions) =>
      waitForTask(request, inspectionId, task, waiting),
    waitForPdf: (inspectionId: string, waiting?: WaitOptions) => waitForPdf(request, inspectionId, waiting),
  };
};
