import type { Deleted, Many, One, Page } from './answers.ts';
import { type CallOptions, path, type Request, type UploadOptions } from './request.ts';
import type * as schema from './schema.ts';

/** Either the address of a photo, or the photo itself. */
export type NewImage = schema.CreateImage | (schema.UploadImage & { file: Blob });
export type NewView = schema.CreateView | (schema.UploadView & { file: Blob });

const withFile = (input: NewImage | NewView) => {
  if (!('file' in input)) return { json: input };
  const { file, ...json } = input;
  return { json, files: [{ field: 'image', content: file }] };
};

export const inspectionOperations = (request: Request) => ({
  /** With its suspicions, unless `showSuspicions` is false. */
  getOne: (id: string, query: schema.InspectionOptions = {}, options?: CallOptions) =>
    request<One<'inspections'>>(
      { method: 'GET', path: path`/inspections/${id}`, query: { showSuspicions: true, ...query } },
      options,
    ),
  getMany: (query: schema.InspectionsOptions = {}, options?: CallOptions) =>
    request<Page<'inspections', schema.InspectionInList>>(
      { method: 'GET', path: '/inspections', query },
      options,
    ),
  /** How many there are, in all and of each status. */
  getCount: (query: schema.InspectionCountOptions = {}, options?: CallOptions) =>
    request<Many<'inspections'> & schema.InspectionCount>(
      { method: 'GET', path: '/inspections/count', query },
      options,
    ),
  /** How many of a list are worth a review for what it would teach, and how many minutes that takes. */
  getWorthReviewing: (query: schema.WorthReviewingOptions = {}, options?: CallOptions) =>
    request<Many<'inspections'> & schema.WorthReviewing>(
      { method: 'GET', path: '/inspections/worth_reviewing', query },
      options,
    ),
  /** What a row of a list shows of each, and no more. */
  getSummaries: (query: schema.InspectionSummariesOptions = {}, options?: CallOptions) =>
    request<Page<'inspections', schema.InspectionSummary>>(
      { method: 'GET', path: '/inspections/summaries', query },
      options,
    ),
  createOne: (json: schema.CreateInspection, options?: CallOptions) =>
    request<One<'inspections'>>({ method: 'POST', path: '/inspections', json }, options),
  /** Sets what it is about and who works on it, where given; `additionalData` is merged member by member. */
  updateOne: (id: string, json: schema.UpdateInspection, options?: CallOptions) =>
    request<One<'inspections', schema.InspectionHead>>(
      { method: 'PATCH', path: path`/inspections/${id}`, json },
      options,
    ),
  /** Data for the PDF report. */
  addAdditionalDataToOne: (id: string, json: schema.PdfInputData, options?: CallOptions) =>
    request<One<'inspections', schema.InspectionHead>>(
      { method: 'PATCH', path: path`/inspections/${id}/pdf_data`, json },
      options,
    ),
  deleteOne: (id: string, options?: CallOptions) =>
    request<One<'inspections', Deleted>>({ method: 'DELETE', path: path`/inspections/${id}` }, options),
  /** Takes its deletion back. */
  restoreOne: (id: string, options?: CallOptions) =>
    request<One<'inspections', schema.InspectionHead>>(
      { method: 'POST', path: path`/inspections/${id}/restore` },
      options,
    ),
  /** For good, with its photos and all that was made from them; also one that was deleted before. */
  eraseOne: (id: string, options?: CallOptions) =>
    request<One<'inspections', Deleted & { erased: true }>>(
      { method: 'DELETE', path: path`/inspections/${id}`, query: { erase: true } },
      options,
    ),
  /** With its related inspection: which damages are new, which were there, which are gone. */
  compareOne: (id: string, query: schema.ComparisonOptions = {}, options?: CallOptions) =>
    request<One<'comparisons'>>({ method: 'GET', path: path`/inspections/${id}/comparison`, query }, options),
  /** What the photos leave undecided, by a person; null takes it back. */
  decideComparison: (id: string, json: schema.ComparisonDecision, options?: CallOptions) =>
    request<One<'comparisons'>>(
      { method: 'POST', path: path`/inspections/${id}/comparison/decisions`, json },
      options,
    ),
  /** What people changed, and who: damages, severities and prices, oldest first. */
  getCorrections: (id: string, options?: CallOptions) =>
    request<Many<'corrections'>>({ method: 'GET', path: path`/inspections/${id}/corrections` }, options),
});

export const readingOperations = (request: Request) => ({
  /** What was seen of a wheel or read on photos; a value of null takes the correction back. */
  correctOne: (inspectionId: string, json: schema.CorrectReading, options?: CallOptions) =>
    request<One<'readings'>>(
      { method: 'PATCH', path: path`/inspections/${inspectionId}/readings`, json },
      options,
    ),
});

/** What people say to each other about an inspection; oldest first. */
export const commentOperations = (request: Request) => ({
  getMany: (inspectionId: string, options?: CallOptions) =>
    request<Many<'comments'>>({ method: 'GET', path: path`/inspections/${inspectionId}/comments` }, options),
  createOne: (inspectionId: string, json: schema.CreateComment, options?: CallOptions) =>
    request<One<'comments'>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/comments`, json },
      options,
    ),
  /** Only your own. Who wrote it and when stays. */
  deleteOne: (inspectionId: string, commentId: string, options?: CallOptions) =>
    request<One<'comments'>>(
      { method: 'DELETE', path: path`/inspections/${inspectionId}/comments/${commentId}` },
      options,
    ),
});

export const vehicleOperations = (request: Request) => ({
  /** Vehicles over all inspections; `search` is how a plate or a VIN begins. */
  getMany: (query?: schema.VehiclesOptions, options?: CallOptions) =>
    request<Page<'knownVehicles'>>({ method: 'GET', path: '/vehicles', query }, options),
  getOne: (id: string, options?: CallOptions) =>
    request<One<'knownVehicles', schema.VehicleHistory>>(
      { method: 'GET', path: path`/vehicles/${id}` },
      options,
    ),
  /** Each damage once, with every inspection that shows it. */
  getDamages: (id: string, options?: CallOptions) =>
    request<One<'damageLives'>>({ method: 'GET', path: path`/vehicles/${id}/damages` }, options),
  /** All inspections of the other vehicle show this one from now on. */
  merge: (id: string, json: schema.MergeVehicles, options?: CallOptions) =>
    request<One<'knownVehicles'>>({ method: 'POST', path: path`/vehicles/${id}/merge`, json }, options),
  /** Says which vehicle an inspection shows; with null it gets one of its own. */
  link: (inspectionId: string, json: schema.LinkVehicle, options?: CallOptions) =>
    request<One<'knownVehicles'>>(
      { method: 'PUT', path: path`/inspections/${inspectionId}/known_vehicle`, json },
      options,
    ),
  /** Takes back what a person said: the vehicle is recognized by its VIN, else by its plate. */
  recognize: (inspectionId: string, options?: CallOptions) =>
    request<One<'knownVehicles'>>(
      { method: 'DELETE', path: path`/inspections/${inspectionId}/known_vehicle` },
      options,
    ),
  /** What one inspection says about its vehicle. */
  updateOne: (inspectionId: string, json: schema.UpdateVehicle, options?: CallOptions) =>
    request<One<'vehicles'>>(
      { method: 'PATCH', path: path`/inspections/${inspectionId}/vehicle`, json },
      options,
    ),
});

export const taskOperations = (request: Request) => ({
  getOne: (inspectionId: string, name: schema.TaskNameInput, options?: CallOptions) =>
    request<One<'tasks'>>({ method: 'GET', path: path`/inspections/${inspectionId}/tasks/${name}` }, options),
  getMany: (inspectionId: string, options?: CallOptions) =>
    request<Many<'tasks'>>({ method: 'GET', path: path`/inspections/${inspectionId}/tasks` }, options),
  updateOne: (
    inspectionId: string,
    name: schema.TaskNameInput,
    json: schema.UpdateTask,
    options?: CallOptions,
  ) =>
    request<One<'tasks'>>(
      { method: 'PATCH', path: path`/inspections/${inspectionId}/tasks/${name}`, json },
      options,
    ),
});

export const imageOperations = (request: Request) => ({
  getOne: (inspectionId: string, imageId: string, query: schema.ImageOptions = {}, options?: CallOptions) =>
    request<One<'images'>>(
      { method: 'GET', path: path`/inspections/${inspectionId}/images/${imageId}`, query },
      options,
    ),
  getMany: (inspectionId: string, query: schema.PageOptions = {}, options?: CallOptions) =>
    request<Page<'images'>>(
      { method: 'GET', path: path`/inspections/${inspectionId}/images`, query },
      options,
    ),
  addOne: (inspectionId: string, image: NewImage, options?: UploadOptions) =>
    request<One<'images'>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/images`, ...withFile(image) },
      options,
    ),
  /** Replaces its `additionalData`. */
  updateOne: (inspectionId: string, imageId: string, json: schema.UpdateImage, options?: CallOptions) =>
    request<One<'images'>>(
      { method: 'PATCH', path: path`/inspections/${inspectionId}/images/${imageId}`, json },
      options,
    ),
  /** With what is shown on it. */
  deleteOne: (inspectionId: string, imageId: string, json: schema.DeleteImage = {}, options?: CallOptions) =>
    request<One<'images', Deleted>>(
      { method: 'DELETE', path: path`/inspections/${inspectionId}/images/${imageId}`, json },
      options,
    ),
  /** Those that can go do; `failed` tells why the others do not. */
  deleteMany: (inspectionId: string, json: schema.DeleteImages, options?: CallOptions) =>
    request<Many<'images'> & schema.DeletedImages>(
      { method: 'POST', path: path`/inspections/${inspectionId}/images/delete`, json },
      options,
    ),
});

export const damageAreaOperations = (request: Request) => ({
  upsertOne: (inspectionId: string, imageId: string, json: schema.UpsertDamageArea, options?: CallOptions) =>
    request<One<'damageAreas'>>(
      { method: 'PATCH', path: path`/inspections/${inspectionId}/images/${imageId}/damage_areas`, json },
      options,
    ),
});

export const viewOperations = (request: Request) => ({
  createOne: (inspectionId: string, view: NewView, options?: UploadOptions) =>
    request<One<'views'>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/views`, ...withFile(view) },
      options,
    ),
  deleteOne: (inspectionId: string, viewId: string, options?: CallOptions) =>
    request<One<'views', Deleted>>(
      { method: 'DELETE', path: path`/inspections/${inspectionId}/views/${viewId}` },
      options,
    ),
});

export const damageOperations = (request: Request) => ({
  createOne: (inspectionId: string, json: schema.CreateDamage, options?: CallOptions) =>
    request<One<'damages'>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/damages`, json },
      options,
    ),
  /** Another type or part; its views stay. */
  updateOne: (inspectionId: string, damageId: string, json: schema.UpdateDamage, options?: CallOptions) =>
    request<One<'damages'>>(
      { method: 'PATCH', path: path`/inspections/${inspectionId}/damages/${damageId}`, json },
      options,
    ),
  deleteOne: (inspectionId: string, damageId: string, options?: CallOptions) =>
    request<One<'damages', Deleted & { parts: unknown[] }>>(
      { method: 'DELETE', path: path`/inspections/${inspectionId}/damages/${damageId}` },
      options,
    ),
  /** Brings it back as it was, with its views and severities. */
  restoreOne: (inspectionId: string, damageId: string, options?: CallOptions) =>
    request<One<'damages'>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/damages/${damageId}/restore` },
      options,
    ),
});

/** What the models are not sure enough of to call it a damage. Each answer is the suspicion as it is then. */
export const suspicionOperations = (request: Request) => {
  const decide = (way: string) => (inspectionId: string, suspicionId: string, options?: CallOptions) =>
    request<One<'suspicions'>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/suspicions/${suspicionId}/${way}` },
      options,
    );
  return {
    /** It becomes a damage with its views: `damageId`. */
    confirmOne: decide('confirm'),
    /** It is no damage, and is not found again. */
    dismissOne: decide('dismiss'),
    /** Takes the decision back; the damage that was made of it is deleted. */
    reopenOne: decide('reopen'),
  };
};

export const pdfOperations = (request: Request) => ({
  /** Asks for the report; `waitForPdf` says when it is made. */
  requestOne: (inspectionId: string, json: schema.RequestPdf = {}, options?: CallOptions) =>
    request<One<'pdfs', schema.PdfRequest>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/pdf`, json },
      options,
    ),
  /** A finished report of your own. */
  uploadOne: (inspectionId: string, file: Blob, options?: UploadOptions) =>
    request<One<'pdfs', schema.PdfRequest>>(
      {
        method: 'POST',
        path: path`/inspections/${inspectionId}/pdf`,
        json: { pdfPostStrategy: 'upload' },
        files: [{ field: 'pdf_data', content: file }],
      },
      options,
    ),
  /** Where it is: `pdfUrl` is a link that works without a token for some hours. */
  getOne: (inspectionId: string, options?: CallOptions) =>
    request<One<'pdfs'>>({ method: 'GET', path: path`/inspections/${inspectionId}/pdf` }, options),
  /** The file itself. */
  downloadOne: (inspectionId: string, options?: CallOptions) =>
    request<Blob>(
      {
        method: 'GET',
        path: path`/inspections/${inspectionId}/pdf`,
        headers: { accept: 'application/pdf' },
      },
      options,
      (response) => response.blob(),
    ),
});

export const sightOperations = (request: Request) => ({
  getMany: (query: schema.SightsOptions = {}, options?: CallOptions) =>
    request<Many<'sights'>>({ method: 'GET', path: '/sights', query }, options),
});

/** Which models are installed, and what their weights may be used for. */
export const modelOperations = (request: Request) => ({
  getMany: (options?: CallOptions) => request<Many<'models'>>({ method: 'GET', path: '/models' }, options),
});

export const liveConfigOperations = (request: Request) => ({
  /** What the operator has a capture app do, as it was written. */
  getOne: (id: string, options?: CallOptions) =>
    request<Record<string, unknown>>(
      { method: 'GET', path: path`/live-configurations/${`${id}.json`}` },
      options,
    ),
});
