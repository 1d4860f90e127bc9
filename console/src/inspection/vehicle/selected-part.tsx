import type { PartType } from '@walkaround/sdk';
import { nameIn, useNames, useWords } from '../../language.tsx';
import { SeverityBadge } from '../../shell/severity-badge.tsx';
import type { FoundPart } from '../findings.ts';

type SelectedProps = {
  type: PartType | null;
  parts: FoundPart[];
  /** Of a part on which nothing was found. */
  nothing: string;
  onDetails(type: PartType): void;
};

/** Says which part of the drawing is selected, and leads on from there. */
export const SelectedPart = ({ type, parts, nothing, onDetails }: SelectedProps) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const found = parts.find((part) => part.type === type);
  return (
    <div className="selected-part" aria-live="polite">
      {type === null || type === 'ignore' ? (
        <span className="soft facts">{say.selectPart}</span>
      ) : (
        <>
          <strong>{nameIn(names.parts, type)}</strong>
          {found ? (
            <>
              <SeverityBadge level={found.level} />
              {found.isRaised && <span className="soft facts">{names.reasons.raised}</span>}
            </>
          ) : (
            <span className="soft facts">{nothing}</span>
          )}
          <button
            type="button"
            className="button small"
            aria-label={`${say.details}: ${nameIn(names.parts, type)}`}
            onClick={() => onDetails(type)}
          >
            {say.details}
          </button>
        </>
      )}
    </div>
  );
};
