import type { VehicleHistory } from '@walkaround/sdk';
import { Link } from 'wouter';
import { useFormats } from '../formats/formats.ts';
import { nameIn, useNames, useWords } from '../language.tsx';
import { type Level, SeverityBadge } from '../shell/severity-badge.tsx';

type Inspection = VehicleHistory['inspections'][number];

const Row = ({ inspection }: { inspection: Inspection }) => {
  const { inspection: words } = useWords();
  const { task_status, inspection_types } = useNames();
  const formats = useFormats();
  const { inspectionType, conditionScore, repairCost, worstSeverity, reference } = inspection;
  const isApproved = inspection.review.approved;
  return (
    <li>
      <Link className="vehicle-time card" href={`/inspection/${inspection.id}`}>
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
        {worstSeverity !== null && <SeverityBadge level={worstSeverity as Level} />}
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
    </li>
  );
};

/** The newest first. */
export const VehicleInspections = ({ inspections }: { inspections: Inspection[] }) => {
  const { vehicle: say } = useWords();
  return (
    <section className="stack" aria-labelledby="times">
      <h2 id="times">{say.inspections}</h2>
      <ol className="vehicle-times">
        {inspections.map((inspection) => (
          <Row key={inspection.id} inspection={inspection} />
        ))}
      </ol>
    </section>
  );
};
