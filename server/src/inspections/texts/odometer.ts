/** What the odometer on one photo says. */
import type { OdometerReading } from '../records/records.ts';
import type { TaskName } from '../vocabulary.ts';
import type { TextsSeen } from './texts-seen.ts';

const READ_IT: readonly TaskName[] = ['odometer', 'dashboard_ocr'];

/** A photo for such a task is read when it comes in, for somebody may be waiting for the number. */
export const readsOdometer = (name: TaskName) => READ_IT.includes(name);

export const unreadOdometer = (error: string): OdometerReading => ({
  value: null,
  unit: null,
  confidence: null,
  error,
});

export const odometerReading = ({ odometer }: Pick<TextsSeen, 'odometer'>): OdometerReading => {
  if (!odometer)
    return unreadOdometer(
      'No total can be read on this photo. Take it from closer by, straight on and with the display lit.',
    );
  const { value, unit, confidence } = odometer;
  return { value, unit, confidence, error: null };
};
