import type { Actor } from '../../inspections/access.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { Damage } from '../../inspections/records/findings/damage.ts';
import type { View } from '../../inspections/records/findings/view.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';

/** Who said that a damage is seen, or not seen, at a place. */
export const recordView = (
  tx: Store,
  head: InspectionHead,
  actor: Actor,
  { action, view, damage }: { action: 'created' | 'deleted'; view: View; damage: Damage },
): Promise<void> => {
  const { image_id, bounding_box, polygons } = view;
  const { id: damage_id, damage_type } = damage;
  const words = { view: { image_id, damage_id, damage_type, bounding_box, polygons } };
  return tx.corrections.record({
    inspection_id: head.id,
    item_id: view.id,
    part_type: damage.part_type,
    action,
    before: action === 'deleted' ? words : null,
    after: action === 'created' ? words : null,
    made_by: actor.user_id,
    made_by_name: actor.name ?? null,
  });
};
