/** The photos that an inspection wants: once around the vehicle, then what is read. */
import type { Sight, SightsOptions, TaskName, UploadImage } from '@walkaround/sdk';
import type { Outlined } from '../shell/outline.tsx';
import { taskEntry } from '../shell/task-registry.ts';

export type View = Outlined & {
  key: string;
  /** Of the sight that the service knows it by. */
  label: string;
  reads?: 'PLATE' | 'ODOMETER' | 'VIN';
};

/** A view with the sight that photos of it are checked against. */
export type WantedView = View & { sightId: string };

const around = (key: string, outline: View['outline'], label: string, reads?: View['reads']): View => ({
  key,
  outline,
  label,
  mirrored: key.endsWith('right'),
  reads,
});

const VIEWS: View[] = [
  around('front', 'front', 'front-low', 'PLATE'),
  around('front_left', 'front_corner', 'beauty-shot-left'),
  around('wheel_front_left', 'wheel', 'front-wheel-left'),
  around('left', 'side', 'lateral-full-left'),
  around('wheel_back_left', 'wheel', 'rear-wheel-left'),
  around('back_left', 'back_corner', 'rear-lateral-full-left'),
  around('back', 'back', 'rear-low', 'PLATE'),
  around('back_right', 'back_corner', 'rear-lateral-full-right'),
  around('wheel_back_right', 'wheel', 'rear-wheel-right'),
  around('right', 'side', 'lateral-full-right'),
  around('wheel_front_right', 'wheel', 'front-wheel-right'),
  around('front_right', 'front_corner', 'front-lateral-full-right'),
  around('odometer', 'odometer', 'dashboard-gauges', 'ODOMETER'),
  around('vin', 'vin', 'vin', 'VIN'),
];

/** Of each type of vehicle one model has all of these sights. */
const MODELS: Record<string, SightsOptions['vehicle']> = {
  city: 'ffocus18',
  hatchback: 'ffocus18',
  sedan: 'haccord',
  cuv: 'fesc20',
  suv: 'jgc21',
  'large-suv': 'jgc21',
  pickup: 'ff150',
  van: 'ftransit18',
  minivan: 'tsienna20',
};
export const modelFor = (vehicleType: string | null | undefined) => MODELS[vehicleType ?? ''] ?? 'haccord';

const isForVehicle = (task: TaskName) => taskEntry(task).photos === 'vehicle';
const isForTexts = (task: TaskName) =>
  taskEntry(task).photos === 'texts' || taskEntry(task).photos === 'gauges';
const isForGauges = (task: TaskName) => taskEntry(task).photos.startsWith('gauges');

const isOnlyRead = ({ reads }: View) => reads === 'ODOMETER' || reads === 'VIN';

/** The views that these tasks have a use for. */
export const viewsFor = (tasks: TaskName[], sights: Sight[]): WantedView[] =>
  VIEWS.filter((view) => tasks.some(isOnlyRead(view) ? isForTexts : isForVehicle)).flatMap((view) => {
    const sight = sights.find(({ label }) => label === view.label);
    return sight ? [{ ...view, sightId: sight.id }] : [];
  });

/** What is said of a photo to the service: which tasks it is for, and what it is to show. */
export const describe = (open: TaskName[], view: WantedView | null, name: string): UploadImage => {
  const looking = view && isOnlyRead(view) ? [] : open.filter(isForVehicle);
  const reading = open.includes('images_ocr') && (view === null || view.reads);
  const gauges = view?.reads === 'ODOMETER' ? open.filter(isForGauges) : [];
  return {
    name,
    tasks: [
      ...looking,
      ...gauges,
      ...(reading ? [{ name: 'images_ocr', imageDetails: { imageType: view?.reads } } as const] : []),
      { name: 'compliances', waitForResult: true, imageDetails: { sightId: view?.sightId } },
    ],
  };
};
