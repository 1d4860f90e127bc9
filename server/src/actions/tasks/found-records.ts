/** What a task found, as it is kept. */
import { v7 as uuid } from 'uuid';
import { unsaid } from '../../inspections/damages/corrections.ts';
import type { FoundDamage } from '../../inspections/damages/find-damages.ts';
import type { ModelName } from '../../inspections/photos/detections.ts';
import type { NewFindings } from '../../inspections/ports/findings.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { FoundBy } from '../../inspections/records/findings/found-by.ts';
import type { Task } from '../../inspections/records/task.ts';

/** Damages of one model, each with its views, the surest first; some are findings by another one only. */
export const damageRecords = (
  found: readonly FoundDamage[],
  name: ModelName,
  by: (name: ModelName) => FoundBy,
): Pick<NewFindings, 'damages' | 'views'> => {
  const modelOf = ({ found_by }: FoundDamage['views'][number]) => by(found_by ?? name);
  const damages: NewFindings['damages'] = [];
  const views: NewFindings['views'] = [];
  for (const { views: seen, part_by, ...damage } of found) {
    const id = uuid();
    const { how_bad } = damage.evidence;
    const evidence = {
      ...damage.evidence,
      part_model: part_by ? by(part_by) : null,
      ...(how_bad && { how_bad: { ...how_bad, model: by('part_states') } }),
    };
    const model = modelOf(seen[0]!);
    damages.push({ id, ...damage, part_type: damage.part_types[0] ?? 'ignore', model, evidence });
    for (const view of seen) {
      const { image_id, bounding_box, polygons, score } = view;
      const place = { image_id, bounding_box, polygons, score };
      views.push({ id: uuid(), damage_id: id, part_type: null, ...place, model: modelOf(view) });
    }
  }
  return { damages, views };
};

/** Replaces what the task found before. Corrections that people made while it ran are kept. */
export const replaceFound = async (tx: Store, { inspection_id, name }: Task, found: NewFindings) => {
  const left = unsaid(found, await tx.findings.spokenFor(inspection_id, name));
  await tx.findings.clearFound(inspection_id, name);
  await tx.findings.insertFound(inspection_id, name, left);
};

/** The same of suspicions, which have no other member than what shows them. */
export const replaceSuspicions = async (
  tx: Store,
  { inspection_id, name }: Task,
  found: Pick<NewFindings, 'damages' | 'views'>,
) => {
  const spoken = await tx.findings.spokenFor(inspection_id, name);
  const left = unsaid({ images: [], rendered: [], ...found }, spoken);
  await tx.suspicions.replaceOpen(inspection_id, name, left);
};
