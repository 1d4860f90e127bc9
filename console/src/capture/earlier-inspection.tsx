import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useClient } from '../client.ts';
import { useFormats } from '../formats/formats.ts';
import { useWords } from '../language.tsx';

/** So few characters would find vehicles that have nothing to do with each other. */
const LEAST = 5;

/** Offers the inspections of the same vehicle, so that new damages can be told from those that were there. */
export const EarlierInspection = ({ plate, vin }: { plate: string; vin: string }) => {
  const { capture: say } = useWords();
  const { time } = useFormats();
  const client = useClient();
  const sought = useDeferredValue([vin.trim(), plate.trim()].find((text) => text.length >= LEAST));
  const { data } = useQuery({
    queryKey: ['inspections', 'of-vehicle', sought],
    queryFn: ({ signal }) =>
      client.inspections.getSummaries({ search: sought, showDeleted: false, limit: 20 }, { signal }),
    enabled: sought !== undefined,
  });
  if (!data?.result.length) return null;
  return (
    <label className="field">
      {say.compareWith}
      <select name="related" defaultValue="">
        <option value="">{say.compareNot}</option>
        {data.result.map((id) => {
          const { plate: known, vin: number, createdAt } = data.entities.inspections[id]!;
          return (
            <option key={id} value={id}>
              {time(createdAt)} · {known ?? number}
            </option>
          );
        })}
      </select>
    </label>
  );
};
