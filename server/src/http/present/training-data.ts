import type {
  LabeledInspection,
  PhotoChoice,
  TrainingSummary,
} from '../../actions/organization/read-training-data.ts';
import { isBlurred, shownMimetype } from '../../inspections/photos/privacy.ts';
import type { PhotoLabels } from '../../inspections/training/photo-labels.ts';
import type { Links } from '../links.ts';

export const presentTrainingData = ({ organization_id, ...rest }: TrainingSummary) => ({
  id: organization_id,
  training_use: rest.training_use,
  inspections: rest.inspections,
  images: rest.images,
});

const presentPhoto = (
  { photo, labels, ignored, hard_negatives, ...rest }: PhotoLabels,
  choice: PhotoChoice,
  links: Links,
) => {
  const isShown = choice === 'shown';
  return {
    id: photo.id,
    path: links.file(isShown ? photo.shown_key : photo.file_key),
    mimetype: isShown ? shownMimetype(photo) : photo.mimetype,
    is_blurred: isShown && isBlurred(photo),
    received_sha256: photo.received_sha256,
    width: photo.width,
    height: photo.height,
    labelled_types: rest.labelled_types,
    is_intact: rest.is_intact,
    vehicle_box: rest.vehicle_box,
    labels: labels.map((label) => ({
      id: label.id,
      category: label.category,
      damage_id: label.damage_id,
      damage_type: label.damage_type,
      part_type: label.part_type,
      bounding_box: label.bounding_box,
      polygons: label.polygons,
      source: label.source,
      said_by: label.said_by,
      said_at: label.said_at,
      model: label.model,
      score: label.score,
    })),
    ignored_regions: ignored.map(({ id, bounding_box, reason }) => ({ id, bounding_box, reason })),
    hard_negatives: hard_negatives.map((negative) => ({
      id: negative.id,
      damage_type: negative.damage_type,
      bounding_box: negative.bounding_box,
      polygons: negative.polygons,
      source: negative.source,
      said_by: negative.said_by,
      said_at: negative.said_at,
      model: negative.model,
      score: negative.score,
    })),
  };
};

export const presentTrainingInspection = (one: LabeledInspection, choice: PhotoChoice, links: Links) => ({
  id: one.id,
  object_type: 'TRAINING_INSPECTION',
  created_at: one.created_at,
  group: one.group,
  split: one.split,
  approved_at: one.approved_at,
  approved_by: one.approved_by,
  photos: one.photos.map((photo) => presentPhoto(photo, choice, links)),
  left_out: one.left_out.map(({ image_id, reason }) => ({ image_id, reason })),
});
