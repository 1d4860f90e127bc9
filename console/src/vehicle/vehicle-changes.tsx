import type { VehicleHistory } from '@walkaround/sdk';
import { Link } from 'wouter';
import { useMembers } from '../claim/use-members.ts';
import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';

/** Who said of which of these inspections that it shows another vehicle. */
export const VehicleChanges = ({ vehicle }: { vehicle: VehicleHistory }) => {
  const { vehicle: say } = useWords();
  const { time, day } = useFormats();
  const { nameOf } = useMembers();
  if (vehicle.changes.length === 0) return null;
  const kindOf = ({ vehicleId, isRecognized }: VehicleHistory['changes'][number]) =>
    isRecognized
      ? say.changedToRecognized
      : vehicleId === vehicle.id
        ? say.changedToThis
        : say.changedToOther;
  return (
    <section className="stack" aria-labelledby="vehicle-changes">
      <h2 id="vehicle-changes">{say.changes}</h2>
      <ul className="card vehicle-changes">
        {vehicle.changes.map((change) => (
          <li key={`${change.inspectionId} ${change.madeAt}`}>
            <Link href={`/inspection/${change.inspectionId}`}>
              {[fill(say.inspectionOf, { day: day(change.inspectionCreatedAt) }), change.inspectionReference]
                .filter(Boolean)
                .join(' · ')}
            </Link>{' '}
            {kindOf(change)}{' '}
            <span className="soft">
              {change.madeByName ?? nameOf(change.madeBy)}, {time(change.madeAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
