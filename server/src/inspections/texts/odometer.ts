/** What the odometer on one photo says. */
import type { OdometerReading } from '../records/image.ts';
import { TASKS } from '../tasks/task-registry.ts';
import type { TaskName } from '../vocabulary.ts';
import type { TextDetections } from './text-detections.ts';

export const readsOdometer = (name: TaskName) => TASKS[name].reads_odometer;

export const unreadOdometer = (error: string): OdometerReading => ({
  value: null,
  unit: null,
  confidence: null,
  error,
});

export const odometerReading = ({ odometer }: Pick<TextDetections, 'odometer'>): OdometerReading => {
  if (!odometer)
    return unreadOdometer(
      'No total can be read on this photo. Take it from closer by, straight on and with the display lit.',
    );
  const { value, unit, confidence } = odometer;
  return { value, unit, confidence, error: null };
};
