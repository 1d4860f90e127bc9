import { Fragment } from 'react';
import { notPricedSentence } from '../../../../vocabulary/not-priced.ts';
import { useFormats } from '../../formats/formats.ts';
import { nameIn, useNames, useWords } from '../../language.tsx';
import { CostRange } from '../../shell/cost-range.tsx';
import { ExamplePrices } from '../../shell/example-prices.tsx';
import { useNothingListed } from '../../shell/nothing-listed.ts';
import { SeverityBadge } from '../../shell/severity-badge.tsx';
import {
  type Findings,
  type FoundPart,
  groupsOf,
  historyOf,
  isSearched,
  type PartGroup,
} from '../findings.ts';
import type { Selecting } from '../use-selection.ts';
import { CostRows } from './cost-rows.tsx';
import { DamageRow, type Editing } from './damage-row.tsx';
import { VehicleRow } from './vehicle-row.tsx';
import './damage-table.css';

type TableProps = { findings: Findings; selecting: Selecting; editing: Editing };

type PartProps = TableProps & { part: FoundPart; isListedAbove: boolean };

const PartRow = ({ part, isListedAbove, findings, selecting, editing }: PartProps) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const { type, family, open, price } = part;
  const name = family ? nameIn(names.open_families, family) : nameIn(names.parts, type);
  const cost = price ?? open;
  // What lies on no part in particular has nothing to rate or to pay for together.
  const isPart = type !== 'ignore';
  if (isListedAbove)
    return (
      <tr className="part-row">
        <th scope="rowgroup" colSpan={5}>
          {name}
        </th>
      </tr>
    );
  const operationName = part.operation && nameIn(names.operations, part.operation);
  const currency = findings.pricing?.currency ?? null;
  return (
    <tr className="part-row">
      <th scope="rowgroup">
        <button
          type="button"
          className="plain"
          aria-pressed={selecting.part === type}
          onClick={() => selecting.selectPart(type)}
        >
          {name}
        </button>
        {operationName && <span className="soft narrow-only">{operationName}</span>}
        {part.isRaised && <span className="soft facts">{names.reasons.raised}</span>}
      </th>
      <td>
        {isPart && <SeverityBadge level={part.level} />}
        {part.severity?.isUserModified && <span className="by-person">{say.byPerson}</span>}
      </td>
      <td className="wide-only">{operationName}</td>
      <td className="number">
        {cost && formats.money(cost.pricing, currency)}
        {cost && <CostRange range={cost.range} currency={currency} />}
        {price?.isUserModified && (
          <span className="by-person">
            {price.estimated === null
              ? say.byPerson
              : `${say.estimated} ${formats.money(price.estimated, currency)}`}
          </span>
        )}
      </td>
      <td className="row-actions">
        {isPart && (
          <button
            type="button"
            className="button small"
            aria-label={`${say.details}: ${name}`}
            onClick={() => editing.editPart(type)}
          >
            {say.details}
          </button>
        )}
      </td>
    </tr>
  );
};

const keyOf = ({ family, type }: FoundPart) => family ?? type;

const GroupRow = ({ group: { isKnown, parts } }: { group: PartGroup }) => {
  const { inspection: say } = useWords();
  return (
    <tbody className="group-row">
      <tr>
        <th scope="rowgroup" colSpan={5}>
          {isKnown ? say.knownAlready : say.newOrUndecided}
          {parts.length === 0 && <span className="soft facts">{say.nothingNew}</span>}
        </th>
      </tr>
    </tbody>
  );
};

const PartRows = ({ parts, ...props }: TableProps & { parts: FoundPart[] }) => {
  const groups = groupsOf(parts, props.findings.inspection);
  const above = new Set(groups[0]!.parts.map(keyOf));
  return groups.map((group) => (
    <Fragment key={String(group.isKnown)}>
      {groups.length > 1 && <GroupRow group={group} />}
      {group.parts.map((part) => (
        <tbody key={keyOf(part)} className={props.selecting.part === part.type ? 'selected' : undefined}>
          <PartRow part={part} isListedAbove={group.isKnown && above.has(keyOf(part))} {...props} />
          {part.damages.map((found) => (
            <DamageRow key={found.damage.id} found={found} {...props} />
          ))}
        </tbody>
      ))}
    </Fragment>
  ));
};

/** Everything that was found, part by part, with what its repair takes. */
export const DamageTable = (props: TableProps) => {
  const { findings } = props;
  const { inspection: say } = useWords();
  const nothingListed = useNothingListed({ isAlone: true });
  const names = useNames();
  const history = historyOf(findings);
  if (findings.parts.length === 0 && findings.vehicles.length === 0) {
    const leftOut = notPricedSentence(names, findings.pricing?.notPriced ?? [], null);
    return (
      <p className="empty">
        {isSearched(findings) ? nothingListed(findings.inspection, say.noDamages) : say.notSearched}
        {leftOut && <strong className="facts">{leftOut}</strong>}
      </p>
    );
  }
  return (
    <table className="damage-table">
      <caption className="visually-hidden">{say.damages}</caption>
      <thead>
        <tr>
          <th scope="col">{say.partAndDamage}</th>
          <th scope="col">{say.severity}</th>
          <th scope="col" className="wide-only">
            {say.operation}
          </th>
          <th scope="col" className="number">
            {say.cost} <ExamplePrices areExample={findings.pricing?.examplePrices ?? false} />
          </th>
          <th scope="col">
            <span className="visually-hidden">{say.details}</span>
          </th>
        </tr>
      </thead>
      {findings.vehicles.length === 0 && <PartRows parts={findings.parts} {...props} />}
      {findings.vehicles.map((vehicle) => (
        <Fragment key={vehicle.group}>
          <VehicleRow
            vehicle={vehicle}
            currency={findings.pricing?.currency ?? null}
            historyId={history?.group === vehicle.group && vehicle.group !== null ? history.id : null}
          />
          <PartRows parts={vehicle.parts} {...props} />
        </Fragment>
      ))}
      {findings.pricing && (
        <CostRows
          pricing={findings.pricing}
          hasVehicleRows={findings.vehicles.length > 0}
          onEdit={props.editing.editTotal}
        />
      )}
    </table>
  );
};
