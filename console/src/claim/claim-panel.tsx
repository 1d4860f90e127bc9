import type { Inspection } from '@walkaround/sdk';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useFormats } from '../formats/formats.ts';
import { nameIn, useNames, useWords } from '../language.tsx';
import { type Fact, FactList } from '../shell/fact-list.tsx';
import { useNotices } from '../shell/notices.tsx';
import { DetailsDialog, useChangeInspection } from './details-dialog.tsx';
import { RemovalDialog } from './removal.tsx';
import { useMembers } from './use-members.ts';
import './claim.css';

const Assignment = ({ inspection, mayChange }: { inspection: Inspection; mayChange: boolean }) => {
  const { claim: say } = useWords();
  const { fields } = useNames();
  const { members, nameOf } = useMembers();
  const { tellError } = useNotices();
  const change = useChangeInspection(inspection.id);
  const { assignedTo } = inspection;
  if (inspection.organizationId === null) return null;
  if (!mayChange)
    return (
      <div>
        <dt>{fields.assigned_to}</dt>
        <dd>{assignedTo === null ? say.nobody : nameOf(assignedTo)}</dd>
      </div>
    );
  const ids = members.map(({ id }) => id);
  // Somebody who has left is still named.
  const known = assignedTo !== null && !ids.includes(assignedTo) ? [...ids, assignedTo] : ids;
  return (
    <div>
      <dt id="assigned-to">{fields.assigned_to}</dt>
      <dd>
        <select
          aria-labelledby="assigned-to"
          value={assignedTo ?? ''}
          disabled={change.isPending}
          onChange={({ target }) =>
            change.mutate({ assignedTo: target.value || null }, { onError: tellError })
          }
        >
          <option value="">{say.nobody}</option>
          {known.map((id) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </select>
      </dd>
    </div>
  );
};

/** What the inspection is about, who works on it, and the way to be rid of it. */
export const ClaimPanel = ({ inspection, mayChange }: { inspection: Inspection; mayChange: boolean }) => {
  const { claim: say } = useWords();
  const { fields, inspection_types } = useNames();
  const { date } = useFormats();
  const [, navigate] = useLocation();
  const { tell } = useNotices();
  const [opened, setOpened] = useState<'details' | 'delete' | null>(null);
  const close = () => setOpened(null);
  const facts: Fact[] = [
    [
      fields.inspection_type,
      inspection.inspectionType && nameIn(inspection_types, inspection.inspectionType),
    ],
    [fields.reference, inspection.reference],
    [fields.customer, inspection.customer],
    [fields.date_of_loss, inspection.dateOfLoss && date(inspection.dateOfLoss)],
  ];
  if (!facts.some(([, value]) => value) && !mayChange && inspection.assignedTo === null) return null;
  return (
    <section className="card claim-panel" aria-label={say.details}>
      <FactList facts={facts}>
        <Assignment inspection={inspection} mayChange={mayChange} />
      </FactList>
      {mayChange && (
        <div className="row">
          <button type="button" className="button small" onClick={() => setOpened('details')}>
            {say.edit}
          </button>
          <button type="button" className="button small quiet danger" onClick={() => setOpened('delete')}>
            {say.delete}
          </button>
        </div>
      )}
      {opened === 'details' && <DetailsDialog inspection={inspection} onClose={close} />}
      {opened === 'delete' && (
        <RemovalDialog
          removal="delete"
          ids={[inspection.id]}
          onClose={close}
          onDone={() => {
            tell({ text: say.deleted });
            navigate('/', { replace: true });
          }}
        />
      )}
    </section>
  );
};
