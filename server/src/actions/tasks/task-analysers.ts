/** How a worker runs each task: the second half of its entry in inspections/tasks/task-registry.ts. */
import type { Analyser } from '../../inspections/ports/ports.ts';
import type { WorkerTask } from '../../inspections/tasks/task-registry.ts';
import { compliancesAnalyser } from '../photos/assess-image.ts';
import type { PrintPorts } from '../reports/print-report.ts';
import { wheelAnalyser } from './analyse-wheels.ts';
import { damageAnalyser } from './detect-damages.ts';
import { editingAnalyser } from './edit-images.ts';
import { estimateAnalyser } from './estimate-repairs.ts';
import { odometerAnalyser } from './read-odometer.ts';
import { textAnalyser } from './read-texts.ts';
import { reportAnalyser } from './report-task.ts';

export const taskAnalysers = (
  ports: PrintPorts,
  publicUrl: string | null,
): Record<WorkerTask, Analyser | null> => ({
  damage_detection: damageAnalyser(ports),
  wheel_analysis: wheelAnalyser(ports),
  repair_estimate: estimateAnalyser,
  images_ocr: textAnalyser(ports),
  compliances: compliancesAnalyser(ports),
  pricing: estimateAnalyser,
  odometer: odometerAnalyser(ports),
  // No model for it is bundled.
  warning_lights: null,
  dashboard_ocr: odometerAnalyser(ports),
  image_editing: editingAnalyser(ports),
  inspection_pdf: reportAnalyser(ports, publicUrl),
});
