/** What the types of this SDK are called, and where in the OpenAPI document they come from. */

/** Which record stands under which kind of entity; some operations show another one of the same kind. A test compares the kinds with the service's. */
export const RECORDS = {
  inspections: ['Inspection', 'InspectionHead', 'InspectionInList', 'InspectionSummary'],
  images: ['Image'],
  tasks: ['Task'],
  vehicles: ['Vehicle'],
  damages: ['Damage'],
  views: ['View'],
  parts: ['Part'],
  damageAreas: ['DamageArea'],
  wheelAnalysis: ['WheelAnalysis'],
  severityResults: ['SeverityResult'],
  pdfs: ['Pdf', 'PdfRequest'],
  evidencePacks: ['EvidencePack', 'EvidenceRequest'],
  shareLinks: ['ShareLink'],
  sharedInspections: ['SharedInspection'],
  organizationSettings: ['OrganizationSettings'],
  auditEntries: ['AuditEntry'],
  usageReports: ['UsageReport'],
  sights: ['Sight'],
  models: ['Model'],
  webhooks: ['Webhook'],
  deliveries: ['Delivery'],
  comparisons: ['Comparison'],
  pricings: ['PriceDetail'],
  pricingMatrices: ['PriceMatrix', 'PriceMatrixVersion'],
  corrections: ['Correction'],
  suspicions: ['Suspicion'],
  readings: ['Reading'],
  comments: ['Comment'],
  contests: ['Contest', 'SharedContest'],
  members: ['Member'],
  savedFilters: ['SavedFilter'],
};

/** Answers about records that show none of them. */
export const SUMMARIES = ['InspectionCount', 'DeletedImages'];

/** Those that stand in others come first. */
export const BODIES = {
  UpdateVehicle: 'PATCH /inspections/{inspection_id}/vehicle',
  CreateImage: 'POST /inspections/{inspection_id}/images',
  UpdateImage: 'PATCH /inspections/{inspection_id}/images/{image_id}',
  DeleteImage: 'DELETE /inspections/{inspection_id}/images/{image_id}',
  DeleteImages: 'POST /inspections/{inspection_id}/images/delete',
  CreateInspection: 'POST /inspections',
  UpdateInspection: 'PATCH /inspections/{inspection_id}',
  PdfInputData: 'PATCH /inspections/{inspection_id}/pdf_data',
  UpdateTask: 'PATCH /inspections/{inspection_id}/tasks/{task_name}',
  UpsertDamageArea: 'PATCH /inspections/{inspection_id}/images/{image_id}/damage_areas',
  CreateView: 'POST /inspections/{inspection_id}/views',
  CreateDamage: 'POST /inspections/{inspection_id}/damages',
  UpdateDamage: 'PATCH /inspections/{inspection_id}/damages/{damage_id}',
  CorrectReading: 'PATCH /inspections/{inspection_id}/readings',
  CreateSeverity: 'POST /inspections/{inspection_id}/severity_pricing',
  UpdateSeverity: 'PATCH /inspections/{inspection_id}/severity_pricing/{severity_id}',
  ComparisonDecision: 'POST /inspections/{inspection_id}/comparison/decisions',
  CreatePrice: 'POST /inspections/{inspection_id}/pricing',
  UpdatePrice: 'PATCH /inspections/{inspection_id}/pricing/{pricing_id}',
  ReplacePriceMatrix: 'PUT /pricing_matrix',
  RequestPdf: 'POST /inspections/{inspection_id}/pdf',
  CreateShareLink: 'POST /inspections/{inspection_id}/share_links',
  OpenContest: 'POST /shared_inspections/{secret}/contests',
  DecideContest: 'POST /inspections/{inspection_id}/contests/{contest_id}/decision',
  UpdateOrganizationSettings: 'PATCH /organization/settings',
  CreateComment: 'POST /inspections/{inspection_id}/comments',
  CreateSavedFilter: 'POST /saved_filters',
  RenameSavedFilter: 'PATCH /saved_filters/{saved_filter_id}',
  CreateWebhook: 'POST /webhooks',
  UpdateWebhook: 'PATCH /webhooks/{webhook_id}',
};

export const UPLOADS = {
  UploadImage: 'POST /inspections/{inspection_id}/images',
  UploadView: 'POST /inspections/{inspection_id}/views',
};

export const QUERIES = {
  InspectionOptions: 'GET /inspections/{inspection_id}',
  InspectionsOptions: 'GET /inspections',
  InspectionCountOptions: 'GET /inspections/count',
  InspectionSummariesOptions: 'GET /inspections/summaries',
  ComparisonOptions: 'GET /inspections/{inspection_id}/comparison',
  ImageOptions: 'GET /inspections/{inspection_id}/images/{image_id}',
  PageOptions: 'GET /inspections/{inspection_id}/images',
  ContestsOptions: 'GET /inspections/{inspection_id}/contests',
  SightsOptions: 'GET /sights',
  UsageOptions: 'GET /usage',
};
