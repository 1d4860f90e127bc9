/**
 * What an evidence pack tells of an inspection, as JSON. Written member by member, so that whatever is added to an
 * inspection has to be thought of here: callbacks, for instance, have secrets of the client in their headers.
 */
import { modelsUsed } from '../../inspections/photos/models-used.ts';
import type { Contest, ContestPhoto } from '../../inspections/records/contest.ts';
import type { Correction } from '../../inspections/records/findings/correction.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { Task } from '../../inspections/records/task.ts';
import { reviewOf } from '../../inspections/tasks/validation.ts';
import type { OriginalProblem } from './originals.ts';

const taskRecord = ({ name, status, created_at, started_at, done_at, validated_at, validated_by }: Task) => ({
  name,
  status,
  created_at,
  started_at,
  done_at,
  validated_at,
  validated_by,
});

/** Where the files of a photo are in a pack; null for those that it does not have. */
export type PhotoPaths = { path: string | null; original: string | null; metadata: string | null };

type PackedPhoto = PhotoPaths & { image: Image; original_problem: OriginalProblem | null };

/** `captured_at` by the clock of the camera, where the file told it. */
export const photoRecord = ({ image, path, original, metadata, original_problem }: PackedPhoto) => ({
  id: image.id,
  path,
  received_sha256: image.received_sha256,
  original_kept: image.original_format !== null,
  original,
  original_problem,
  metadata,
  captured_at: image.taken_at,
  uploaded_at: image.created_at,
  mimetype: image.mimetype,
  width: image.width,
  height: image.height,
  blurred: image.shown_key !== image.file_key,
  deleted_at: image.deleted_at,
  viewpoint: image.viewpoint,
  compliance: image.compliance,
});

export const contestPath = (photo: ContestPhoto) =>
  `contests/${photo.id}${photo.shown_key.slice(photo.shown_key.lastIndexOf('.'))}`;

const contestPhotoRecord = (photo: ContestPhoto) => ({
  id: photo.id,
  path: contestPath(photo),
  received_sha256: photo.received_sha256,
  captured_at: photo.taken_at,
  mimetype: photo.mimetype,
  width: photo.width,
  height: photo.height,
  blurred: photo.shown_key !== photo.file_key,
});

const contestRecord = (contest: Contest) => ({ ...contest, photos: contest.photos.map(contestPhotoRecord) });

export const findingsRecord = (inspection: Inspection) => ({
  inspection_id: inspection.id,
  organization_id: inspection.organization_id,
  created_at: inspection.created_at,
  creator_id: inspection.creator_id,
  owner_id: inspection.owner_id,
  status: inspection.status,
  review: reviewOf(inspection),
  inspection_type: inspection.inspection_type,
  reference: inspection.reference,
  date_of_loss: inspection.date_of_loss,
  vehicle: inspection.vehicle,
  tasks: inspection.tasks.map(taskRecord),
  damages: inspection.damages,
  views: inspection.views,
  parts: inspection.parts,
  severities: inspection.severities,
  estimates: inspection.estimates,
  prices: inspection.prices,
  documents: inspection.documents,
  stated: inspection.stated,
  checks: inspection.checks,
});

export const jsonFiles = (
  inspection: Inspection,
  corrections: Correction[],
  contests: Contest[],
): Record<string, unknown> => ({
  'findings.json': findingsRecord(inspection),
  'corrections.json': corrections,
  'contests.json': contests.map(contestRecord),
  'models.json': modelsUsed(inspection),
});
