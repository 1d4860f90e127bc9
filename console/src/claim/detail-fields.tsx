import type { Inspection } from '@walkaround/sdk';
import { nameIn, useNames, useWords } from '../language.tsx';

/** The types that are offered; a program may have given any other. */
export const OFFERED_TYPES = ['claim', 'check_in', 'check_out', 'appraisal'] as const;

export type Details = Pick<Inspection, 'inspectionType' | 'reference' | 'customer' | 'dateOfLoss'>;

const textIn = (form: FormData, name: keyof Details) => String(form.get(name) ?? '').trim() || null;

export const detailsIn = (form: FormData): Details => ({
  inspectionType: textIn(form, 'inspectionType'),
  reference: textIn(form, 'reference'),
  customer: textIn(form, 'customer'),
  dateOfLoss: textIn(form, 'dateOfLoss'),
});

/** What an inspection is about, as fields of a form. */
export const DetailFields = ({ given }: { given?: Details }) => {
  const { claim: say } = useWords();
  const { fields, inspection_types } = useNames();
  const type = given?.inspectionType;
  const types = type && !OFFERED_TYPES.some((one) => one === type) ? [...OFFERED_TYPES, type] : OFFERED_TYPES;
  return (
    <div className="detail-fields">
      <label className="field">
        {fields.inspection_type}
        <select name="inspectionType" defaultValue={type ?? ''}>
          <option value="">{say.noType}</option>
          {types.map((one) => (
            <option key={one} value={one}>
              {nameIn(inspection_types, one)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {say.reference}
        <input
          name="reference"
          defaultValue={given?.reference ?? ''}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <label className="field">
        {fields.customer}
        <input name="customer" defaultValue={given?.customer ?? ''} maxLength={200} autoComplete="off" />
      </label>
      <label className="field">
        {fields.date_of_loss}
        <input
          name="dateOfLoss"
          type="date"
          min="1900-01-01"
          max="2999-12-31"
          defaultValue={given?.dateOfLoss ?? ''}
        />
      </label>
    </div>
  );
};
