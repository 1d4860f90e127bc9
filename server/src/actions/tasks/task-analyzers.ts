/** How a worker runs each task: the second half of its entry in inspections/tasks/task-registry.ts. */
import type { Analyzer } from '../../inspections/ports/ports.ts';
import type { WorkerTask } from '../../inspections/tasks/task-registry.ts';
import { compliancesAnalyzer } from '../photos/assess-image.ts';
import type { PrintPorts } from '../reports/print-report.ts';
import { wheelAnalyzer } from './analyze-wheels.ts';
import { damageAnalyzer } from './detect-damages.ts';
import { editingAnalyzer } from './edit-images.ts';
import { estimateAnalyzer } from './estimate-repairs.ts';
import { odometerAnalyzer } from './read-odometer.ts';
import { textAnalyzer } from './read-texts.ts';
import { reportAnalyzer } from './report-task.ts';

export const taskAnalyzers = (
  ports: PrintPorts,
  publicUrl: string | null,
): Record<WorkerTask, Analyzer | null> => ({
  damage_detection: damageAnalyzer(ports),
  wheel_analysis: wheelAnalyzer(ports),
  repair_estimate: estimateAnalyzer,
  images_ocr: textAnalyzer(ports),
  compliances: compliancesAnalyzer(ports),
  pricing: estimateAnalyzer,
  odometer: odometerAnalyzer(ports),
  // No model for it is bundled.
  warning_lights: null,
  dashboard_ocr: odometerAnalyzer(ports),
  image_editing: editingAnalyzer(ports),
  inspection_pdf: reportAnalyzer(ports, publicUrl),
});
