/** What the console has to know of each task. A task of the service that has no entry here is a type error. */
import type { CreateInspection, TaskName } from '@walkaround/sdk';
import type { Words } from '../words/en.ts';

type TaskEntry = {
  /** Which photos it is for. The views of gauges and texts are wanted where a task asks for them by itself. */
  photos: 'vehicle' | 'texts' | 'gauges' | 'gauges of others' | 'none';
  /** Begun and ended by a person, started like the others, or started by the service when all others are. */
  started_by: 'person' | 'client' | 'service';
  /** Where a new inspection offers it: its name in the request, and the words that explain it. */
  offered: { field: keyof CreateInspection['tasks']; explained: keyof Words['capture'] } | null;
};

const USUAL = { started_by: 'client', offered: null } as const;

const TASKS: Record<TaskName, TaskEntry> = {
  damage_detection: {
    ...USUAL,
    photos: 'vehicle',
    offered: { field: 'damageDetection', explained: 'findsDamages' },
  },
  wheel_analysis: {
    ...USUAL,
    photos: 'vehicle',
    offered: { field: 'wheelAnalysis', explained: 'findsWheels' },
  },
  images_ocr: { ...USUAL, photos: 'texts', offered: { field: 'imagesOcr', explained: 'findsTexts' } },
  repair_estimate: {
    ...USUAL,
    photos: 'none',
    offered: { field: 'repairEstimate', explained: 'findsCosts' },
  },
  compliances: { ...USUAL, photos: 'none', started_by: 'service' },
  pricing: { ...USUAL, photos: 'none' },
  human_in_the_loop: { ...USUAL, photos: 'vehicle', started_by: 'person' },
  odometer: { ...USUAL, photos: 'gauges' },
  warning_lights: { ...USUAL, photos: 'gauges of others' },
  dashboard_ocr: { ...USUAL, photos: 'gauges' },
  image_editing: { ...USUAL, photos: 'vehicle' },
  inspection_pdf: { ...USUAL, photos: 'none' },
};

/** A page that stayed open during an upgrade may meet a task that it does not know. */
export const taskEntry = (name: TaskName): TaskEntry => TASKS[name] ?? { ...USUAL, photos: 'none' };

export const OFFERED_TASKS = (Object.keys(TASKS) as TaskName[]).filter((name) => TASKS[name].offered);
