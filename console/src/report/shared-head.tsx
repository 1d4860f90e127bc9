import type { PartType, SharedInspection } from '@walkaround/sdk';
import { conditionTone, type Tone } from '../../../vocabulary/condition.ts';
import { isFlat } from '../../../vocabulary/wheels.ts';
import { useFormats } from '../formats/formats.ts';
import { capital, fill, nameIn, useNames, useWords } from '../language.tsx';
import { type Fact, FactList } from '../shell/fact-list.tsx';
import { type Level, SeverityBadge } from '../shell/severity-badge.tsx';
import { useCheckSentence } from '../shell/use-check-sentence.ts';
import { VehicleState } from '../shell/vehicle-state.tsx';
import { type Drawn, SharedDrawing } from './shared-drawing.tsx';
import { useSharedVehicleName } from './use-shared-vehicle-name.ts';

/** A meter takes its color from two marks below its best: green from `high` on, red below `low`. */
const MARKS_OF: Record<Tone, { low: number; high: number }> = {
  good: { low: 0, high: 0 },
  fair: { low: 0, high: 99 },
  poor: { low: 99, high: 99 },
};

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

type Whole = Pick<SharedInspection, 'conditionScore' | 'vehicleState'>;

/** The wheels whose tire is flat. */
const flatOn = ({ wheels }: SharedInspection, imageIds: readonly string[]): PartType[] =>
  wheels.flatMap(({ tyre, imageId, wheelName }) =>
    isFlat(tyre) && imageIds.includes(imageId) ? (wheelName ?? []) : [],
  );

/** How a vehicle is as a whole, in a drawing, a number and words. */
const Condition = ({ whole, parts, flat }: { whole: Whole; parts: Drawn[]; flat: PartType[] }) => {
  const { report: say } = useWords();
  const formats = useFormats();
  const { conditionScore, vehicleState } = whole;
  return (
    <>
      {(parts.length > 0 || flat.length > 0) && <SharedDrawing parts={parts} flat={flat} />}
      {conditionScore !== null && (
        <label className="shared-condition">
          {say.condition}
          <strong>{fill(say.conditionOf, { score: formats.number(Math.round(conditionScore)) })}</strong>
          <meter
            min={0}
            max={100}
            {...MARKS_OF[conditionTone(vehicleState?.state ?? null)]}
            optimum={100}
            value={conditionScore}
          />
        </label>
      )}
      {vehicleState && (
        <p>
          <VehicleState whole={vehicleState} />
        </p>
      )}
    </>
  );
};

/** Which sides no photo shows, of the vehicle on these photos or of the only one. */
const MissingViews = ({ shared, imageIds }: { shared: SharedInspection; imageIds?: readonly string[] }) => {
  const sentence = useCheckSentence();
  return shared.missingViews
    .filter((check) => !imageIds || check.imageIds.some((id) => imageIds.includes(id)))
    .map(({ reason }) => (
      <p key={reason.code} className="soft">
        {sentence(reason)}
      </p>
    ));
};

/** Each of several vehicles by itself. */
const Conditions = ({ shared }: { shared: SharedInspection }) => {
  const vehicleName = useSharedVehicleName(shared);
  return shared.vehicleGroups.map(({ vehicleGroup, imageIds, ...whole }) => (
    <section key={vehicleGroup} className="shared-vehicle">
      <h2>{vehicleName(vehicleGroup)}</h2>
      <Condition
        whole={whole}
        parts={shared.parts.filter((part) => part.vehicleGroup === vehicleGroup)}
        flat={flatOn(shared, imageIds)}
      />
      <MissingViews shared={shared} imageIds={imageIds} />
    </section>
  ));
};

/** Which vehicle, when, and how it is as a whole. */
export const SharedHead = ({ shared }: { shared: SharedInspection }) => {
  const { report: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const { vehicle, parts } = shared;
  const imageIds = shared.images.map(({ id }) => id);
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
      {shared.vehicleGroups.length > 0 ? (
        <Conditions shared={shared} />
      ) : (
        <>
          <Condition whole={shared} parts={parts} flat={flatOn(shared, imageIds)} />
          <MissingViews shared={shared} />
        </>
      )}
      {parts
        .filter(({ raised }) => raised)
        .map(({ partType, level }) => (
          <p key={partType}>
            {capital(nameIn(names.parts, partType))} <SeverityBadge level={level as Level} />{' '}
            <span className="soft">{names.reasons.raised}</span>
          </p>
        ))}
      <SharedReport report={shared.report} />
      <p className="soft shared-until">{fill(say.openUntil, { date: formats.time(shared.expiresAt) })}</p>
    </section>
  );
};
