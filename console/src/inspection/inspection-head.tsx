import { useState } from 'react';
import { Link } from 'wouter';
import { VehicleDialog } from '../correcting/vehicle-dialog.tsx';
import { useFormats } from '../formats/formats.ts';
import { capital, nameIn, useNames, useWords } from '../language.tsx';
import { CostRange } from '../shell/cost-range.tsx';
import { ExamplePrices } from '../shell/example-prices.tsx';
import { type Fact, FactList } from '../shell/fact-list.tsx';
import { useTotal } from '../shell/use-total.ts';
import { VehicleState } from '../shell/vehicle-state.tsx';
import {
  type Costs,
  commonDetails,
  type Findings,
  hasNoSum,
  historyOf,
  isOpen,
  isSearched,
  isTotalExample,
  wholeOf,
} from './findings.ts';

export const titleOf = (findings: Findings, otherwise: string): string => {
  const { brand, model, plate, vin } = commonDetails(findings);
  return [brand, model].filter(Boolean).join(' ') || plate || vin || otherwise;
};

const Cost = ({ pricing }: { pricing: Costs }) => {
  const total = useTotal();
  return (
    <>
      {total(pricing, pricing.currency)} <ExamplePrices areExample={isTotalExample(pricing)} />
      <CostRange range={pricing.range} currency={pricing.currency} />
    </>
  );
};

/** Which vehicle, how far, and where to go from here. */
export const InspectionHead = ({ findings, mayChange }: { findings: Findings; mayChange: boolean }) => {
  const { inspection: say, correcting, vehicle: words } = useWords();
  const names = useNames();
  const formats = useFormats();
  const [isCorrecting, setCorrecting] = useState(false);
  const { inspection, vehicle, pricing } = findings;
  const whole = wholeOf(findings);
  const history = historyOf(findings);
  const known = commonDetails(findings);
  const to = `/inspection/${inspection.id}`;
  const facts: Fact[] = [
    [names.fields.plate, known.plate],
    [names.fields.vin, known.vin],
    [
      names.fields.mileage,
      known.mileageValue == null ? null : `${formats.number(known.mileageValue)} ${known.mileageUnit ?? ''}`,
    ],
    [names.fields.vehicle_type, vehicle?.vehicleType && nameIn(names.vehicle_types, vehicle.vehicleType)],
    [names.fields.created_at, formats.time(inspection.createdAt)],
    [
      say.condition,
      whole &&
        (whole.conditionScore !== null && isSearched(findings)
          ? `${Math.round(whole.conditionScore)} / 100`
          : isSearched(findings)
            ? capital(names.to_check.condition)
            : say.notAnalysed),
    ],
    [names.vehicle_state.title, whole?.vehicleState && <VehicleState whole={whole.vehicleState} cures />],
    [say.cost, pricing && !hasNoSum(pricing) && <Cost pricing={pricing} />],
  ];
  return (
    <header className="inspection-head">
      <title>{`${titleOf(findings, say.inspection)} · Walkaround`}</title>
      <div className="row">
        <h1>{titleOf(findings, say.inspection)}</h1>
        <span className={`badge ${inspection.status === 'ERROR' ? 'alarm' : ''}`}>
          {nameIn(names.task_status, inspection.status)}
        </span>
        <button
          type="button"
          className="button small"
          aria-label={`${say.correct}: ${correcting.vehicle}`}
          onClick={() => setCorrecting(true)}
        >
          {say.correct}
        </button>
      </div>
      <FactList facts={facts} className="head-facts" />
      <nav className="row" aria-label={say.inspection}>
        {mayChange && isOpen(findings) && (
          <Link className="button" href={`${to}/capture`}>
            {say.addPhotos}
          </Link>
        )}
        {isSearched(findings) && inspection.inspectionType !== 'check_out' && (
          <Link className="button" href={`/new?from=${inspection.id}`}>
            {say.startCheckOut}
          </Link>
        )}
        <Link className="button" href={`${to}/comparison`}>
          {say.compare}
        </Link>
        {history?.group === null && (
          <Link className="button" href={`/vehicle/${history.id}`}>
            {words.history}
          </Link>
        )}
        <Link className="button" href={`${to}/report`}>
          {say.report}
        </Link>
      </nav>
      {isCorrecting && (
        <VehicleDialog findings={findings} mayChange={mayChange} onClose={() => setCorrecting(false)} />
      )}
    </header>
  );
};
