import type { SharedInspection } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { type Fact, FactList } from '../shell/fact-list.tsx';
import { VehicleState } from '../shell/vehicle-state.tsx';
import { SharedDrawing } from './shared-drawing.tsx';

const SharedReport = ({ report }: Pick<SharedInspection, 'report'>) => {
  const { report: say } = useWords();
  return (
    <div className="shared-acts">
      {report.pdfUrl && (
        <a className="button primary" href={report.pdfUrl} target="_blank" rel="noreferrer">
          {say.pdf}
        </a>
      )}
      <button type="button" className="button" onClick={() => print()}>
        {say.print}
      </button>
      <span className="soft" role="status">
        {report.status === 'requested' && say.pdfMaking}
        {report.status === 'error' && say.pdfFailed}
      </span>
    </div>
  );
};

/** Which vehicle, when, and how it is as a whole. */
export const SharedHead = ({ shared }: { shared: SharedInspection }) => {
  const { report: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const { vehicle, conditionScore } = shared;
  const facts: Fact[] = [
    [names.fields.plate, vehicle.plate],
    [names.fields.vin, vehicle.vin],
    [
      names.fields.mileage,
      vehicle.mileage && `${formats.number(vehicle.mileage.value)} ${vehicle.mileage.unit}`,
    ],
    [names.fields.vehicle_type, vehicle.vehicleType && nameIn(names.vehicle_types, vehicle.vehicleType)],
    [names.fields.color, vehicle.color],
  ];
  return (
    <section className="card shared-head" aria-labelledby="shared-vehicle">
      <div>
        <p className="soft">{fill(say.inspectedOn, { date: formats.day(shared.createdAt) })}</p>
        <h1 id="shared-vehicle">
          {[vehicle.brand, vehicle.model].filter(Boolean).join(' ') || vehicle.plate || say.sharedKind}
        </h1>
        <FactList facts={facts} />
      </div>
      {shared.damages.length > 0 && <SharedDrawing damages={shared.damages} />}
      {conditionScore !== null && (
        <label className="shared-condition">
          {say.condition}
          <strong>{fill(say.conditionOf, { score: formats.number(Math.round(conditionScore)) })}</strong>
          <meter min={0} max={100} low={60} high={85} optimum={100} value={conditionScore} />
        </label>
      )}
      {shared.vehicleState && (
        <p>
          <VehicleState whole={shared.vehicleState} />
        </p>
      )}
      <SharedReport report={shared.report} />
      <p className="soft shared-until">{fill(say.openUntil, { date: formats.time(shared.expiresAt) })}</p>
    </section>
  );
};
