import type { VehicleHistory } from '@walkaround/sdk';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../formats/formats.ts';
import { nameIn, useNames, useWords } from '../language.tsx';
import { type Level, WorstPartBadge } from '../shell/severity-badge.tsx';
import { MoveDialog } from './move-dialog.tsx';

type Inspection = VehicleHistory['inspections'][number];

/** The newest word of a person; one that is taken back does not count. */
const isSaid = ({ changes }: VehicleHistory, { id }: Inspection) =>
  changes.find(({ inspectionId }) => inspectionId === id)?.isRecognized === false;

const Row = (props: { inspection: Inspection; vehicle: VehicleHistory }) => {
  const { inspection: words, vehicle: say } = useWords();
  const { inspection, vehicle } = props;
  const [isMoving, setMoving] = useState(false);
  const { task_status, inspection_types, reasons } = useNames();
  const formats = useFormats();
  const { inspectionType, conditionScore, repairCost, worstSeverity, reference } = inspection;
  const isApproved = inspection.review.approved;
  return (
    <li className="card vehicle-row">
      <Link className="vehicle-time" href={`/inspection/${inspection.id}`}>
        {inspection.thumbnail && (
          <img src={inspection.thumbnail} alt="" loading="lazy" decoding="async" width="96" height="72" />
        )}
        <span>
          <strong>{formats.time(inspection.createdAt)}</strong>
          <span className="soft">
            {[inspectionType && nameIn(inspection_types, inspectionType), reference]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className={isApproved ? 'badge good' : 'badge'}>
          {nameIn(task_status, isApproved ? 'VALIDATED' : inspection.status)}
        </span>
        {worstSeverity !== null && <WorstPartBadge level={worstSeverity as Level} />}
        {inspection.worstSeverityRaised && <span className="soft">{reasons.raised}</span>}
        {conditionScore !== null && (
          <span className="number">
            <span className="soft">{words.condition} </span>
            {conditionScore} / 100
          </span>
        )}
        {repairCost !== null && (
          <span className="number">{formats.money(repairCost, inspection.currency)}</span>
        )}
      </Link>
      {isSaid(vehicle, inspection) && <span className="badge">{say.saidByPerson}</span>}
      <button
        type="button"
        className="button small"
        aria-label={`${say.move}: ${formats.time(inspection.createdAt)}`}
        onClick={() => setMoving(true)}
      >
        {say.move}
      </button>
      {isMoving && (
        <MoveDialog vehicleId={vehicle.id} inspection={inspection} onClose={() => setMoving(false)} />
      )}
    </li>
  );
};

/** The newest first. */
export const VehicleInspections = ({ vehicle }: { vehicle: VehicleHistory }) => {
  const { vehicle: say } = useWords();
  return (
    <section className="stack" aria-labelledby="times">
      <h2 id="times">{say.inspections}</h2>
      <ol className="vehicle-times">
        {vehicle.inspections.map((inspection) => (
          <Row key={inspection.id} inspection={inspection} vehicle={vehicle} />
        ))}
      </ol>
    </section>
  );
};
