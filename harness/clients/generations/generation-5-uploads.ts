/** Every kind of photo that generation 5 sends, field by field. */
import { type Body, fileForm } from './newer-transport.ts';

type Sight = { id: string; label: { key: string }; tasks: string[]; wheelName?: string };

export type Upload =
  | { kind: 'beauty-shot'; sight: Sight; compliance: boolean }
  | { kind: 'close-up-part' | 'close-up-damage'; siblingKey: string; compliance: boolean }
  | { kind: 'part-select'; parts: string[]; compliance: boolean }
  | { kind: 'video-frame'; frame: { index: number; timestamp: number; alpha: number } }
  | { kind: 'video-manual-photo' };

/** Asked for only where compliance and live compliance are both on. */
const waiting = (compliance: boolean) => (compliance ? { wait_for_result: true } : {});

const taskOfSight = (name: string, { label, wheelName }: Sight): Body => {
  if (name === 'human_in_the_loop') return { name, image_details: { sight_label: label.key } };
  if (name === 'images_ocr') return { name, image_details: { image_type: 'VIN' } };
  if (name === 'odometer' || name === 'warning_lights') return { name, wait_for_result: true };
  if (name === 'wheel_analysis' && wheelName) return { name, image_details: { wheel_name: wheelName } };
  return name;
};

/** Plain names come first, and compliances is always among the objects. */
const tasksOfSight = (sight: Sight, compliance: boolean): Body[] => {
  const named = sight.tasks.filter((name) => name !== 'compliances').map((name) => taskOfSight(name, sight));
  return [
    ...named.filter((task) => typeof task === 'string'),
    { name: 'compliances', image_details: { sight_id: sight.id }, ...waiting(compliance) },
    ...named.filter((task) => typeof task !== 'string'),
  ];
};

const closeUpTasks = (compliance: boolean): Body[] => [
  'damage_detection',
  { name: 'compliances', ...waiting(compliance) },
];

const label = { en: 'Front', fr: 'Avant' };

const ownPart = (upload: Upload): { json: Body; more?: Body } => {
  switch (upload.kind) {
    case 'beauty-shot':
      return {
        json: { image_type: 'beauty_shot', tasks: tasksOfSight(upload.sight, upload.compliance) },
        more: { sight_id: upload.sight.id, label: { ...label, key: upload.sight.label.key } },
      };
    case 'close-up-part':
    case 'close-up-damage':
      return {
        json: {
          image_type: 'close_up',
          image_subtype: upload.kind.replaceAll('-', '_'),
          image_sibling_key: upload.siblingKey,
          tasks: closeUpTasks(upload.compliance),
        },
      };
    case 'part-select':
      return {
        json: {
          image_type: 'close_up',
          detailed_viewpoint: { centers_on: upload.parts },
          tasks: closeUpTasks(upload.compliance),
        },
      };
    case 'video-frame': {
      const { index, timestamp, alpha } = upload.frame;
      return { json: { tasks: ['damage_detection'] }, more: { frame_index: index, timestamp, alpha } };
    }
    case 'video-manual-photo':
      return { json: { tasks: ['damage_detection'] } };
  }
};

const nameOf = (upload: Upload, inspectionId: string): string => {
  const ms = Date.now();
  switch (upload.kind) {
    case 'beauty-shot':
      return `${upload.sight.id}-${inspectionId}-${ms}.jpeg`;
    case 'close-up-part':
    case 'close-up-damage':
      return `${upload.kind.replace('close-up', 'closeup')}-${inspectionId}-${ms}.jpeg`;
    case 'part-select':
      return `part-select-${inspectionId}-${ms}.jpeg`;
    case 'video-frame':
      return `video-frame-${upload.frame.index}.jpeg`;
    case 'video-manual-photo':
      return `video-manual-photo-${ms}.jpeg`;
  }
};

export const uploadForm = (inspectionId: string, upload: Upload, photo: Blob): FormData => {
  const { json, more } = ownPart(upload);
  const description = {
    acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' },
    ...json,
    additional_data: { label, created_at: new Date().toISOString(), ...more },
  };
  return fileForm(description, 'image', photo, nameOf(upload, inspectionId));
};
