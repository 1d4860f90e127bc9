import type { PartType } from '@walkaround/sdk';
import { memo } from 'react';
import { useFormats } from '../../formats/formats.ts';
import { fill, useCounted, useNames, useWords } from '../../language.tsx';
import { Crop } from '../../shell/crop.tsx';
import { SeverityBadge } from '../../shell/severity-badge.tsx';
import { type Findings, type FoundDamage, levelOf, otherPartsOf } from '../findings.ts';
import { Decision, ItemNumber } from '../review/decision.tsx';
import { useInSight } from '../review/use-in-sight.ts';
import { useOrigin } from '../use-origin.ts';
import type { Selecting } from '../use-selection.ts';
import { alsoOn, candidatesIn, damageName, partName } from './damage-name.ts';

export type Editing = { editDamage(id: string): void; editPart(type: PartType): void; editTotal(): void };

type RowProps = { found: FoundDamage; findings: Findings; selecting: Selecting; editing: Editing };

const CROP: [number, number] = [96, 72];

export const DamageCrop = ({
  found,
  findings,
  size = CROP,
}: Pick<RowProps, 'found' | 'findings'> & { size?: [number, number] }) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const [view] = found.views;
  const image = findings.images.find(({ id }) => id === view?.imageId);
  if (!view || !image) return <span className="no-crop">{say.noPlace}</span>;
  const label = `${damageName(names, found.damage)}, ${partName(names, found.damage)}`;
  return <Crop photo={image} box={view.boundingBox} outline={view} label={label} size={size} />;
};

type RowLook = Pick<RowProps, 'found' | 'findings'> & {
  isSelected: boolean;
  onSelect(id: string): void;
  onDetails(id: string): void;
};

/** There may be hundreds: only those change that are selected, or no longer. */
const Row = memo(({ found, findings, isSelected, onSelect, onDetails }: RowLook) => {
  const { inspection: say, vehicle: words } = useWords();
  const counted = useCounted();
  const names = useNames();
  const formats = useFormats();
  const { damage, severity, views } = found;
  const name = damageName(names, damage);
  const candidates = candidatesIn(names, formats, damage);
  const others = alsoOn(names, otherPartsOf(damage));
  const matchedOn = findings.images.findIndex(({ id }) => id === damage.partMatchedOn?.imageId) + 1;
  const known = findings.inspection.knownDamages?.find(({ damageId }) => damageId === damage.id);
  const photos = new Set(views.map(({ imageId }) => imageId)).size;
  const origin = useOrigin(damage);
  const facts = [
    origin,
    ...(candidates ? [fill(say.partCandidates, { parts: candidates })] : []),
    ...(others ? [others] : []),
    ...(matchedOn ? [fill(say.partMatchedOn, { number: matchedOn })] : []),
    ...(damage.damageSizeCm === null
      ? []
      : [fill(say.sizeCm, { size: formats.length(damage.damageSizeCm) })]),
    counted(say.photoCount, photos),
  ];
  const row = useInSight<HTMLTableRowElement>(isSelected);
  const withPart = `${name}, ${partName(names, damage)}`;
  return (
    <tr ref={row} className={isSelected ? 'damage-row selected' : 'damage-row'}>
      <td>
        <div className="damage-cell">
          <DamageCrop found={found} findings={findings} />
          <div>
            <ItemNumber id={damage.id} />
            <button
              type="button"
              className="plain"
              aria-pressed={isSelected}
              onClick={() => onSelect(damage.id)}
            >
              {name}
            </button>
            {known && (
              <span className="badge">
                {fill(words.alreadyKnown, { day: formats.day(known.knownSince) })}
              </span>
            )}
            <span className="soft facts">{facts.join(' · ')}</span>
          </div>
        </div>
      </td>
      <td>
        <SeverityBadge level={levelOf(severity)} />
        {severity?.isUserModified && <span className="by-person">{say.byPerson}</span>}
      </td>
      <td className="wide-only" />
      <td />
      <td className="row-actions">
        <Decision id={damage.id} name={withPart} />
        <button
          type="button"
          className="button small"
          aria-label={`${say.details}: ${withPart}`}
          onClick={() => onDetails(damage.id)}
        >
          {say.details}
        </button>
      </td>
    </tr>
  );
});

export const DamageRow = ({ selecting, editing, ...row }: RowProps) => (
  <Row
    {...row}
    isSelected={selecting.damage === row.found.damage.id}
    onSelect={selecting.selectDamage}
    onDetails={editing.editDamage}
  />
);
