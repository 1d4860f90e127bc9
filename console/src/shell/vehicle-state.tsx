import type { SharedInspection } from '@walkaround/sdk';
import { fill, useNames, useWords } from '../language.tsx';

type Whole = NonNullable<SharedInspection['vehicleState']>;

/**
 * How badly the vehicle is damaged as a whole, where, and that no photo tells what it costs. `cures`: with what settles it,
 * for who can.
 */
export const VehicleState = ({ whole, cures = false }: { whole: Whole; cures?: boolean }) => {
  const { vehicle_state: say } = useNames();
  const { inspection: words } = useWords();
  const { state, sides, imageIds, airbagDeployed, beyondVisualEstimate } = whole;
  const where = sides.map((side) => say[side]).join(', ');
  const sentences = [
    imageIds.length > 0 && (where ? fill(say.deformed, { sides: where }) : say.deformed_somewhere),
    airbagDeployed && say.airbag,
    whole.flatTire && say.flat_tire,
    whole.mayBeSevere && say.may_be_severe,
    whole.mayBeSevere && cures && words.settleSeverity,
    // Without a state nothing is listed that it could look worse than.
    whole.looksWorse && (state === null ? say.looks_damaged : say.looks_worse),
    whole.looksWorse && cures && words.settleList,
    whole.partIsWorse && say.part_is_worse,
    whole.retakePhotos && say.retake_photos,
    beyondVisualEstimate && say.beyond_estimate,
  ].filter(Boolean);
  return (
    <>
      <span className={`badge ${beyondVisualEstimate ? 'alarm' : ''}`}>{say[state ?? 'unsure']}</span>{' '}
      {sentences.length > 0 && <span className="facts vehicle-state">{sentences.join(' ')}</span>}
    </>
  );
};
