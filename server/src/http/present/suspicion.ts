import type { Suspicion } from '../../inspections/records/findings/suspicion.ts';

export const presentSuspicion = (suspicion: Suspicion) => ({
  id: suspicion.id,
  object_type: 'SUSPICION',
  inspection_id: suspicion.inspection_id,
  damage_type: suspicion.damage_type,
  part_type: suspicion.part_type,
  score: suspicion.score,
  model: suspicion.model,
  state: suspicion.state,
  damage_id: suspicion.damage_id,
  views: suspicion.views,
  created_at: suspicion.created_at,
  decided_at: suspicion.decided_at,
  decided_by: suspicion.decided_by,
});
