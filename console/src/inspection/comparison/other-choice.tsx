import { useFormats } from '../../formats/formats.ts';
import { nameIn, useNames, useWords } from '../../language.tsx';
import type { Other } from './use-others.ts';

type ChoiceProps = { others: Other[]; value: string | null; onChange(id: string): void };

/** Which inspection of the same vehicle to compare with. */
export const OtherChoice = ({ others, value, onChange }: ChoiceProps) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const isListed = others.some(({ id }) => id === value);
  return (
    <label className="field">
      {say.compareWith}
      <select value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
        {value !== null && !isListed && <option value={value}>{say.relatedInspection}</option>}
        {others.map(({ id, createdAt, status, inspectionType }) => (
          <option key={id} value={id}>
            {[
              formats.time(createdAt),
              ...(inspectionType ? [nameIn(names.inspection_types, inspectionType)] : []),
              nameIn(names.task_status, status),
            ].join(', ')}
          </option>
        ))}
      </select>
    </label>
  );
};
